import { useLingui } from '@lingui/react/macro';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { NoPasskeyError } from '../passkeys.api.ts';

/** The message of a passkey's failure; null after a success, or if the user canceled. */
export function usePasskeyProblem(): (error: unknown) => string | null {
  const { t } = useLingui();
  return (error) => {
    if (!error || error instanceof ConfirmationCanceled) return null;
    if (!(error instanceof NoPasskeyError)) return describeProblem(error);
    if (error.reason === 'known') return t`You already have a passkey on this device.`;
    if (error.reason === 'unsupported') return t`This browser or device cannot store a passkey.`;
    return t`No passkey was used. You can try again.`;
  };
}
