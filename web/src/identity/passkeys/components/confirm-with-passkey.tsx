import { Trans } from '@lingui/react/macro';
import { Fingerprint } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirmWithPasskey } from '../passkeys.api.ts';
import { usePasskeyProblem } from './use-passkey-problem.ts';

/** Confirms the user with a passkey instead of the password (CON-1). */
export function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const confirm = useConfirmWithPasskey();
  const problem = usePasskeyProblem()(confirm.error);
  return (
    <div className="flex flex-col gap-3">
      <Button block pending={confirm.isPending} onClick={() => confirm.mutate(undefined, { onSuccess: onConfirmed })}>
        <Fingerprint aria-hidden="true" />
        <Trans>Use a passkey</Trans>
      </Button>
      {problem && <Alert tone="bad">{problem}</Alert>}
    </div>
  );
}
