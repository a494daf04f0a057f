import { useLingui } from '@lingui/react/macro';
import type { Proof } from '@portico/contract';

/** What each way of proving who one is is called. */
export function useProofWords(): Record<Proof, string> {
  const { t } = useLingui();
  return {
    password: t`password`,
    authenticator: t`authenticator`,
    email: t`e-mail code`,
    phone: t`text message`,
    recoveryCode: t`recovery code`,
    passkey: t`passkey`,
    google: t`Google`,
    sso: t`single sign-on`,
    breakGlass: t`break-glass code`,
  };
}
