import { useLingui } from '@lingui/react/macro';
import { verificationLength } from '@portico/contract/browser';

/** What a dialog asks before a second factor is reset (USR-33). */
export function useVerificationQuestion() {
  const { t } = useLingui();
  return {
    label: t`How did you verify the person?`,
    hint: t`For example: called back on a known number. It is kept in the log of the account.`,
    minLength: verificationLength.least,
    maxLength: verificationLength.most,
  };
}
