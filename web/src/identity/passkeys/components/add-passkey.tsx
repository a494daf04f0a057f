import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAddPasskey } from '../api/passkeys.ts';
import { usePasskeyProblem } from './use-passkey-problem.ts';

/** Adds a passkey by the browser's own dialog. @param canAdd false for who has as many as one may have (PSK-7) */
export function AddPasskey({ canAdd }: { canAdd: boolean }) {
  const add = useAddPasskey();
  const problem = usePasskeyProblem()(add.error);
  return (
    <div className="flex flex-col items-end gap-2">
      <Button variant="primary" disabled={!canAdd} pending={add.isPending} onClick={() => add.mutate()}>
        <Plus aria-hidden="true" />
        <Trans>Add passkey</Trans>
      </Button>
      {!canAdd && (
        <p className="text-sm text-muted">
          <Trans>You have as many as one can have. Remove one first.</Trans>
        </p>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
    </div>
  );
}
