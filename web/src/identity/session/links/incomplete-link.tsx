import { Trans, useLingui } from '@lingui/react/macro';
import { Unlink } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { enterLinkCode, type LinkPage, storeToken } from '../api/mailed-link.ts';
import { Frame } from '../components/frame.tsx';
import { SubjectPicture } from '../components/parts.tsx';
import { TooManyAttempts } from '../components/too-many-attempts.tsx';

/** Sends an address and the code of its mail, and reports what is wrong with them. */
function useCodeEntry(kind: LinkPage, onEntered: () => void) {
  const { t } = useLingui();
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();
  const emailField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ email?: string; code?: string }>({});
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  const enter = async (email: string, code: string) => {
    if (isPending || isBlocked) return;
    setProblem(undefined);
    const missing = {
      ...(!email && { email: t`Enter your email address` }),
      ...(!code.trim() && { code: t`Enter the code from the mail` }),
    };
    setErrors(missing);
    if (missing.email) return emailField.current?.focus();
    if (missing.code) return codeField.current?.focus();
    setIsPending(true);
    try {
      storeToken(kind, await enterLinkCode(kind, email, code));
      return onEntered();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'InvalidCode') {
        setErrors({ code: describeProblem(error) });
        codeField.current?.focus();
      } else if (error instanceof ApiError && error.code === 'TooManyRequests') blockUntil(error.retryAt);
      else setProblem(describeProblem(error));
    }
    setIsPending(false);
  };
  return { enter, emailField, codeField, errors, problem, isPending, isBlocked, secondsLeft };
}

/** The page of a link whose address was shortened: it takes the code of the mail instead. */
export function IncompleteLink({ kind, onEntered }: { kind: LinkPage; onEntered: () => void }) {
  const { t } = useLingui();
  const { enter, emailField, codeField, errors, problem, isPending, isBlocked, secondsLeft } = useCodeEntry(
    kind,
    onEntered,
  );
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter(email.trim(), code);
  };

  const plain = { autoCapitalize: 'none', spellCheck: false, className: 'h-10' } as const;
  return (
    <IncompleteAddress>
      <p className="mb-5 text-muted">
        <Trans>Type the code from the mail instead.</Trans>
      </p>
      <form noValidate method="post" className="flex flex-col gap-4" onSubmit={submit}>
        {isBlocked && <TooManyAttempts secondsLeft={secondsLeft} />}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Field label={t`Address that the mail was sent to`} error={errors.email}>
          {(control) => (
            <TextInput
              {...control}
              {...plain}
              ref={emailField}
              type="email"
              value={email}
              autoComplete="email"
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label={t`Code`} error={errors.code}>
          {(control) => (
            <TextInput
              {...control}
              {...plain}
              ref={codeField}
              value={code}
              autoComplete="off"
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" block pending={isPending} disabled={isBlocked}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </IncompleteAddress>
  );
}

/** The page of a link without a code, whose address was shortened. */
export function IncompleteLinkWithoutCode() {
  return (
    <IncompleteAddress>
      <p className="text-muted">
        <Trans>Copy the whole address from the mail into the address bar of your browser.</Trans>
      </p>
    </IncompleteAddress>
  );
}

function IncompleteAddress({ children }: { children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <Frame title={t`The address is incomplete`} step="incomplete" picture={<SubjectPicture icon={Unlink} />}>
      <p className="mb-2 text-muted">
        <Trans>Your mail program may have shortened it.</Trans>
      </p>
      {children}
    </Frame>
  );
}
