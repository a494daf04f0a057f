import { Trans } from '@lingui/react/macro';
import { useAccountSettings } from '../../accounts/account-settings/account-settings.api.ts';
import { TextLink } from '../../ui/link.tsx';

/**
 * Why devices are named by their hardware IDs, for users who may change that. Nothing if the account stores names of
 * machines (LIC-15, DEV-12).
 */
export function DeviceNamesHint() {
  const { data } = useAccountSettings();
  if (!data || data.usageDataPolicyType === 0) return null;
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted">
      <Trans>
        Your account does not store machine names, so devices are shown by their hardware IDs. This is set under{' '}
        <TextLink to="/Account/Settings">Usage data sharing</TextLink>.
      </Trans>
    </p>
  );
}
