import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PreloadedSignUp, SignUpOutcome } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { Check, MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { restoreDetails } from '../model/kept-details.ts';
import { useWatchedConfirmation } from '../use-confirmation.ts';
import { forgetVisit, latestVisit } from '../visit.ts';
import { ConfirmEmailCard } from './confirm-email-card.tsx';
import { OrderSteps } from './order-steps.tsx';
import { AfterTrialCard, ReceiptCard } from './receipt-card.tsx';
import { SignUpFrame } from './sign-up-frame.tsx';

/** The address that was typed in this browser; null if nothing is stored any more. */
function typedAddress(): string | null {
  const visit = latestVisit();
  return (visit && restoreDetails(visit, preloaded().company.id)?.details.email) || null;
}

interface ConfirmationPageProps {
  /** The outcome of this browser's form (SIGN-50); null if it is too old. */
  outcome: PreloadedSignUp['outcome'];
  productUrl: string | null;
}

/**
 * The end of the sign-up. Without a receipt, the page must not reveal whether the address was known (SIGN-18).
 */
export function ConfirmationPage({ outcome, productUrl }: ConfirmationPageProps) {
  const [typed] = useState(typedAddress);
  useEffect(forgetEverything, []);
  const { receipt = null, product, plan } = outcome ?? {};
  const seen = useWatchedConfirmation(outcome, receipt?.countsDevices ?? false);
  const title = useTitle(outcome);
  const hasColumn = receipt !== null || Boolean(plan?.trialDays);
  return (
    <SignUpFrame title={title} hasPanel={false} address={outcome?.email ?? null}>
      <div className={cn('mx-auto w-full py-6 sm:py-10', hasColumn ? 'max-w-[1066px]' : 'max-w-[680px]')}>
        <Heading title={title} isDone={Boolean(receipt ?? plan)}>
          <Subtitle outcome={outcome} typed={typed} />
        </Heading>
        <div className={cn('mt-6 grid items-start gap-4', hasColumn && 'lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-8')}>
          <div className="grid min-w-0 gap-4">
            {outcome && <ConfirmEmailCard outcome={outcome} isConfirmed={seen.isConfirmed} />}
            {receipt && product && <OrderSteps product={product} receipt={receipt} seen={seen} />}
          </div>
          {outcome && hasColumn && <SideCard outcome={outcome} />}
        </div>
        {(productUrl || preloaded().user || !seen.isConfirmed) && <NextPage productUrl={productUrl} />}
      </div>
    </SignUpFrame>
  );
}

/** A quiet link to the product or the next page. Once the address is confirmed, its card has the link to sign in. */
function NextPage({ productUrl }: Pick<ConfirmationPageProps, 'productUrl'>) {
  const isSignedIn = preloaded().user !== null;
  return (
    <p className="mt-6">
      <a
        href={productUrl ?? (isSignedIn ? paths.home : paths.login)}
        className="rounded text-muted underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        {productUrl ? (
          <Trans>Go to the product</Trans>
        ) : isSignedIn ? (
          <Trans>Go to my products</Trans>
        ) : (
          <Trans>Go to sign-in</Trans>
        )}
      </a>
    </p>
  );
}

/** The window title and heading: what was paid or started. */
function useTitle(outcome: SignUpOutcome | null): string {
  const { t } = useLingui();
  const { markedMoney } = useFormat();
  if (!outcome) return t`Check your mail`;
  const { receipt, plan, product } = outcome;
  if (receipt) return t`Payment received: ${markedMoney(receipt.amountPaid, receipt.currency)}`;
  const days = plan?.trialDays;
  if (days) return t`Your trial is ready: ${plural(days, { one: '# day', other: '# days' })}`;
  const name = product && plan && `${product.name} ${plan.name}`;
  if (name) return t`${name} is ready`;
  return outcome.isCorrectable || outcome.isConfirmed ? t`Your account is ready` : t`Check your mail`;
}

function Heading({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 max-sm:flex-col max-sm:items-start">
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-ok-soft text-ok [&_svg]:size-6">
        {isDone ? <Check aria-hidden="true" /> : <MailCheck aria-hidden="true" />}
      </span>
      <div className="min-w-0">
        <h1 className="text-[28px] leading-9 font-semibold tracking-tight tabular-nums max-sm:text-[26px]">{title}</h1>
        <p className="text-muted">{children}</p>
      </div>
    </div>
  );
}

function Subtitle({ outcome, typed }: { outcome: SignUpOutcome | null; typed: string | null }): ReactNode {
  if (!outcome) return <WithoutOutcome address={typed} />;
  const { receipt, plan, product } = outcome;
  const name = product && plan ? `${product.name} ${plan.name}` : '';
  if (receipt)
    return receipt.countsDevices ? (
      <Trans>Thank you. {name} is ready to install.</Trans>
    ) : (
      <Trans>Thank you. {name} is ready.</Trans>
    );
  if (plan?.trialDays) return <Trans>{name}. Nothing is charged.</Trans>;
  if (plan) return <Trans>Thank you. Nothing is charged.</Trans>;
  if (outcome.isCorrectable || outcome.isConfirmed)
    return <Trans>Thank you. You can choose a plan after you sign in.</Trans>;
  return <Trans>Thank you. Our message explains the next step.</Trans>;
}

function WithoutOutcome({ address }: { address: string | null }) {
  return address ? (
    <Trans>
      Thank you. We have sent a message with the next step to <b className="wrap-anywhere text-ink">{address}</b>:
      confirm your address there, then sign in. What you chose is waiting for you.
    </Trans>
  ) : (
    <Trans>
      Thank you. We have sent you a message with the next step: confirm your address there, then sign in. What you chose
      is waiting for you.
    </Trans>
  );
}

/** The receipt, or what happens after the trial. */
function SideCard({ outcome: { receipt, plan, product } }: { outcome: SignUpOutcome }): ReactNode {
  if (!receipt) return <AfterTrialCard />;
  return <ReceiptCard receipt={receipt} title={`${product?.name ?? ''} ${plan?.name ?? ''}`.trim()} />;
}

/** Deletes everything whose name in the storage contains the key, such as the choices of the purchase. */
function forgetStored(key: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const names = Object.keys(storage).filter((name) => name.includes(key));
      for (const name of names) storage.removeItem(name);
    }
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
}

/**
 * Deletes everything that was entered, because the account exists, except the branch of the point of sale (SIGN-41).
 */
function forgetEverything(): void {
  const latest = latestVisit();
  if (latest) forgetStored(latest);
  forgetVisit();
}
