import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { providerName } from '../model/type-names.ts';
import { GuideButton } from './guide-button.tsx';

/** The addresses to enter at the provider, and the account's own sign-in page. */
export function AddressesCard({ provider }: { provider: ExternalProvider }) {
  const { t } = useLingui();
  const speaker = providerName(provider);
  return (
    <Card className="grid gap-4 px-5 py-4 sm:px-6 sm:py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg font-semibold tracking-tight wrap-anywhere">
          <Trans>Addresses for {speaker}</Trans>
        </h2>
        <GuideButton provider={provider} />
      </div>
      <CopyField label={t`Callback path`} value={provider.callbackPath} copyLabel={t`Copy callback path`} />
      <CopyField
        label={t`Signed-out callback path`}
        value={provider.signedOutCallbackPath}
        copyLabel={t`Copy signed-out callback path`}
      />
      <details className="group">
        <summary className="cursor-pointer rounded text-sm font-medium text-accent-text">
          <Trans>Whole addresses</Trans>
        </summary>
        <div className="mt-3 grid gap-4">
          <CopyField label={t`Redirect address`} value={provider.callbackUrl} copyLabel={t`Copy redirect address`} />
          <CopyField
            label={t`Address after signing out`}
            value={provider.signedOutCallbackUrl}
            copyLabel={t`Copy address after signing out`}
          />
          <CopyField
            label={t`Back-channel logout`}
            value={provider.backChannelLogoutUrl}
            copyLabel={t`Copy address of back-channel logout`}
          />
          <CopyField
            label={t`Front-channel logout`}
            value={provider.frontChannelLogoutUrl}
            copyLabel={t`Copy address of front-channel logout`}
          />
        </div>
      </details>
      <CopyField
        label={t`Your own sign-in page, for your people`}
        value={provider.signInUrl}
        copyLabel={t`Copy address of the sign-in page`}
      />
    </Card>
  );
}
