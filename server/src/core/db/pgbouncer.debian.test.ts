import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@portico/stripe-sandbox';
import { describe, expect, test, vi } from 'vitest';
import { closeAfterTests, temporaryFolder } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { ownPort } from '../../../test/own-port.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import { DatabaseError } from './require-database.ts';

const program = '/usr/sbin/pgbouncer';

/** Starts Debian's PgBouncer with its defaults in front of a new database. @returns the address of the database through it */
async function startPgBouncer(mode: 'session' | 'transaction'): Promise<string> {
  const { url } = await createTestDatabase();
  const server = new URL(url);
  const port = await ownPort();
  const folder = temporaryFolder('pgbouncer');
  const file = join(folder, 'pgbouncer.ini');
  const { hostname, port: serverPort, username, password } = server;
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  // PgBouncer does not run as root, and no other user can look into the folder, so it gets the open file.
  const opened = openSync(file, 'r');
  const child = spawn(program, ['/proc/self/fd/3'], {
    stdio: ['ignore', 'ignore', 'ignore', opened],
    ...(process.getuid?.() === 0 && { uid: 65_534 }),
  });
  closeSync(opened);
  const ended = once(child, 'exit');
  closeAfterTests(async () => {
    child.kill('SIGINT');
    await ended;
  });
  server.host = `127.0.0.1:${port}`;
  const { pool, close } = openDatabase(server.href, 1, () => {});
  await vi.waitFor(() => pool.query('select 1'), 10_000);
  await close();
  return server.href;
}

// Needs the package pgbouncer.
describe.skipIf(!existsSync(program))('behind PgBouncer', () => {
  test('transaction mode is refused in one sentence', async () => {
    const { pool, close } = openDatabase(await startPgBouncer('transaction'), 2, () => {});
    closeAfterTests(close);
    const refusal = await migrate(pool).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect((refusal as Error).message).toContain('a pooler in transaction mode');
  });

  test('session mode starts with the defaults, and keeps limits and the sandbox’s schema', async () => {
    const url = await startPgBouncer('session');
    const { pool, close } = openDatabase(url, 2, () => {});
    closeAfterTests(close);
    expect(await migrate(pool)).toEqual([]);
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }]);
    const sandbox = await startSandbox({ databaseUrl: url, port: 0 });
    closeAfterTests(() => sandbox.close());
    const health = await fetch(`${sandbox.url}/_sandbox/health`);
    expect(await health.json()).toMatchObject({ instance: sandbox.instanceId });
  });
});
