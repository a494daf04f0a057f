import { Trans } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAddPasskey } from '../passkeys.api.ts';
import { usePasskeyProblem } from './use-passkey-problem.ts';

/** Adds a passkey instead of a method if the account requires a second factor: it counts as both factors (PSK-1). */
export function SetUpPasskey({ onAdded }: { onAdded: () => void }) {
  const add = useAddPasskey();
  const problem = usePasskeyProblem()(add.error);
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <p className="text-muted">
        <Trans>Or add a passkey: you sign in by fingerprint, face or PIN, and need no code.</Trans>
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button block pending={add.isPending} onClick={() => add.mutate(undefined, { onSuccess: onAdded })}>
        <KeyRound aria-hidden="true" />
        <Trans>Add a passkey</Trans>
      </Button>
    </section>
  );
}
