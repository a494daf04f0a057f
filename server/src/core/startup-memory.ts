/** Milliseconds after the start, so that first requests are not delayed. */
const delay = 2_000;

/**
 * Loads what the first change will need, then collects the garbage of the start, which blocks once for about 60 ms and
 * frees about 20 MB (`docs/benchmarks.md`).
 * @param load errors are ignored, because the first use reports them.
 * @returns a function that cancels the timer.
 */
export function releaseStartupMemory(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(async () => {
    await load().catch(() => {});
    // A 'last resort' collection returns memory to the system. After any other, V8 keeps it for new objects.
    await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' });
  }, delay);
  timer.unref();
  return () => clearTimeout(timer);
}
