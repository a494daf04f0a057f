import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before a program that npm runs: gives it a SIGTERM when what started it, npm or the shell between them, ends. Neither passes on what kills
 * it, so the program would live on.
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
