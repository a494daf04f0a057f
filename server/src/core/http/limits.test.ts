import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { isDatabaseUnavailable, openDatabase } from '../db/database.ts';
import { TooManyRequestsError } from './app-error.ts';
import { createLimit, defineLimit } from './limits.ts';

describe('a limit', async () => {
  const database = await createTestDatabase();
  const outcomes = async (tries: Promise<void>[]) => {
    const settled = await Promise.allSettled(tries);
    return settled.map((one) => (one.status === 'fulfilled' ? 'taken' : one.reason));
  };

  test('allows exactly its number of attempts, with any number of callers and processes, and reports when its block ends', async () => {
    const limits = [createLimit(database, 'tries', 5, 60), createLimit(database, 'tries', 5, 60)];
    const all = await outcomes(Array.from({ length: 50 }, (_, index) => limits[index % 2]?.take('7') as Promise<void>));
    expect(all.filter((one) => one === 'taken')).toHaveLength(5);
    for (const refusal of all.filter((one) => one !== 'taken')) {
      expect(refusal).toBeInstanceOf(TooManyRequestsError);
      const { additionalData, retryAfter } = refusal as TooManyRequestsError;
      expect(retryAfter).toBeGreaterThan(50);
      expect(retryAfter).toBeLessThanOrEqual(60);
      const until = Date.parse(String(additionalData?.blockedTo)) - Date.now();
      expect(until).toBeGreaterThan(50_000);
      expect(until).toBeLessThanOrEqual(60_000);
    }
    // An exhausted key affects neither another key nor another limit.
    await limits[0]?.take('8');
    await createLimit(database, 'others', 5, 60).take('7');
  });

  test('gives back an attempt', async () => {
    const limit = createLimit(database, 'given back', 1, 60);
    await limit.take('7');
    await limit.giveBack('7');
    await limit.take('7');
    await expect(limit.take('7')).rejects.toBeInstanceOf(TooManyRequestsError);
  });

  test('reports whether an attempt was allowed', async () => {
    const limit = defineLimit('tried', 1, 60);
    expect(await limit.tryTake(database, 7)).toBe(true);
    expect(await limit.tryTake(database, 7)).toBe(false);
    expect(await limit.tryTake(database, 8)).toBe(true);
  });

  test('fails with an error other than TooManyRequests if the database is unreachable', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:9/none', 1, () => {});
    const limit = defineLimit('tries', 5, 60);
    for (const attempt of [limit.take, limit.tryTake]) {
      const failure = await attempt(away, 7).catch((error: unknown) => error);
      expect(failure).not.toBeInstanceOf(TooManyRequestsError);
      expect(isDatabaseUnavailable(failure)).toBe(true);
    }
    await away.close();
  });
});
