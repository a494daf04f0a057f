import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive } from './postmaster.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-embedded-'));
  folders.push(folder);
  return folder;
}

const dataDir = temporaryFolder();

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

const pidFile = (folder: string) => join(folder, 'postgres/postmaster.pid');
const postmasterOf = (folder: string) => Number(readFileSync(pidFile(folder), 'utf8').split('\n')[0]);

/** Kills a server, like a power failure. */
async function cut(folder: string): Promise<void> {
  const pid = postmasterOf(folder);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
}

describe('the embedded PostgreSQL', () => {
  test('is reached by a socket that only its owner may use, and by loopback; the socket of a killed server is removed later', async () => {
    const folder = temporaryFolder();
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
  });

  test('is reached by its socket even if processes of a killed server are slow to end', async () => {
    const folder = temporaryFolder();
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
  });

  test.each([
    ['its folder is too long for a socket', (root: string) => join(root, 'x'.repeat(100)), () => {}],
    // No file can be created in /dev/fd.
    [
      'no socket is possible',
      (root: string) => root,
      (folder: string) => symlinkSync('/dev/fd', join(folder, 'socket')),
    ],
  ])('is reached by loopback if %s', async (_where, folderIn, obstruct) => {
    const root = temporaryFolder();
    const folder = folderIn(root);
    mkdirSync(folder, { recursive: true });
    obstruct(folder);
    const server = await startEmbeddedPostgres(folder);
    expect(await run(server.connectionString, 'select inet_client_addr() is null as by_socket')).toEqual([
      { by_socket: false },
    ]);
    expect((await startEmbeddedPostgres(folder)).connectionString).toBe(server.connectionString);
    await server.stop();
  });

  test('keeps its data, is adopted while it runs, and rejects connections without its password', async () => {
    const first = await startEmbeddedPostgres(dataDir);
    await run(first.connectionString, 'create table kept (n integer); insert into kept values (7)');
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o077).toBe(0);

    // A killed portal leaves the server running, and the next start finds the same one.
    const adopted = await startEmbeddedPostgres(dataDir);
    expect(adopted.connectionString).toBe(first.connectionString);
    expect(await findEmbeddedPostgres(dataDir)).toBe(first.connectionString);

    // The server is not reachable from the network. Its log is readable only by its owner and contains no statements
    // or values.
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

    // A server that was killed before its database was created is completed.
    const admin = new URL(again.connectionString);
    admin.pathname = '/postgres';
    await run(admin.href, 'drop database portico with (force)');
    const completed = await startEmbeddedPostgres(dataDir);
    expect(await run(completed.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await completed.stop();
  });

  test('starts if the process id of a killed server belongs to another program now, and leaves that program alone', async () => {
    const folder = temporaryFolder();
    await startEmbeddedPostgres(folder);
    await cut(folder);
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres', folder], {
      stdio: 'ignore',
    });
    try {
      const [, ...rest] = readFileSync(pidFile(folder), 'utf8').split('\n');
      writeFileSync(pidFile(folder), [stranger.pid, ...rest].join('\n'));
      expect(await findEmbeddedPostgres(folder)).toBeUndefined();
      const again = await startEmbeddedPostgres(folder);
      expect(postmasterOf(folder)).not.toBe(stranger.pid);
      expect(await run(again.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
      await again.stop();
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('is restarted at its address whenever it ends, until it is stopped', async () => {
    const folder = temporaryFolder();
    const events: string[] = [];
    const onRestart = (event: string) => void events.push(event);
    const server = await startEmbeddedPostgres(folder, { onRestart });
    await run(server.connectionString, 'create table kept (n integer); insert into kept values (7)');
    for (const expected of [1, 2]) {
      await cut(folder);
      await expect.poll(() => events.filter((event) => event === 'started again').length).toBe(expected);
      expect(await run(server.connectionString, 'select n from kept')).toEqual([{ n: 7 }]);
    }
    expect(events[0]).toBe('ended');

    const last = postmasterOf(folder);
    await server.stop();
    expect(isAlive(last)).toBe(false);
    const told = events.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(events).toHaveLength(told);
    expect(await findEmbeddedPostgres(folder)).toBeUndefined();
  });

  test('is also restarted after it was adopted, and leaves nothing running if it is stopped while it starts', async () => {
    const folder = temporaryFolder();
    await startEmbeddedPostgres(folder);
    const events: string[] = [];
    const adopted = await startEmbeddedPostgres(folder, { onRestart: (event) => void events.push(event) });
    await cut(folder);
    await expect.poll(() => events).toContain('started again');
    await cut(folder);
    await expect.poll(() => events.filter((event) => event === 'ended').length).toBe(2);
    await adopted.stop();
    expect(await findEmbeddedPostgres(folder)).toBeUndefined();
  });
});
