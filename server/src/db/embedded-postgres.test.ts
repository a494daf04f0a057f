import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portico-embedded-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function run(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  test('keeps what was written, is adopted while it runs, and takes nobody without its password', async () => {
    const first = await startEmbeddedPostgres(dataDir);
    await run(first.connectionString, 'create table kept (n integer); insert into kept values (7)');
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o077).toBe(0);

    // A killed portal leaves it running: the next start finds the same server.
    const adopted = await startEmbeddedPostgres(dataDir);
    expect(adopted.connectionString).toBe(first.connectionString);
    expect(await findEmbeddedPostgres(dataDir)).toBe(first.connectionString);

    const stranger = new URL(first.connectionString);
    stranger.password = 'guessed';
    await expect(run(stranger.href, 'select 1')).rejects.toThrow(/password/);

    await adopted.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
    const again = await startEmbeddedPostgres(dataDir);
    expect(await run(again.connectionString, 'select n from kept')).toEqual([{ n: 7 }]);

    // One that was killed before its database was made is completed.
    const admin = new URL(again.connectionString);
    admin.pathname = '/postgres';
    await run(admin.href, 'drop database portico with (force)');
    const completed = await startEmbeddedPostgres(dataDir);
    expect(await run(completed.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await completed.stop();
  }, 60_000);
});
