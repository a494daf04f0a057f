import { Trans, useLingui } from '@lingui/react/macro';
import type { SignUpOutcome } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { signUpPaths } from '@portico/contract/sign-up';
import { ArrowUpRight, CircleCheck, MailCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { findMailboxes } from '../model/mailboxes.ts';
import { useResend } from '../use-confirmation.ts';

const linkClasses = 'rounded font-medium text-accent-text underline-offset-4 hover:underline';

interface ConfirmEmailCardProps {
  outcome: SignUpOutcome;
  isConfirmed: boolean;
}

/**
 * The last step of a sign-up: confirming the address. Without an order, the card must not reveal whether the address
 * was known (SIGN-18).
 */
export function ConfirmEmailCard({ outcome, isConfirmed }: ConfirmEmailCardProps) {
  const resend = useResend(outcome);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { email } = resend.sent;
  if (isConfirmed) return <Confirmed />;
  return (
    <Card className="flex gap-4 border-accent/40 bg-accent-soft/60 p-5 max-sm:p-4 sm:p-6">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-surface text-accent-text shadow-card [&_svg]:size-5">
        <MailCheck aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <SentMessage {...resend.sent} isCertain={outcome.isCorrectable} />
        {isCorrecting ? (
          <Correction
            email={email}
            isPending={resend.isPending}
            onSend={resend.send}
            onClose={() => setIsCorrecting(false)}
          />
        ) : (
          <EmailActions
            {...resend}
            email={email}
            correction={
              outcome.isCorrectable ? (
                <button type="button" className={linkClasses} onClick={() => setIsCorrecting(true)}>
                  <Trans>Wrong address?</Trans>
                </button>
              ) : (
                <a href={signUpPaths.signUp} className={linkClasses}>
                  <Trans>Sign up with another address</Trans>
                </a>
              )
            }
          />
        )}
      </div>
    </Card>
  );
}

/** Shown once the address is confirmed, with a link to sign in if nobody is signed in. */
function Confirmed() {
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-1 border-ok/30 bg-ok-soft px-5 py-4 sm:px-6">
      <p role="status" className="flex items-center gap-3 font-medium text-ok">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        <Trans>Email confirmed</Trans>
      </p>
      {!preloaded().user && (
        <a href={paths.login} className={`${linkClasses} ml-auto`}>
          <Trans>Go to sign-in</Trans>
        </a>
      )}
    </Card>
  );
}

interface SentMessageProps {
  email: string;
  sentAt: string;
  isAgain: boolean;
  /** Whether the mail certainly has a confirmation link. If not, the text promises none. */
  isCertain: boolean;
}

function SentMessage({ email, sentAt, isAgain, isCertain }: SentMessageProps) {
  const { date } = useFormat();
  const time = date(sentAt, 'time');
  const address = <span className="inline-block max-w-full wrap-anywhere">{email}</span>;
  return (
    <>
      <h2 className="text-lg font-semibold tracking-tight">
        {isCertain ? <Trans>One step left: confirm {address}</Trans> : <Trans>We sent a message to {address}</Trans>}
      </h2>
      <p role="status" className="mt-0.5">
        {isAgain ? (
          <Trans>We sent another message at {time}.</Trans>
        ) : isCertain ? (
          <Trans>Open the link that we sent at {time}. It also signs you in.</Trans>
        ) : (
          <Trans>It was sent at {time} and explains what to do next.</Trans>
        )}
      </p>
    </>
  );
}

interface EmailActionsProps {
  email: string;
  secondsLeft: number;
  isPending: boolean;
  send: (email: string) => Promise<void>;
  /** The button or link for a wrong address. */
  correction: ReactNode;
}

/** Opens the mailbox, sends the mail again, or corrects the address. */
function EmailActions({ email, secondsLeft, isPending, send, correction }: EmailActionsProps) {
  const [problem, setProblem] = useState<string>();
  const again = async () => {
    setProblem(undefined);
    try {
      await send(email);
    } catch (error) {
      setProblem(describeProblem(error));
    }
  };
  const left = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3 max-sm:-ml-13">
        <Mailboxes email={email} />
        {secondsLeft > 0 ? (
          <span className="text-muted tabular-nums">
            <Trans>Send again in {left}</Trans>
          </span>
        ) : (
          <button
            type="button"
            aria-disabled={isPending || undefined}
            className={linkClasses}
            onClick={() => !isPending && void again()}
          >
            <Trans>Send again</Trans>
          </button>
        )}
        <span className="max-sm:ml-auto">{correction}</span>
      </div>
      {problem && (
        <div role="alert" className="mt-3">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </>
  );
}

function Mailboxes({ email }: { email: string }) {
  const mailboxes = findMailboxes(email);
  if (mailboxes.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {mailboxes.map(({ name, url }) => (
        <a
          key={name}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ className: 'max-sm:h-11 max-sm:flex-1' })}
        >
          <Trans>Open {name}</Trans>
          <ArrowUpRight aria-hidden="true" />
        </a>
      ))}
    </div>
  );
}

interface CorrectionProps {
  email: string;
  isPending: boolean;
  onSend: (email: string) => Promise<void>;
  onClose: () => void;
}

/** Edits the address in place, and sends the mail to it. */
function Correction({ email, isPending, onSend, onClose }: CorrectionProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(email);
  const [problem, setProblem] = useState<string>();
  useEffect(() => field.current?.select(), []);
  const refuse = (message: string) => {
    setProblem(message);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (!typed.trim()) return refuse(t`Please input email`);
    try {
      await onSend(typed.trim());
      onClose();
    } catch (error) {
      refuse((error instanceof ApiError && error.problem.propertyErrors?.email?.[0]) || describeProblem(error));
    }
  };
  return (
    <form noValidate className="mt-4 grid gap-3 max-sm:-ml-13" onSubmit={(event) => void submit(event)}>
      <Field label={t`Correct address`} error={problem}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={typed}
            className="h-10 max-w-[420px]"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          <Trans>Send to this address</Trans>
        </Button>
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
