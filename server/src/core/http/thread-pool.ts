import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The threads of libuv, which read files, resolve host names, compress, and hash passwords. */
export interface ThreadPool {
  /** Whether a thread takes a job within `wait` milliseconds. */
  answers(wait: number): Promise<boolean>;
  /** Whether the last job that was begun has waited for `milliseconds`. Begins a job if none waits. */
  isStuckFor(milliseconds: number): boolean;
}

/** @param run a cheap job in the thread pool */
export function createThreadPool(run: () => Promise<unknown> = () => promisify(randomBytes)(1)): ThreadPool {
  // All checks share one job, so that they never fill the pool themselves.
  let waiting: { readonly since: number; readonly job: Promise<boolean> } | undefined;
  const begin = () => {
    waiting ??= {
      since: performance.now(),
      job: run().then(() => {
        waiting = undefined;
        return true;
      }),
    };
    return waiting;
  };
  return {
    answers: async (wait) => {
      const ending = new AbortController();
      const timeOut = pause(wait, false, { signal: ending.signal }).catch(() => false);
      return Promise.race([begin().job, timeOut]).finally(() => ending.abort());
    },
    isStuckFor: (milliseconds) => performance.now() - begin().since >= milliseconds,
  };
}
