import { useCallback, useEffect, useState } from 'react';

/** Whole seconds from now until `until`, never negative. */
export function secondsUntil(until: Date | null, now = Date.now()): number {
  return until ? Math.max(0, Math.ceil((until.getTime() - now) / 1000)) : 0;
}

/**
 * A countdown for the code TooManyRequests: pass the error's `retryAt` to `blockUntil`. `secondsLeft` counts down
 * and is 0 when the button may be pressed again (WEB-8).
 */
export function useBlockTimer() {
  const [until, setUntil] = useState<Date | null>(null);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (!until) return;
    const timer = setInterval(() => {
      const left = secondsUntil(until);
      setSecondsLeft(left);
      if (left === 0) setUntil(null);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);

  const blockUntil = useCallback((moment: Date | null) => {
    setUntil(moment);
    setSecondsLeft(secondsUntil(moment));
  }, []);

  return { secondsLeft, isBlocked: secondsLeft > 0, blockUntil };
}
