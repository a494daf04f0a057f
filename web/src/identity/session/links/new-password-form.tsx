import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { useIsStrongPassword } from '../../../lib/use-is-strong-password.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { PasswordHint, PasswordRules } from '../../../ui/password-rules.tsx';
import { deleteToken, resetPassword } from '../api/mailed-link.ts';
import { nextAddress } from '../api/sign-in.ts';
import { Frame } from '../components/frame.tsx';
import type { GoodLinkProps } from './link-actions.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';
import { isUseless } from './use-checked-link.ts';

interface Errors {
  form?: string;
  password?: string;
  confirmation?: string;
}

function fieldMessages(error: ApiError, field: string): string | undefined {
  const all = Object.entries(error.problem.propertyErrors ?? {});
  return all.find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1].join('\n');
}

/** The server's errors by field. */
function toErrors(error: unknown): Errors {
  if (!(error instanceof ApiError)) return { form: describeProblem(error) };
  const password = fieldMessages(error, 'newPassword');
  const confirmation = fieldMessages(error, 'newPasswordConfirmation');
  return password || confirmation ? { password, confirmation } : { form: describeProblem(error) };
}

/** `page` is the page of the link, and `instead` another way to go on. */
type Props = GoodLinkProps & { page: 'resetPassword' | 'invitation' | 'confirmEmail'; instead?: ReactNode };

/**
 * Sets a new password by a mailed link or the confirmation of a sign-up, or the first one by an invitation. Then
 * signs in, or continues to the second factor.
 */
export function NewPasswordForm(props: Props) {
  const { title, link, page, instead } = props;
  const isInvitation = page === 'invitation';
  const { t } = useLingui();
  const { form, password, setPassword, confirmation, setConfirmation, errors, isPending, submit } =
    useNewPassword(props);
  const isStrong = useIsStrongPassword(password, [link.login]);
  return (
    <Frame title={title}>
      <form ref={form} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Whose login={link.login} isInvitation={isInvitation} />
        {errors.form && <Alert tone="bad">{errors.form}</Alert>}
        {/* Identifies the user to password managers. */}
        <input type="text" name="userName" value={link.login} autoComplete="username" readOnly hidden />
        <Field label={isInvitation ? t`Password` : t`New password`} error={errors.password} hint={<PasswordHint />}>
          {(control) => (
            <PasswordInput
              {...control}
              name="newPassword"
              value={password}
              autoComplete="new-password"
              className="h-10"
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <PasswordRules password={password} isStrong={isStrong} />
        <Field label={t`Repeat the password`} error={errors.confirmation}>
          {(control) => (
            <PasswordInput
              {...control}
              name="newPasswordConfirmation"
              value={confirmation}
              autoComplete="new-password"
              className="h-10"
              onChange={(event) => setConfirmation(event.target.value)}
            />
          )}
        </Field>
        {link.otherWaysIn && <OtherWaysIn {...link.otherWaysIn} />}
        <Button type="submit" variant="primary" size="lg" block pending={isPending} className="mt-1">
          {isInvitation ? <Trans>Save and continue</Trans> : <Trans>Save the new password</Trans>}
        </Button>
        {page === 'resetPassword' && (
          <p className="text-xs text-muted">
            <Trans>All your open sessions end with it.</Trans>
          </p>
        )}
        {instead}
      </form>
    </Frame>
  );
}

function useNewPassword({ token, page, onUseless }: Props) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [isPending, setIsPending] = useState(false);

  const refuse = (found: Errors) => {
    setErrors(found);
    const name = found.password ? 'newPassword' : found.confirmation ? 'newPasswordConfirmation' : null;
    const field = name && form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (!password) return refuse({ password: t`Enter a password` });
    if (password !== confirmation) return refuse({ confirmation: t`The two passwords are not the same` });
    setErrors({});
    setIsPending(true);
    signsIn(true);
    try {
      const removes = form.current?.elements.namedItem('removeOtherWaysIn');
      const outcome = await resetPassword(token, {
        newPassword: password,
        newPasswordConfirmation: confirmation,
        ...(removes instanceof HTMLInputElement && removes.checked && { removeOtherWaysIn: true }),
      });
      deleteToken(page);
      location.replace(nextAddress(outcome));
    } catch (error) {
      signsIn(false);
      setIsPending(false);
      if (isUseless(error)) onUseless();
      else refuse(toErrors(error));
    }
  };

  return { form, password, setPassword, confirmation, setConfirmation, errors, isPending, submit };
}

function Whose({ login, isInvitation }: { login: string; isInvitation: boolean }) {
  const name = <strong className="font-medium text-ink wrap-anywhere">{login}</strong>;
  return (
    <p className="text-muted">
      {isInvitation ? (
        <Trans>You sign in as {name}. Choose a password, and you are in.</Trans>
      ) : (
        <Trans>It is for {name}.</Trans>
      )}
    </p>
  );
}
