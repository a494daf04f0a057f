/** Milliseconds after the start, so that first requests are not delayed. */
const rest = 2_000;

/**
 * Loads what the first change will need, then collects the garbage of the start, which blocks the process for about 60 ms once.
 * V8 would collect it minutes later, and the process would hold about 20 MB more until then (`docs/benchmarks.md`). Without `--expose-gc` nothing is
 * collected.
 * @param load loads it. An error is ignored: the first use reports it.
 * @returns cancels the timer; call it when the portal stops.
 */
export function releaseStartupMemory(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(async () => {
    await load().catch(() => {});
    // A 'last resort' collection returns memory to the system. After any other, V8 keeps it for new objects.
    await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' });
  }, rest);
  timer.unref();
  return () => clearTimeout(timer);
}
