import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portico/postgres';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { startSandboxHost } from './sandbox-host.ts';

test('a process that waits for another process’s sandbox opens no connection to the database, and takes over', async () => {
  const database = await createTestDatabase();
  const options = {
    databaseUrl: database.url,
    port: await freePort(),
    browserBase: '',
    logger: pino({ level: 'silent' }),
  };
  const countSessions = async () => {
    await database.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await database.pool.query(
      'select sessions::int from pg_stat_database where datname = current_database()',
    );
    return rows[0].sessions as number;
  };
  const isHealthy = () => fetch(`${second.apiBase}/_sandbox/health`).then(({ ok }) => ok);
  const first = await startSandboxHost(options);
  const second = await startSandboxHost(options);
  const before = await countSessions();
  await pause(2_500);
  expect(await countSessions()).toBe(before);
  await first.close();
  await vi.waitFor(async () => expect(await isHealthy()).toBe(true), { timeout: 30_000, interval: 100 });
  expect(await countSessions()).toBeGreaterThan(before);
  await second.close();
}, 60_000);
