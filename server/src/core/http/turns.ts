import PQueue from 'p-queue';
import type { Database } from '../db/database.ts';
import { blockedUntil } from './limits.ts';

/** Milliseconds after which one who was turned away may ask again. */
const pause = 1_000;

export interface TurnBounds {
  /** Pieces of work of one key that run at once in this process. */
  readonly atOnce: number;
  /** Pieces of work of one key that may wait for their turn. */
  readonly waiting: number;
}

/** A queue with the number of those who run or wait in it. It is forgotten when nobody does. */
interface Used {
  readonly queue: PQueue;
  by: number;
}

/** A bound on what one key, such as an account, has done at once. */
export interface Turns {
  /** Does the work in its turn. @throws TooManyRequestsError when too many of the same key wait; the errors of the work. */
  run<Result>(database: Database, key: string | number, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Declares a bound for work that makes several calls to Stripe. A limit by the minute lets all of them come in one second, and they would wait in
 * front of everybody else's calls (LIM-11).
 */
export function defineTurns({ atOnce, waiting }: TurnBounds): Turns {
  const queuesOf = new WeakMap<Database, Map<string | number, Used>>();
  return {
    async run(database, key, work) {
      const queues = queuesOf.get(database) ?? new Map<string | number, Used>();
      queuesOf.set(database, queues);
      const used = queues.get(key) ?? { queue: new PQueue({ concurrency: atOnce }), by: 0 };
      if (used.by >= atOnce + waiting) throw blockedUntil(Date.now() + pause);
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
