import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { TooManyRequestsError } from './app-error.ts';

export interface Limit {
  /** Takes one place in one atomic statement: however many try at once, on however many processes. @throws TooManyRequestsError when none is left. */
  take(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
}

/**
 * So many in so many seconds, counted from the first. The counters stand in the database: restarts do not reset them, and processes share them.
 * @param name of the limit; keys of different limits do not meet.
 */
export function createLimit(database: Database, name: string, points: number, seconds: number): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes
          ? blockedUntil(Date.now() + Math.max(0, refusal.msBeforeNext))
          : refusal;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}

/** A limit as a module declares it, whatever database it counts in. */
export interface LimitRule {
  /** Takes one place. @throws TooManyRequestsError when none is left. */
  take(database: Database, key: string | number): Promise<void>;
  giveBack(database: Database, key: string | number): Promise<void>;
}

/**
 * Declares a limit: so many `points` in so many `seconds`, counted from the first.
 * @param name of the limit; keys of different limits do not meet.
 */
export function defineLimit(name: string, points: number, seconds: number): LimitRule {
  const limits = new WeakMap<Database, Limit>();
  function limitIn(database: Database): Limit {
    const limit = limits.get(database) ?? createLimit(database, name, points, seconds);
    limits.set(database, limit);
    return limit;
  }
  return {
    take: (database, key) => limitIn(database).take(String(key)),
    giveBack: (database, key) => limitIn(database).giveBack(String(key)),
  };
}

/** @param milliseconds since 1970 at which the block ends. */
export function blockedUntil(milliseconds: number): TooManyRequestsError {
  return new TooManyRequestsError(new Date(milliseconds));
}
