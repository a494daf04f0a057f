import { useEffect } from 'react';
import type { ConfirmationRequest } from '../../../lib/confirmation.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { ConfirmWithPasskey } from '../../passkeys/components/confirm-with-passkey.tsx';
import { ConfirmationDialog } from '../../profile/components/confirmation-dialog.tsx';
import { useProfile } from '../../profile/profile.api.ts';

/** The question with the methods by which the user can confirm. */
export function ConfirmationQuestion({ request }: { request: ConfirmationRequest }) {
  const { data: profile, error } = useProfile();
  useEffect(() => {
    if (!error || profile) return;
    reportProblem(error);
    request.onCanceled();
  }, [error, profile, request]);
  if (!profile) return null;
  return (
    <ConfirmationDialog
      request={request}
      login={profile.login}
      hasPassword={profile.hasPassword}
      signInAgainUrl={profile.signInAgainUrl}
      passkey={profile.confirmableBy.includes('passkey') && <ConfirmWithPasskey onConfirmed={request.onConfirmed} />}
    />
  );
}
