import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, MailCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { deleteToken, linkUses } from '../api/mailed-link.ts';
import { nextAddress } from '../api/sign-in.ts';
import { Frame } from '../components/frame.tsx';
import { SubjectPicture } from '../components/parts.tsx';
import { type GoodLinkProps, LinkAction, strong } from './link-actions.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { isUseless } from './use-checked-link.ts';
import { SignInButton } from './useless-link.tsx';

/**
 * Confirms the address of a sign-up, which allows signing in (SIGN-23). Any browser but the form's needs a password
 * (SIGN-33).
 */
export function ConfirmSignUp(props: GoodLinkProps) {
  const { t } = useLingui();
  const title = t`Confirm your address`;
  const { email, needsPassword } = props.link;
  if (needsPassword) return <ConfirmElsewhere {...props} title={title} />;
  return (
    <LinkAction
      {...props}
      title={title}
      kind="confirmEmail"
      icon={MailCheck}
      explanation={
        <Trans>
          Your account is ready. Confirm that <strong className={strong}>{email}</strong> is yours. This also signs you
          in.
        </Trans>
      }
      button={<Trans>Confirm the address</Trans>}
      otherwise={<Trans>If you did not sign up, close the page: nobody can sign in before this.</Trans>}
      doneTitle={t`Your address is confirmed`}
      done={(address) => <Confirmed address={address} />}
    />
  );
}

function Confirmed({ address }: { address: string }) {
  return (
    <>
      <p className="mb-5 text-muted wrap-anywhere">
        <Trans>
          Sign in with <strong className={strong}>{address}</strong> and the password that you chose.
        </Trans>
      </p>
      <SignInButton />
    </>
  );
}

/** In another browser than the form's: the password of the form confirms the address, and so does a new one. */
function ConfirmElsewhere(props: GoodLinkProps) {
  const { t } = useLingui();
  const { title, link } = props;
  const { email } = link;
  const [choosesNew, setChoosesNew] = useState(false);
  const { field, password, setPassword, problem, isPending, isDone, submit } = useSignUpPassword(props);

  if (isDone)
    return (
      <Frame title={t`Your address is confirmed`} step="done" picture={<SubjectPicture icon={CircleCheck} tone="ok" />}>
        <Confirmed address={email ?? ''} />
      </Frame>
    );
  if (choosesNew)
    return (
      <NewPasswordForm
        {...props}
        page="confirmEmail"
        instead={
          <Button size="lg" block onClick={() => setChoosesNew(false)}>
            <Trans>I know the password from the sign-up</Trans>
          </Button>
        }
      />
    );
  return (
    <Frame title={title} picture={<SubjectPicture icon={MailCheck} />}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-muted wrap-anywhere">
          <Trans>
            Somebody signed up with <strong className={strong}>{email}</strong> in another browser. If it was you, enter
            the password that you chose there. If you do not know it, set a new one: the old one then stops working.
          </Trans>
        </p>
        <input type="text" name="userName" value={link.login} autoComplete="username" readOnly hidden />
        <Field label={t`Password from the sign-up`} error={problem}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={field}
              name="password"
              value={password}
              autoComplete="current-password"
              className="h-10"
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" block pending={isPending}>
          <Trans>Confirm the address</Trans>
        </Button>
        <Button size="lg" block onClick={() => setChoosesNew(true)}>
          <Trans>Set a new password</Trans>
        </Button>
      </form>
    </Frame>
  );
}

/** Confirms the address with the password of the form. */
function useSignUpPassword({ token, onUseless }: GoodLinkProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const [isDone, setIsDone] = useState(false);

  const refuse = (message: string) => {
    setProblem(message);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (!password) return refuse(t`Enter a password`);
    setIsPending(true);
    signsIn(true);
    try {
      const { signIn } = await linkUses.confirmEmail(token, password);
      deleteToken('confirmEmail');
      if (signIn) return location.replace(nextAddress(signIn));
      signsIn(false);
      setIsDone(true);
    } catch (error) {
      signsIn(false);
      if (isUseless(error)) return onUseless();
      refuse(describeProblem(error));
    }
    setIsPending(false);
  };

  return { field, password, setPassword, problem, isPending, isDone, submit };
}
