import PQueue from 'p-queue';
import type { Database } from '../db/database.ts';
import { blockedUntil } from './limits.ts';

/** Retry-After for rejected callers, in milliseconds. */
const retryAfter = 1_000;

export interface ConcurrencyBounds {
  /** Maximum number of concurrent tasks of one key in this process. */
  readonly atOnce: number;
  /** Maximum number of waiting tasks of one key. */
  readonly waiting: number;
}

/** A queue with the number of its running and waiting tasks. It is deleted once it is empty. */
interface KeyQueue {
  readonly queue: PQueue;
  by: number;
}

/** Limits the concurrent work of one key, such as an account. */
export interface ConcurrencyLimit {
  /**
   * Runs the work when it is its turn. @throws TooManyRequestsError if too many tasks of the key wait; the errors of
   * the work.
   */
  run<Result>(database: Database, key: string | number, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Declares a limit for work that makes several calls to Stripe. A limit per minute would allow all of it in one
 * second, and so delay everybody else's calls (LIM-11).
 */
export function defineConcurrencyLimit({ atOnce, waiting }: ConcurrencyBounds): ConcurrencyLimit {
  const queuesByDatabase = new WeakMap<Database, Map<string | number, KeyQueue>>();
  return {
    async run(database, key, work) {
      const queues = queuesByDatabase.get(database) ?? new Map<string | number, KeyQueue>();
      queuesByDatabase.set(database, queues);
      const used = queues.get(key) ?? { queue: new PQueue({ concurrency: atOnce }), by: 0 };
      if (used.by >= atOnce + waiting) throw blockedUntil(Date.now() + retryAfter);
      queues.set(key, used);
      used.by += 1;
      try {
        return await used.queue.add(work);
      } finally {
        used.by -= 1;
        if (used.by === 0) queues.delete(key);
      }
    },
  };
}
