import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import type { ConfirmationRequest } from '../../../lib/confirmation.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useConfirmWithPassword } from '../profile.api.ts';

interface ConfirmationDialogProps {
  request: ConfirmationRequest;
  login: string;
  /** Whether the user has a password to confirm with. */
  hasPassword: boolean;
  /** The button that confirms with a passkey; omitted if the user has no passkey. */
  passkey: ReactNode;
  /** Where the user signs in again with their identity provider; null for users who signed in in another way. */
  signInAgainUrl: string | null;
}

/**
 * Asks for the password, a passkey or another sign-in before sign-in methods are changed. The confirmation is valid
 * for ten minutes (CON-1).
 */
export function ConfirmationDialog({ request, login, hasPassword, passkey, signInAgainUrl }: ConfirmationDialogProps) {
  const formId = useId();
  const confirm = useConfirmWithPassword();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && request.onCanceled()}
      isBusy={confirm.isPending}
      size="sm"
      title={<Trans>Confirm that it is you</Trans>}
      description={<Trans>It is required before you change how you sign in, and lasts ten minutes.</Trans>}
      footer={
        <>
          <Button onClick={request.onCanceled} disabled={confirm.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          {hasPassword && (
            <Button type="submit" form={formId} variant="primary" pending={confirm.isPending}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {hasPassword && <PasswordForm id={formId} login={login} confirm={confirm} onConfirmed={request.onConfirmed} />}
        {confirm.error && <Alert tone="bad">{describeProblem(confirm.error)}</Alert>}
        {passkey}
        {signInAgainUrl && <SignInAgain url={signInAgainUrl} isOnlyWay={!hasPassword} />}
      </div>
    </Dialog>
  );
}

interface PasswordFormProps {
  id: string;
  login: string;
  confirm: ReturnType<typeof useConfirmWithPassword>;
  onConfirmed: () => void;
}

function PasswordForm({ id, login, confirm, onConfirmed }: PasswordFormProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Otherwise React would bubble the event to a form of the page that contains this dialog.
        event.stopPropagation();
        setIsMissing(password === '');
        if (password !== '') confirm.mutate(password, { onSuccess: onConfirmed });
      }}
    >
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <Field label={t`Password`} required error={isMissing ? t`The Password field is required` : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setIsMissing(false);
              confirm.reset();
            }}
          />
        )}
      </Field>
    </form>
  );
}

/** Redirects through the identity provider and back to this page, because a fresh sign-in confirms. */
function SignInAgain({ url, isOnlyWay }: { url: string; isOnlyWay: boolean }) {
  const here = location.pathname + location.search;
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        <Trans>
          You used your company’s login. Sign in again, then repeat here what you wanted to do. If you are asked once
          more, your company’s login does not say when you signed in: use a passkey, or ask your administrators.
        </Trans>
      </p>
      <a
        href={`${url}&ReturnUrl=${encodeURIComponent(here)}`}
        className={cn(buttonClasses({ variant: isOnlyWay ? 'primary' : 'secondary' }), 'w-full')}
      >
        <Trans>Sign in again</Trans>
      </a>
    </div>
  );
}
