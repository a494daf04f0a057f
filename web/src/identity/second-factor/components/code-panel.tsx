import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { ApiError } from '../../../lib/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type CodeTarget, useEnableMethod, useSendSetupCode } from '../second-factor.api.ts';
import { CodeField, messageAt, useCodeCheck } from './code-field.tsx';
import { PanelButtons, PanelProblem, type PanelProps } from './panel-parts.tsx';

interface CodePanelProps extends PanelProps {
  method: CodeTarget['method'];
  /** The user's known address or number, as the default. */
  known: string;
}

/** Sends a code to an address or number and verifies it. Another address needs another code. */
export function CodePanel({ method, known, onBack, onCancel, onEnabled }: CodePanelProps) {
  const enable = useEnableMethod();
  const check = useCodeCheck();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const sending = useSending(method, known);
  const { sentTo } = sending;
  const changeCode = (digits: string) => {
    setWrong(undefined);
    enable.reset();
    setCode(digits);
  };
  const sendCode = () => {
    changeCode('');
    sending.start();
  };
  const submitCode = (target: string) => {
    const problem = check(code);
    setWrong(problem);
    if (problem || enable.isPending) return;
    enable.mutate({ method, target, code }, { onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes) });
  };
  const targetError = messageAt(sending.error, properties[method]) ?? messageAt(enable.error, properties[method]);
  const codeError = wrong ?? messageAt(enable.error, 'code');
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (sentTo === undefined) sendCode();
        else submitCode(sentTo);
      }}
    >
      <TargetField method={method} sending={sending} error={targetError} onSend={sendCode} />
      <PanelProblem error={sending.error} isShown={targetError !== undefined} />
      {sentTo === undefined ? (
        <PanelButtons onBack={onBack} onCancel={onCancel} canEnable={false} />
      ) : (
        <>
          <p role="status" className="text-muted">
            <Trans>A code is on its way to {sentTo}. It works for ten minutes.</Trans>
          </p>
          <CodeField code={code} error={codeError} onChange={changeCode} />
          <PanelProblem error={enable.error} isShown={codeError !== undefined || targetError !== undefined} />
          <PanelButtons onBack={onBack} onCancel={onCancel} isPending={enable.isPending} />
        </>
      )}
    </form>
  );
}

/** The names of the fields in the server's messages. */
const properties = { Email: 'email', Phone: 'phone' } as const;

/** The address for codes, whether one was sent, and when the next one may be sent. */
function useSending(method: CodeTarget['method'], known: string) {
  const send = useSendSetupCode();
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();
  const [target, setTarget] = useState(known);
  const [sentTo, setSentTo] = useState<string>();
  const blockedTo = send.error instanceof ApiError ? send.error.blockedTo : null;
  useEffect(() => {
    if (blockedTo) blockUntil(blockedTo);
  }, [blockedTo, blockUntil]);
  return {
    target,
    sentTo,
    secondsLeft,
    isBlocked,
    isPending: send.isPending,
    error: send.error,
    change(next: string) {
      setTarget(next);
      setSentTo(undefined);
      send.reset();
    },
    start() {
      if (isBlocked || send.isPending || target.trim() === '') return;
      send.mutate(
        { method, target },
        {
          onSuccess: ({ blockedTo: until }) => {
            setSentTo(target);
            blockUntil(until ? new Date(until) : null);
          },
        },
      );
    },
  };
}

interface TargetFieldProps {
  method: CodeTarget['method'];
  sending: ReturnType<typeof useSending>;
  error: string | undefined;
  onSend: () => void;
}

function TargetField({ method, sending, error, onSend }: TargetFieldProps) {
  const { t } = useLingui();
  const { target, sentTo, secondsLeft, isBlocked, isPending, change } = sending;
  const isEmail = method === 'Email';
  return (
    <Field
      label={isEmail ? t`Email address` : t`Phone number`}
      required
      error={error}
      hint={
        isEmail ? (
          t`After you reset a forgotten password, codes sent to the same mailbox are not accepted. Add another method, or keep your recovery codes.`
        ) : (
          <PhoneHint />
        )
      }
    >
      {(control) => (
        <span className="flex flex-wrap gap-2">
          <TextInput
            {...control}
            type={isEmail ? 'email' : 'tel'}
            autoComplete={isEmail ? 'email' : 'tel'}
            className="flex-1 basis-48"
            value={target}
            onChange={(event) => change(event.target.value)}
          />
          <Button
            variant={sentTo === undefined ? 'primary' : 'secondary'}
            pending={isPending}
            disabled={isBlocked || target.trim() === ''}
            className="max-xs:flex-1"
            onClick={onSend}
          >
            <SendLabel isSent={sentTo !== undefined} secondsLeft={secondsLeft} />
          </Button>
        </span>
      )}
    </Field>
  );
}

/** The form of a number, and the risks of text messages. */
function PhoneHint() {
  return (
    <>
      <Trans>With the country’s code, such as +1 415 555 0132</Trans>
      <br />
      <Trans>
        An authenticator is safer. Somebody who takes over your number, or sees messages on your locked phone, gets your
        codes.
      </Trans>
    </>
  );
}

function SendLabel({ isSent, secondsLeft }: { isSent: boolean; secondsLeft: number }) {
  if (secondsLeft > 0) return <Trans>Send again in {secondsLeft} s</Trans>;
  return isSent ? <Trans>Send again</Trans> : <Trans>Send code</Trans>;
}
