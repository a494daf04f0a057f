import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/database.ts';
import { TooManyRequestsError } from './app-error.ts';

export interface Limit {
  /**
   * Counts an attempt in one atomic statement, which is safe with concurrent processes (LIM-1).
   * @param points the attempt's cost, 1 by default. @throws TooManyRequestsError if fewer are left.
   */
  take(key: string, points?: number): Promise<void>;
  giveBack(key: string): Promise<void>;
  /** When attempts are allowed again; null while some are left. Does not count an attempt. */
  blockedTo(key: string): Promise<Date | null>;
  /** When the next attempt is allowed; null if it is allowed now. Does not count an attempt. */
  nextAt(key: string): Promise<Date | null>;
}

/**
 * Allows a number of attempts in a number of seconds, counted from the first (LIM-1). The counters are in the database:
 * restarts do not reset them, and processes share them.
 * @param name of the limit. Different limits have separate keys.
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
  async function findBlockEnd(key: string, isOver: (consumed: number) => boolean): Promise<Date | null> {
    const counted = await limiter.get(key);
    if (counted === null || counted.msBeforeNext <= 0 || !isOver(counted.consumedPoints)) return null;
    return new Date(Date.now() + counted.msBeforeNext);
  }
  return {
    async take(key, points = 1) {
      try {
        await limiter.consume(key, points);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes
          ? blockedUntil(Date.now() + Math.max(0, refusal.msBeforeNext))
          : refusal;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
    blockedTo: (key) => findBlockEnd(key, (consumed) => consumed > points),
    nextAt: (key) => findBlockEnd(key, (consumed) => consumed >= points),
  };
}

/** A limit as declared by a module, independent of the database with the counters. */
export interface LimitRule {
  /** Counts an attempt as one, or as `points`. @throws TooManyRequestsError if fewer are left. */
  take(database: Database, key: string | number, points?: number): Promise<void>;
  /** Counts an attempt. @returns false if `take` would throw */
  tryTake(database: Database, key: string | number): Promise<boolean>;
  giveBack(database: Database, key: string | number): Promise<void>;
  /** When attempts are allowed again; null while some are left. Does not count an attempt. */
  blockedTo(database: Database, key: string | number): Promise<Date | null>;
  /** When the next attempt is allowed; null if it is allowed now. Does not count an attempt. */
  nextAt(database: Database, key: string | number): Promise<Date | null>;
}

/**
 * Declares a limit of `points` attempts in `seconds`, counted from the first.
 * @param name of the limit. Different limits have separate keys.
 */
export function defineLimit(name: string, points: number, seconds: number): LimitRule {
  const limits = new WeakMap<Database, Limit>();
  function limitIn(database: Database): Limit {
    const limit = limits.get(database) ?? createLimit(database, name, points, seconds);
    limits.set(database, limit);
    return limit;
  }
  return {
    take: (database, key, points) => limitIn(database).take(String(key), points),
    async tryTake(database, key) {
      try {
        await limitIn(database).take(String(key));
        return true;
      } catch (error) {
        if (error instanceof TooManyRequestsError) return false;
        throw error;
      }
    },
    giveBack: (database, key) => limitIn(database).giveBack(String(key)),
    blockedTo: (database, key) => limitIn(database).blockedTo(String(key)),
    nextAt: (database, key) => limitIn(database).nextAt(String(key)),
  };
}

/** @param milliseconds since 1970 at which the block ends. */
export function blockedUntil(milliseconds: number): TooManyRequestsError {
  return new TooManyRequestsError(new Date(milliseconds));
}
