import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
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
    ['an administrator’s shutdown', '57P01'],
    ['a crash of another session', '57P02'],
    ['a server that is starting up', '57P03'],
    ['a refused connection', 'ECONNREFUSED'],
    ['a broken connection', 'ECONNRESET'],
  ])('of %s (%s) shows that the database is unreachable, also as the cause of another', (_what, code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
    expect(isDatabaseUnavailable(new Error('failed query', { cause: failure(code) }))).toBe(true);
  });

  test.each([
    ['a missing table', '42P01'],
    ['a unique index', '23505'],
    ['a statement that took too long', '57014'],
    ['a missing file', 'ENOENT'],
  ])('of %s (%s) does not show that the database is unreachable', (_what, code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(false);
  });

  test('of a unique index is identified by its constraint', () => {
    const error = new Error('failed query', { cause: failure('23505', { constraint: 'users_email_key' }) });
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'users_email_key')).toBe(true);
    expect(isUniqueViolation(error, 'users_login_key')).toBe(false);
    expect(isUniqueViolation(failure('23503'))).toBe(false);
  });
});

describe('a statement', () => {
  test.each(['40P01', '40001'])(
    'is retried exactly once if the database aborted it in favor of another statement (%s)',
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

  test('is not retried after other failures', async () => {
    const statement = vi.fn().mockRejectedValue(failure('23505'));
    await expect(retryOnConflict(statement)).rejects.toMatchObject({ code: '23505' });
    expect(statement).toHaveBeenCalledOnce();
  });
});

describe('a query', async () => {
  const { url } = await createTestDatabase();
  const small = openDatabase(url, 1, () => {});
  afterAll(() => small.close());

  test('runs for at most 15 s; an idle transaction is ended after 20 s', async () => {
    const { rows } = await small.pool.query(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
    );
    expect(rows).toEqual([{ statement: '15s', idle: '20s' }]);
  });

  test('has these limits without startup parameters, which a pooler refuses or ignores', async () => {
    const { hostname, port } = new URL(url);
    const startups: string[] = [];
    const relay = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.once('data', (packet) => startups.push(packet.toString('latin1')));
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const relayed = new URL(url);
    relayed.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const database = openDatabase(relayed.href, 1, () => {});
    const { rows } = await database.pool.query('show statement_timeout');
    await database.close();
    relay.close();
    expect(rows).toEqual([{ statement_timeout: '15s' }]);
    expect(startups).toHaveLength(1);
    expect(startups[0]).toContain('application_name');
    expect(startups[0]).not.toMatch(/timeout|options/);
  });

  test('waits at most 3 s for a connection, and then reports that the database is unreachable', async () => {
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
