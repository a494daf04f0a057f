import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Challenge } from '@portico/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CodeInput, codeLength } from '../../../ui/code-input.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { usePasskeySignIn } from '../components/use-passkey-sign-in.ts';
import { useSecondStep } from './use-second-step.ts';
import { OtherWays, type Way } from './ways.tsx';
import { MailRefused } from './without-codes.tsx';

export interface SecondStepFormProps {
  challenge: Challenge;
  take: (challenge: Challenge) => void;
  /** Called if no sign-in is waiting. */
  end: () => void;
}

type Step = ReturnType<typeof useSecondStep>;

/** One method with its code, and the other methods below. */
export function SecondStepForm(props: SecondStepFormProps) {
  const { challenge } = props;
  const step = useSecondStep(props);
  const passkey = usePasskeySignIn({ rememberMe: () => challenge.rememberMe, inField: false });
  const form = useRef<HTMLFormElement>(null);
  const needsSending = step.method?.needsCode === true && challenge.sentBy !== step.way;

  const submit = async (code: string) => {
    const box = form.current?.elements.namedItem('rememberBrowser');
    const isRight = await step.verify(code, box instanceof HTMLInputElement && box.checked);
    if (!isRight) focusCode(form.current);
  };
  return (
    <>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (needsSending && step.method) void step.send(step.method.name);
          else void submit(step.code.trim());
        }}
      >
        <Explanation challenge={challenge} step={step} isSent={!needsSending} />
        {challenge.isMailRefused && (
          <Alert tone="info">
            <MailRefused />
          </Alert>
        )}
        <StepProblem step={step} passkeyError={passkey.error} />
        {!needsSending && <CodeField key={step.way} step={step} onComplete={(code) => void submit(code)} />}
        {step.method?.needsCode && !needsSending && <Resend step={step} />}
        {needsSending && step.resend.isBlocked && <SendLater secondsLeft={step.resend.secondsLeft} />}
        <Checkbox name="rememberBrowser" value="true" label={<Trans>Remember this browser for 30 days</Trans>} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={step.pending !== null}
          disabled={needsSending ? step.resend.isBlocked : step.block.isBlocked}
        >
          {needsSending ? <Trans>Send the code</Trans> : <Trans>Verify</Trans>}
        </Button>
      </form>
      <OtherWays
        challenge={challenge}
        current={step.way}
        disabled={step.pending !== null || passkey.isPending}
        onChoose={step.choose}
        onPasskey={() => void passkey.start()}
      />
    </>
  );
}

function focusCode(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('code');
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/** The requested code, and where the user finds it. */
function Explanation({ challenge, step, isSent }: { challenge: Challenge; step: Step; isSent: boolean }) {
  const target = challenge.methods.find(({ name }) => name === step.way)?.target ?? '';
  const sent: Record<Way, ReactNode> = {
    Authenticator: <Trans>Enter the six digits that your authenticator app shows now.</Trans>,
    Email: (
      <Trans>
        We sent a code to <strong className="font-medium text-ink">{target}</strong>. It works for 10 minutes.
      </Trans>
    ),
    Phone: (
      <Trans>
        We texted a code to <strong className="font-medium text-ink">{target}</strong>. It works for 10 minutes.
      </Trans>
    ),
    Recovery: <Trans>Enter one of the codes that you kept when you set up your second factor. Each works once.</Trans>,
  };
  const toSend =
    step.way === 'Phone' ? (
      <Trans>
        We will text a code to <strong className="font-medium text-ink">{target}</strong>.
      </Trans>
    ) : (
      <Trans>
        We will email a code to <strong className="font-medium text-ink">{target}</strong>.
      </Trans>
    );
  return (
    <p role="status" className="text-muted wrap-anywhere">
      {isSent ? sent[step.way] : toSend}
    </p>
  );
}

function StepProblem({ step, passkeyError }: { step: Step; passkeyError: string | null }) {
  const { secondsLeft } = step.block;
  const minutesLeft = Math.ceil(secondsLeft / 60);
  if (step.block.isBlocked) {
    return (
      <Alert tone="warning">
        {secondsLeft < 120 ? (
          <Trans>
            Too many attempts. You can try again in <Plural value={secondsLeft} one="# second" other="# seconds" />.
          </Trans>
        ) : (
          <Trans>
            Too many attempts. You can try this way again in{' '}
            <Plural value={minutesLeft} one="# minute" other="# minutes" />, or choose another one.
          </Trans>
        )}
      </Alert>
    );
  }
  const problem = step.problem ?? passkeyError;
  return problem ? <Alert tone="bad">{problem}</Alert> : null;
}

/** Six digits, sent as soon as they are complete, or a recovery code. */
function CodeField({ step, onComplete }: { step: Step; onComplete: (code: string) => void }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  if (step.way === 'Recovery') {
    return (
      <Field label={t`Recovery code`} error={step.codeError}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            name="code"
            value={step.code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="h-10 font-mono"
            onChange={(event) => step.type(event.target.value)}
          />
        )}
      </Field>
    );
  }
  return (
    <Field label={t`Six-digit code`} error={step.codeError}>
      {(control) => (
        <CodeInput
          {...control}
          ref={field}
          name="code"
          value={step.code}
          onChange={(digits) => {
            step.type(digits);
            if (digits.length === codeLength && digits !== step.code) onComplete(digits);
          }}
        />
      )}
    </Field>
  );
}

/** Why no code can be sent yet. */
function SendLater({ secondsLeft }: { secondsLeft: number }) {
  return (
    <p className="text-sm text-muted">
      <Trans>
        A code was sent a moment ago. You can have another one in{' '}
        <Plural value={secondsLeft} one="# second" other="# seconds" />.
      </Trans>
    </p>
  );
}

function Resend({ step }: { step: Step }) {
  const { resend, method } = step;
  const { secondsLeft } = resend;
  return (
    <p className="text-sm text-muted">
      {resend.isBlocked ? (
        <Trans>
          Nothing came? You can have another code in <Plural value={secondsLeft} one="# second" other="# seconds" />.
        </Trans>
      ) : (
        <>
          <Trans>Nothing came?</Trans>{' '}
          <button
            type="button"
            disabled={step.pending !== null}
            className="rounded font-medium text-accent-text underline-offset-4 hover:underline"
            onClick={() => method && void step.send(method.name)}
          >
            <Trans>Send another code</Trans>
          </button>
        </>
      )}
    </p>
  );
}
