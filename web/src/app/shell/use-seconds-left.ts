import { useEffect, useState } from 'react';

/**
 * Counts seconds down to 0. They are counted from when the page was asked for, so that a browser whose clock is wrong counts right.
 * @param seconds that were left when the server made the page
 */
export function useSecondsLeft(seconds: number): number {
  const leftNow = () => Math.max(0, Math.floor(seconds - performance.now() / 1000));
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftNow()), 1000);
    return () => clearInterval(timer);
  });
  return left;
}
