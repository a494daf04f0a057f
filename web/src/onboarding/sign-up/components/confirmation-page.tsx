import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
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

/**
 * The end of the sign-up, with links to the product and to the sign-in. The text must not reveal whether the address
 * was known (SIGN-18), so it mentions a payment only conditionally.
 */
export function ConfirmationPage({ productUrl }: { productUrl: string | null }) {
  const { t } = useLingui();
  const [address] = useState(typedAddress);
  useEffect(forgetEverything, []);
  return (
    <SignUpFrame title={t`Check your mail`} hasPanel isOver>
      <div className="my-auto py-16">
        <span className="mb-6 grid size-12 place-items-center rounded-full bg-ok-soft text-ok [&_svg]:size-6">
          <MailCheck aria-hidden="true" />
        </span>
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight">
          <Trans>Check your mail</Trans>
        </h1>
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
        <p className="mt-3 mb-7 text-muted">
          <Trans>If you have paid, your receipt is waiting there too, under Billing.</Trans>
        </p>
        <a href={productUrl ?? paths.login} className={buttonClasses({ variant: 'primary', size: 'lg', block: true })}>
          {productUrl ? <Trans>Go to the product</Trans> : <Trans>Go to sign-in</Trans>}
        </a>
      </div>
    </SignUpFrame>
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
