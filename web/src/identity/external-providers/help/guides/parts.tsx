import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import type { ReactNode } from 'react';
import { CopyField } from '../../../../ui/copy-field.tsx';

export interface GuideProps {
  provider: ExternalProvider;
}

/** Numbered steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid list-none gap-5 [counter-reset:step]">{children}</ol>;
}

/** A step: what to do, and the values to copy. */
export function Step({ children, copies }: { children: ReactNode; copies?: ReactNode }) {
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 [counter-increment:step] before:grid before:size-7 before:place-items-center before:rounded-full before:bg-accent-soft before:text-xs before:font-medium before:text-accent-text before:content-[counter(step)]">
      <div className="grid gap-3 pt-0.5">
        <p>{children}</p>
        {copies}
      </div>
    </li>
  );
}

export function CallbackUrl({ provider }: GuideProps) {
  const { t } = useLingui();
  return <CopyField label={t`Redirect address`} value={provider.callbackUrl} copyLabel={t`Copy redirect address`} />;
}

export function SignedOutUrl({ provider }: GuideProps) {
  const { t } = useLingui();
  return (
    <CopyField
      label={t`Address after signing out`}
      value={provider.signedOutCallbackUrl}
      copyLabel={t`Copy address after signing out`}
    />
  );
}

export function BackChannelUrl({ provider }: GuideProps) {
  const { t } = useLingui();
  return (
    <CopyField
      label={t`Back-channel logout`}
      value={provider.backChannelLogoutUrl}
      copyLabel={t`Copy address of back-channel logout`}
    />
  );
}

export function FrontChannelUrl({ provider }: GuideProps) {
  const { t } = useLingui();
  return (
    <CopyField
      label={t`Front-channel logout`}
      value={provider.frontChannelLogoutUrl}
      copyLabel={t`Copy address of front-channel logout`}
    />
  );
}

/** The last steps of each guide: without a verified domain the test fails at its first step (SSO-6). */
export function LastSteps() {
  return (
    <>
      <Step>
        <Trans>
          Come back to this page and save what you have copied. Under Mail domains, add the domain of your people’s
          addresses and prove it: add the TXT record that is shown there to its DNS, and check.
        </Trans>
      </Step>
      <Step>
        <Trans>Start the test.</Trans>
      </Step>
    </>
  );
}
