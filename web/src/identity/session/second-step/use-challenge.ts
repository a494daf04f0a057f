import type { Challenge } from '@portico/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/problem.ts';
import { getChallenge } from '../api/sign-in.ts';

export type ChallengeState =
  | { kind: 'loading' }
  /** It is unknown whether a sign-in is waiting. */
  | { kind: 'failed'; error: unknown }
  /** No sign-in is waiting. */
  | { kind: 'ended' }
  | { kind: 'open'; challenge: Challenge };

/** The maximum timeout that browsers support, in milliseconds. */
const longestWait = 2 ** 31 - 1;

export const hasEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'ChallengeExpired';

/**
 * The sign-in of this browser that waits for its second factor. Read again when it expires, and when the page becomes
 * visible, because another tab may have started, canceled or completed a sign-in.
 */
export function useChallenge() {
  const [state, setState] = useState<ChallengeState>({ kind: 'loading' });
  const take = useCallback((challenge: Challenge) => setState({ kind: 'open', challenge }), []);
  const end = useCallback(() => setState({ kind: 'ended' }), []);

  const read = useCallback(async () => {
    try {
      take(await getChallenge());
    } catch (error) {
      if (hasEnded(error)) end();
      // Keeps the known state, because each step asks the server anyway.
      else setState((known) => (known.kind === 'open' ? known : { kind: 'failed', error }));
    }
  }, [take, end]);

  useEffect(() => {
    void read();
    const listeners = new AbortController();
    const readAgain = () => {
      if (!document.hidden) void read();
    };
    document.addEventListener('visibilitychange', readAgain, { signal: listeners.signal });
    addEventListener('pageshow', (event) => event.persisted && readAgain(), { signal: listeners.signal });
    return () => listeners.abort();
  }, [read]);

  const expiresAt = state.kind === 'open' ? state.challenge.expiresAt : null;
  useEffect(() => {
    if (!expiresAt) return;
    const left = Math.max(0, Date.parse(expiresAt) - Date.now());
    const timer = setTimeout(() => void read(), Math.min(left + 1000, longestWait));
    return () => clearTimeout(timer);
  }, [expiresAt, read]);

  const retry = useCallback(() => {
    setState({ kind: 'loading' });
    void read();
  }, [read]);

  return { state, take, end, retry };
}
