import type { SignUpOutcome } from '@portico/contract';
import { useEffect, useRef, useState } from 'react';
import { useBlockTimer } from '../../lib/block-timer.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { ApiError, unlessMissed } from '../../lib/problem.ts';
import { sendConfirmation, type WatchedConfirmation, watchConfirmation } from './api/sign-up-calls.ts';
import { solveOrReport } from './solve-captcha.ts';

const second = 1_000;
/** Milliseconds until the next poll: short at first, because most people open the mail right away. */
const pauseAfter = (milliseconds: number) => (milliseconds < 10 * 60 * second ? 4 * second : 20 * second);

/**
 * Watches whether the address is confirmed and the first device is active, while the page is visible.
 * @param awaitsDevice whether the order has a license for devices
 */
export function useWatchedConfirmation(outcome: SignUpOutcome | null, awaitsDevice: boolean): WatchedConfirmation {
  const [seen, setSeen] = useState<WatchedConfirmation>({
    isConfirmed: outcome?.isConfirmed ?? false,
    firstDevice: null,
  });
  const isWaiting = outcome !== null && (!seen.isConfirmed || (awaitsDevice && seen.firstDevice === null));
  useEffect(() => {
    if (!isWaiting) return;
    const since = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const poll = async () => {
      try {
        const found = document.hidden ? null : await unlessMissed(watchConfirmation());
        if (isOver) return;
        if (found) setSeen(found);
      } catch {
        // The outcome is no longer shown.
        return;
      }
      plan();
    };
    const plan = () => {
      timer = setTimeout(() => void poll(), pauseAfter(Date.now() - since));
    };
    const pollNow = () => {
      if (document.hidden) return;
      clearTimeout(timer);
      void poll();
    };
    plan();
    document.addEventListener('visibilitychange', pollNow);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', pollNow);
    };
  }, [isWaiting]);
  return seen;
}

/** Sends the mail again, or to another address. Counts down until it may be sent again. */
export function useResend({ email, sentAt, secondsLeft }: Pick<SignUpOutcome, 'email' | 'sentAt' | 'secondsLeft'>) {
  const [sent, setSent] = useState({ email, sentAt, isAgain: false });
  const [isPending, setIsPending] = useState(false);
  const timer = useBlockTimer();
  const { blockUntil } = timer;
  const blockFor = useRef((seconds: number) => blockUntil(new Date(Date.now() + seconds * second)));
  useEffect(() => blockFor.current(secondsLeft), [secondsLeft]);

  /** @throws ApiError, CaptchaError */
  const send = async (to: string): Promise<void> => {
    setIsPending(true);
    try {
      const signUp = preloaded().signUp;
      const answer = await sendConfirmation(to, signUp ? await solveOrReport(signUp.captcha) : undefined);
      setSent({ email: answer.email, sentAt: answer.sentAt, isAgain: true });
      blockFor.current(answer.secondsLeft);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TooManyRequests') blockUntil(error.retryAt);
      throw error;
    } finally {
      setIsPending(false);
    }
  };
  return { sent, send, isPending, secondsLeft: timer.secondsLeft };
}
