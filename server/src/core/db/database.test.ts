import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { isDatabaseUnavailable, isUniqueViolation, openDatabase, retryOnConflict } from './database.ts';

const failure = (code: string, rest: object = {}) =>
  Object.assign(new Error('in the words of the driver'), { code, ...rest });

describe('an error', () => {
  test.each([
    ['a connection that failed', '08006'],
    ['too many connections', '53300'],
    ['no memory', '53200'],
    ['an administrator who stops it', '57P01'],
    ['a crash of another session', '57P02'],
    ['a server that is starting up', '57P03'],
    ['nobody who listens', 'ECONNREFUSED'],
    ['a broken connection', 'ECONNRESET'],
  ])('of %s (%s) says that the database is away, also as the cause of another', (_what, code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('failed query', { cause: failure(code) }))).toBe(true);
  });

  test.each([
    ['a missing table', '42P01'],
    ['a unique index', '23505'],
    ['a statement that took too long', '57014'],
    ['a file that is not there', 'ENOENT'],
  ])('of %s (%s) does not', (_what, code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(false);
  });

  test('of a unique index is known by its constraint', () => {
    const error = new Error('failed query', { cause: failure('23505', { constraint: 'users_email_key' }) });
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'users_email_key')).toBe(true);
    expect(isUniqueViolation(error, 'users_login_key')).toBe(false);
    expect(isUniqueViolation(failure('23503'))).toBe(false);
  });
});

describe('a statement', () => {
  test.each(['40P01', '40001'])(
    'that was given up for another (%s) is made once more, and no oftener',
    async (code) => {
      const statement = vi.fn().mockRejectedValueOnce(failure(code)).mockResolvedValue('done');
      expect(await retryOnConflict(statement)).toBe('done');
      expect(statement).toHaveBeenCalledTimes(2);
      const unlucky = vi.fn().mockRejectedValue(failure(code));
      await expect(retryOnConflict(unlucky)).rejects.toMatchObject({ code });
      expect(unlucky).toHaveBeenCalledTimes(2);
      const wrapped = vi.fn().mockRejectedValueOnce(new Error('a query failed', { cause: failure(code) }));
      await retryOnConflict(wrapped);
      expect(wrapped).toHaveBeenCalledTimes(2);
    },
  );

  test('that failed otherwise is not', async () => {
    const statement = vi.fn().mockRejectedValue(failure('23505'));
    await expect(retryOnConflict(statement)).rejects.toMatchObject({ code: '23505' });
    expect(statement).toHaveBeenCalledOnce();
  });
});

describe('a query', async () => {
  const { url } = await createTestDatabase();
  const small = openDatabase(url, 1, () => {});
  afterAll(() => small.close());

  test('runs 15 s at most, and a transaction that nobody goes on with is ended after 20', async () => {
    const { rows } = await small.pool.query(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
    );
    expect(rows).toEqual([{ statement: '15s', idle: '20s' }]);
  });

  test('waits 3 s at most for a connection, and then is told that the database is away', async () => {
    const held = await small.pool.connect();
    try {
      const begin = performance.now();
      const refusal = await small.pool.query('select 1').catch((error: unknown) => error);
      expect(performance.now() - begin).toBeGreaterThan(2_500);
      expect(performance.now() - begin).toBeLessThan(10_000);
      expect(isDatabaseUnavailable(refusal)).toBe(true);
      expect(await small.answers()).toBe(false);
    } finally {
      held.release();
    }
    expect(await small.answers()).toBe(true);
  });
});
