import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/clean-up.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

const dataDir = temporaryFolder('embedded');

async function run(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const sockets = (folder: string) => readdirSync(join(folder, 'socket'));

/** Ends a server as a power cut would. */
async function cut(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the embedded PostgreSQL', () => {
  test('is reached by a socket that only its owner may use, and by loopback; a killed one leaves no socket for ever', async () => {
    const folder = temporaryFolder('embedded');
    const first = await startEmbeddedPostgres(folder);
    const address = 'select inet_client_addr() is null as by_socket';
    expect(await run(first.connectionString, address)).toEqual([{ by_socket: true }]);
    const loopback = new URL(first.connectionString);
    loopback.search = '';
    expect(await run(loopback.href, address)).toEqual([{ by_socket: false }]);
    loopback.password = 'guessed';
    await expect(run(loopback.href, 'select 1')).rejects.toThrow(/password/);
    const before = sockets(folder);
    expect(before).toHaveLength(2);
    expect(statSync(join(folder, 'socket', before[0] ?? '')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'socket')).mode & 0o077).toBe(0);

    await cut(folder);
    expect(sockets(folder)).toEqual(before);
    const again = await startEmbeddedPostgres(folder);
    expect(sockets(folder)).toHaveLength(2);
    expect(sockets(folder)).not.toEqual(before);
    await again.stop();
    expect(sockets(folder)).toEqual([]);
  }, 240_000);

  test('is reached by its socket also after a killed one whose processes are slow to go', async () => {
    const folder = temporaryFolder('embedded');
    const first = await startEmbeddedPostgres(folder);
    const [slow] = (await run(
      first.connectionString,
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    )) as { pid: number }[];
    process.kill(slow?.pid ?? 0, 'SIGSTOP');
    await cut(folder);
    const starting = startEmbeddedPostgres(folder);
    try {
      await expect
        .poll(() => readFileSync(join(folder, 'postgres.log'), 'utf8'), { timeout: 60_000 })
        .toContain('is still in use');
    } finally {
      process.kill(slow?.pid ?? 0, 'SIGCONT');
    }
    const again = await starting;
    expect(await run(again.connectionString, 'select inet_client_addr() is null as by_socket')).toEqual([
      { by_socket: true },
    ]);
    await again.stop();
  }, 240_000);

  test.each([
    ['its folder is too long for a socket', (root: string) => join(root, 'x'.repeat(100)), () => {}],
    // Nobody can make a file in the folder of open files.
    [
      'there can be no socket',
      (root: string) => root,
      (folder: string) => symlinkSync('/dev/fd', join(folder, 'socket')),
    ],
  ])(
    'is reached by loopback where %s',
    async (_where, folderIn, obstruct) => {
      const root = temporaryFolder('embedded');
      const folder = folderIn(root);
      mkdirSync(folder, { recursive: true });
      obstruct(folder);
      const server = await startEmbeddedPostgres(folder);
      expect(await run(server.connectionString, 'select inet_client_addr() is null as by_socket')).toEqual([
        { by_socket: false },
      ]);
      expect((await startEmbeddedPostgres(folder)).connectionString).toBe(server.connectionString);
      await server.stop();
    },
    240_000,
  );

  test('keeps what was written, is adopted while it runs, and takes nobody without its password', async () => {
    const first = await startEmbeddedPostgres(dataDir);
    await run(first.connectionString, 'create table kept (n integer); insert into kept values (7)');
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o077).toBe(0);

    // A killed portal leaves it running: the next start finds the same server.
    const adopted = await startEmbeddedPostgres(dataDir);
    expect(adopted.connectionString).toBe(first.connectionString);
    expect(await findEmbeddedPostgres(dataDir)).toBe(first.connectionString);

    // Nobody on the network meets it, and its log, which is its owner's, keeps neither statements nor their values.
    const settings = ['listen_addresses', 'log_parameter_max_length', 'log_parameter_max_length_on_error'];
    expect(
      await run(
        first.connectionString,
        `select setting from pg_settings where name in ('${[...settings, 'log_min_error_statement'].join("', '")}') order by name`,
      ),
    ).toEqual([{ setting: '127.0.0.1' }, { setting: 'panic' }, { setting: '0' }, { setting: '0' }]);
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o077).toBe(0);

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
  }, 240_000);
});
