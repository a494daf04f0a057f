import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import type { RefObject } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** A button for a passkey. The address field offers passkeys in its own menu too (WEB-19). */
export function PasskeySignIn({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { t } = useLingui();
  const rememberMe = () => {
    const box = form.current?.elements.namedItem('RememberMe');
    return box instanceof HTMLInputElement && box.checked;
  };
  const { error, isPending, start } = usePasskeySignIn({ rememberMe, inField: true });
  return (
    // Passkeys need JavaScript.
    <div className="mt-5 flex flex-col gap-3 [@media(scripting:none)]:hidden">
      <div className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </div>
      {error && <Alert tone="bad">{error}</Alert>}
      <Button size="lg" block pending={isPending} aria-label={t`Sign in with a passkey`} onClick={() => void start()}>
        <KeyRound aria-hidden="true" />
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </div>
  );
}
