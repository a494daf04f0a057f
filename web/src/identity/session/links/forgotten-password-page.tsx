import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { MailCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { typedEarly } from '../../../lib/early-presses.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { forgetPassword } from '../api/mailed-link.ts';
import { readTypedLogin } from '../api/typed-login.ts';
import { Frame } from '../components/frame.tsx';
import { BackToSignIn, LinkButton, SubjectPicture } from '../components/parts.tsx';
import { TooManyAttempts } from '../components/too-many-attempts.tsx';

/** Requests a link for a new password. The answer does not reveal who has an account (PWD-11). */
export function ForgottenPasswordPage() {
  const { t } = useLingui();
  const [userName, setUserName] = useState(() => typedEarly('userName'));
  const [isSent, setIsSent] = useState(false);
  // The page was prerendered without the name.
  useEffect(() => setUserName((typed) => typed || readTypedLogin()), []);

  if (isSent) {
    return (
      <Frame title={t`Check your email`} step="sent" picture={<SubjectPicture icon={MailCheck} />}>
        <p className="text-muted">
          <Trans>
            If somebody has an account as <strong className="font-medium text-ink wrap-anywhere">{userName}</strong>, a
            link for a new password is on its way. It works once, within one hour.
          </Trans>
        </p>
        <p className="mt-3 mb-5 text-muted">
          <Trans>Nothing came after a few minutes? Look in the spam folder, or check the spelling and ask again.</Trans>
        </p>
        <div className="flex flex-col gap-3">
          <LinkButton href={paths.login} variant="primary">
            <Trans>Back to sign-in</Trans>
          </LinkButton>
          <Button size="lg" block onClick={() => setIsSent(false)}>
            <Trans>Ask again</Trans>
          </Button>
        </div>
      </Frame>
    );
  }
  return (
    <Frame title={t`Forgotten password`} after={<BackToSignIn />}>
      <AskForm userName={userName} onType={setUserName} onSent={() => setIsSent(true)} />
    </Frame>
  );
}

interface AskFormProps {
  userName: string;
  onType: (userName: string) => void;
  onSent: () => void;
}

function AskForm({ userName, onType, onSent }: AskFormProps) {
  const { t } = useLingui();
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  const refuse = (message: string) => {
    setFieldError(message);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isBlocked) return;
    setProblem(undefined);
    if (!userName.trim()) return refuse(t`Enter your login or email address`);
    setIsPending(true);
    try {
      await forgetPassword(userName.trim());
      onSent();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TooManyRequests') {
        blockUntil(error.retryAt);
      } else if (error instanceof ApiError && error.code === 'ValidationError') refuse(describeProblem(error));
      else setProblem(describeProblem(error));
    }
    setIsPending(false);
  };

  return (
    // POST, so that no input appears in an address if the form is sent before the script has loaded.
    <form noValidate method="post" className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-muted">
        <Trans>We will email you a link to choose a new one.</Trans>
      </p>
      {isBlocked && <TooManyAttempts secondsLeft={secondsLeft} />}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Field label={t`Login or email`} error={fieldError}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            name="userName"
            value={userName}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className="h-10"
            onChange={(event) => {
              setFieldError(undefined);
              onType(event.target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={isPending} disabled={isBlocked}>
        <Trans>Send the link</Trans>
      </Button>
    </form>
  );
}
