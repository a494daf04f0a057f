import { useLingui } from '@lingui/react/macro';
import type { Challenge, SecondFactorMethod } from '@portico/contract';
import { useEffect, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { modelState } from '../../../lib/preloaded.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { codeLength } from '../../../ui/code-input.tsx';
import { nextAddress, sendCode, verifyCode } from '../api/sign-in.ts';
import { hasEnded } from './use-challenge.ts';
import { firstWay, type Way } from './ways.tsx';

const parseTime = (time: string | null | undefined) => (time ? new Date(time) : null);

/** The error of a form that was posted before hydration. */
function postedError(): string | undefined {
  return Object.values(modelState().modelState).flat().join('\n') || undefined;
}

interface Props {
  challenge: Challenge;
  take: (challenge: Challenge) => void;
  end: () => void;
}

/** The state of the second step: method, code, progress and errors. */
export function useSecondStep({ challenge, take, end }: Props) {
  const missingIn = useMissing();
  const [way, setWay] = useState<Way>(() => firstWay(challenge));
  const [code, setCode] = useState('');
  const [pending, setPending] = useState<'send' | 'verify' | null>(null);
  const resend = useBlockTimer();
  const block = useBlockTimer();
  const { codeError, setCodeError, problem, forget, failed } = useProblems({ end, resend, block });
  const method = challenge.methods.find(({ name }) => name === way);

  const { blockUntil: blockResend } = resend;
  useEffect(() => blockResend(parseTime(challenge.sendBlockedTo)), [challenge.sendBlockedTo, blockResend]);
  const { blockUntil } = block;
  useEffect(() => blockUntil(parseTime(method?.blockedTo)), [method?.blockedTo, blockUntil]);

  const send = async (by: SecondFactorMethod) => {
    if (pending || resend.isBlocked) return;
    forget();
    setPending('send');
    try {
      const outcome = await sendCode(by);
      setCode('');
      if (outcome.challenge) take(outcome.challenge);
    } catch (error) {
      failed(error, 'send');
    }
    setPending(null);
  };

  const verify = async (given: string, rememberBrowser: boolean): Promise<boolean> => {
    if (pending || block.isBlocked) return true;
    forget();
    const missing = missingIn(way, given);
    if (missing) {
      setCodeError(missing);
      return false;
    }
    setPending('verify');
    signsIn(true);
    try {
      const outcome = await verifyCode({ method: way === 'Recovery' ? null : way, code: given, rememberBrowser });
      // Replaces the history entry, so that 'back' leads to the page before the sign-in.
      location.replace(nextAddress(outcome));
      return true;
    } catch (error) {
      signsIn(false);
      setPending(null);
      failed(error, 'verify');
      return false;
    }
  };
  const choose = (other: Way) => {
    forget();
    setCode('');
    setWay(other);
  };
  const type = (text: string) => {
    setCodeError(undefined);
    setCode(text);
  };

  return { way, method, code, codeError, problem, pending, resend, block, send, verify, choose, type };
}

interface ProblemOptions extends Pick<Props, 'end'> {
  resend: ReturnType<typeof useBlockTimer>;
  block: ReturnType<typeof useBlockTimer>;
}

/** The errors of sending and verifying a code. */
function useProblems({ end, resend, block }: ProblemOptions) {
  /** Shown at the field. */
  const [codeError, setCodeError] = useState<string | undefined>(postedError);
  /** Shown above the buttons: an error that belongs to no field. */
  const [problem, setProblem] = useState<string>();

  const forget = () => {
    setCodeError(undefined);
    setProblem(undefined);
  };
  const failed = (error: unknown, step: 'send' | 'verify') => {
    if (hasEnded(error)) return end();
    if (!(error instanceof ApiError)) return setProblem(describeProblem(error));
    if (error.code === 'TooManyRequests') {
      return (step === 'send' ? resend : block).blockUntil(error.retryAt);
    }
    const isAboutCode = error.code === 'InvalidCode' || error.code === 'ValidationError';
    return step === 'verify' && isAboutCode ? setCodeError(describeProblem(error)) : setProblem(describeProblem(error));
  };

  return { codeError, setCodeError, problem, forget, failed };
}

/** The error of a code before it is sent (MFA-3). */
function useMissing() {
  const { t } = useLingui();
  return (way: Way, given: string) => {
    if (way === 'Recovery') return given ? undefined : t`Enter a recovery code`;
    return given.length === codeLength ? undefined : t`Length should be 6`;
  };
}
