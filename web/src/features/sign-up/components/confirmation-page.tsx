import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { forgetEverything } from '../model/forget.ts';
import { SignUpFrame } from './sign-up-frame.tsx';

/** The end of the sign-up: the way to the product's page or to signing in. It says the same whether or not the address was known. */
export function ConfirmationPage({ productUrl }: { productUrl: string | null }) {
  const { t } = useLingui();
  useEffect(forgetEverything, []);
  return (
    <SignUpFrame title={t`Check your mail`} hasPanel>
      <div className="my-auto py-16">
        <span className="mb-6 grid size-12 place-items-center rounded-full bg-ok-soft text-ok [&_svg]:size-6">
          <MailCheck aria-hidden="true" />
        </span>
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight">
          <Trans>Check your mail</Trans>
        </h1>
        <p className="mt-2 mb-7 text-muted">
          <Trans>
            Thank you. We have sent you a message with the next step: confirm your address there, then sign in. What you
            chose is waiting for you.
          </Trans>
        </p>
        <a href={productUrl ?? paths.login} className={buttonClasses({ variant: 'primary', size: 'lg', block: true })}>
          {productUrl ? <Trans>Go to the product</Trans> : <Trans>Go to sign-in</Trans>}
        </a>
      </div>
    </SignUpFrame>
  );
}
