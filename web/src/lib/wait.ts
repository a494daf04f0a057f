/** Poll interval in milliseconds while a change is pending: short at first, then longer (WEB-11). */
export function pollDelay(attempt: number): number {
  return Math.min(1000 + attempt * 500, 5000);
}

/**
 * Waits.
 * @throws the browser's AbortError if `signal` ends the waiting
 */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('nobody waits any more', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
