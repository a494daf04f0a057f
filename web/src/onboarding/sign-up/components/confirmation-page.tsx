import { Trans, useLingui } from '@lingui/react/macro';
import type { PreloadedSignUp } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { Check, MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { restoreDetails } from '../model/kept-details.ts';
import { forgetVisit, latestVisit } from '../visit.ts';
import { SignUpFrame } from './sign-up-frame.tsx';

/** The address that was typed in this browser; null if nothing is stored any more. */
function typedAddress(): string | null {
  const visit = latestVisit();
  return (visit && restoreDetails(visit, preloaded().company.id)?.details.email) || null;
}

interface ConfirmationPageProps {
  /** What this browser just paid (SIGN-50); null for everything that costs nothing now. */
  receipt: PreloadedSignUp['receipt'];
  productUrl: string | null;
}

/**
 * The end of the sign-up, with links to the product and to the sign-in. Without a receipt, the text must not reveal
 * whether the address was known (SIGN-18).
 */
export function ConfirmationPage({ receipt, productUrl }: ConfirmationPageProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const [typed] = useState(typedAddress);
  useEffect(forgetEverything, []);
  const address = receipt?.email ?? typed;
  const title = receipt ? t`Payment received: ${money(receipt.amountPaid, receipt.currency)}` : t`Check your mail`;
  return (
    <SignUpFrame title={title} hasPanel={!receipt} isOver>
      <div className="my-auto py-16">
        <span className="mb-6 grid size-12 place-items-center rounded-full bg-ok-soft text-ok [&_svg]:size-6">
          {receipt ? <Check aria-hidden="true" /> : <MailCheck aria-hidden="true" />}
        </span>
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight">{title}</h1>
        {receipt && <Receipt receipt={receipt} />}
        <p className="mt-2 text-muted">
          {address ? (
            <Trans>
              Thank you. We have sent a message with the next step to <b className="break-all text-ink">{address}</b>:
              confirm your address there, then sign in. What you chose is waiting for you.
            </Trans>
          ) : (
            <Trans>
              Thank you. We have sent you a message with the next step: confirm your address there, then sign in. What
              you chose is waiting for you.
            </Trans>
          )}
        </p>
        <a
          href={productUrl ?? paths.login}
          className={buttonClasses({ variant: 'primary', size: 'lg', block: true, className: 'mt-7' })}
        >
          {productUrl ? <Trans>Go to the product</Trans> : <Trans>Go to sign-in</Trans>}
        </a>
      </div>
    </SignUpFrame>
  );
}

/** The paid order: the plan, the license key and the payment provider's receipt. */
function Receipt({ receipt }: { receipt: NonNullable<PreloadedSignUp['receipt']> }) {
  const { product, plan, license, receiptUrl } = receipt;
  return (
    <div className="mt-3 grid gap-2 wrap-anywhere">
      <p>
        {product} – {plan}
      </p>
      {license && (
        <p>
          <Trans>
            License key: <code className="font-mono select-all">{license}</code>
          </Trans>
        </p>
      )}
      {receiptUrl && (
        <a href={receiptUrl} target="_blank" rel="noreferrer" className="justify-self-start text-accent-text underline">
          <Trans>Open the receipt</Trans>
        </a>
      )}
    </div>
  );
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
