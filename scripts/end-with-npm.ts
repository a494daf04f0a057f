import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a program that npm runs. It sends the program a SIGTERM when npm, or the shell between them, ends: neither forwards the signal that
 * kills it.
 */
const watchMilliseconds = 500;

if (isMainThread) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, watchMilliseconds);
  watch.unref();
}
