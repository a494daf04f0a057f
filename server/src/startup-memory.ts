/** Milliseconds after the start: who waited for the portal comes first. */
const rest = 2_000;

/**
 * Makes a portal that was just started ready to rest: what the first change will need is loaded before anybody waits for it, then V8 collects what
 * loading left behind and gives the memory back, which holds everything up for some 60 ms once. On its own it would do so minutes later, and until
 * then the process would have some 20 MB more than it needs (`docs/benchmarks.md`). Collecting needs `--expose-gc`; without it nothing is collected.
 * @param load what is to be loaded; a failure is for whoever needs it to tell.
 * @returns ends the waiting; call it when the portal stops.
 */
export function releaseStartupMemory(load: () => Promise<unknown>): () => void {
  const timer = setTimeout(async () => {
    await load().catch(() => {});
    // 'Last resort' is what V8 calls a collection that gives memory back; after any other it keeps what it freed for new objects.
    await globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' });
  }, rest);
  timer.unref();
  return () => clearTimeout(timer);
}
