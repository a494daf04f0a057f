import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { adviceFor, type Cluster, EmbeddedPostgresError, spawnAsOrdinaryUser } from './cluster.ts';
import { freePort } from './free-port.ts';
import { type Listener, type Postmaster, removeStalePidFile } from './postmaster.ts';

/**
 * Maximum number of attempts to start, and the milliseconds by which the pause between them grows; about two seconds
 * in all.
 */
const launchAttempts = 5;
const launchPause = 200;
/** Recovery after a power failure can take a while. */
const readyMilliseconds = 60_000;
/** Maximum length of a Unix socket's address in bytes, on all systems that have them. */
const maxSocketPath = 103;

/** How servers are started. */
export interface LaunchOptions {
  /** Further server settings, `name=value`. */
  readonly settings?: readonly string[];
  /** Called while the server starts, so that the caller can use the time. */
  readonly onStarting?: () => void;
}

/** Starts a server on a free port. @throws EmbeddedPostgresError if it does not start */
export async function launch(cluster: Cluster, options: LaunchOptions): Promise<Postmaster> {
  const preparedFolder = await prepareSocketFolder(cluster);
  // Another process may take the free port, which requires a new one. Processes of a killed server may still be ending,
  // which requires a pause. The last attempt uses no socket.
  for (let attempt = 1; attempt <= launchAttempts; attempt++) {
    const socketFolder = attempt < launchAttempts ? preparedFolder : undefined;
    const started = await launchAt(cluster, { port: await freePort(), socketFolder }, options);
    if (started) return started;
    if (attempt < launchAttempts) await pause(attempt * launchPause);
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start; ${cluster.logFile} says why. ${adviceFor(cluster)}`,
  );
}

/** Starts a server at the address of one that ended. Undefined if it does not start. */
export async function relaunch(
  cluster: Cluster,
  listener: Listener,
  options: LaunchOptions & { readonly signal: AbortSignal },
): Promise<Postmaster | undefined> {
  if (listener.socketFolder !== undefined) await prepareSocketFolder(cluster);
  return launchAt(cluster, listener, options);
}

async function launchAt(
  cluster: Cluster,
  listener: Listener,
  { settings = [], onStarting, signal }: LaunchOptions & { readonly signal?: AbortSignal },
): Promise<Postmaster | undefined> {
  removeStalePidFile(cluster.data);
  const log = openSync(cluster.logFile, 'a', 0o600);
  const child = spawnAsOrdinaryUser(cluster.programs.postgres, parametersFor(cluster, listener, settings), log);
  closeSync(log);
  onStarting?.();
  if (!(await isReady(child, connectionAddress(cluster, listener, 'postgres'), signal))) return undefined;
  child.unref();
  await createDatabase(cluster, listener);
  return { ...listener, pid: child.pid as number };
}

function parametersFor(cluster: Cluster, { port, socketFolder }: Listener, settings: readonly string[]): string[] {
  const all = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketFolder ?? ''}`,
    'unix_socket_permissions=0700',
    'max_connections=60',
    'shared_buffers=64MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // Parameters can be personal data, so the server does not log them.
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
    'log_min_error_statement=panic',
    ...settings,
  ];
  return ['-D', cluster.data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
}

/**
 * The folder for the server's Unix socket, which costs less CPU time than loopback. Removes sockets of killed
 * servers. Undefined on Windows, on file systems without sockets, and for a folder name that is too long or would be
 * read as several folders.
 */
async function prepareSocketFolder({ socketFolder }: Cluster): Promise<string | undefined> {
  const isPossible =
    process.platform !== 'win32' &&
    Buffer.byteLength(`${socketFolder}/.s.PGSQL.65535`) <= maxSocketPath &&
    !/[",]|^\s/.test(socketFolder);
  if (!isPossible) return undefined;
  if (!existsSync(socketFolder)) mkdirSync(socketFolder, { mode: 0o700 });
  for (const name of readdirSync(socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true });
  }
  return (await holdsSockets(socketFolder)) ? socketFolder : undefined;
}

async function holdsSockets(folder: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(join(folder, '.s.PGSQL.try'));
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}

/**
 * True once the server answers; false if it ended, takes too long or is no longer wanted. No server is left running
 * then.
 */
async function isReady(child: ChildProcess, address: string, signal: AbortSignal | undefined): Promise<boolean> {
  let hasEnded = false;
  const end = once(child, 'exit').then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  for (const begin = Date.now(); Date.now() - begin < readyMilliseconds && !hasEnded; await pause(15)) {
    if (signal?.aborted) break;
    if (await answers(address)) return !hasEnded;
  }
  if (!hasEnded) {
    child.kill('SIGINT');
    await end;
  }
  return false;
}

/** Whether a server accepts connections at an address that includes the password. */
export async function answers(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A server's address. It also works for programs that ignore `host` in the query, because the server listens on
 * loopback too.
 */
export function connectionAddress(
  { user, password, database }: Cluster,
  { port, socketFolder }: Listener,
  name = database,
): string {
  const query = socketFolder === undefined ? '' : `?${new URLSearchParams({ host: socketFolder })}`;
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}${query}`;
}

/** Creates the cluster's database, in case an earlier start was killed before that. */
export async function createDatabase(cluster: Cluster, listener: Listener): Promise<void> {
  const client = new pg.Client({ connectionString: connectionAddress(cluster, listener, 'postgres') });
  await client.connect();
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [cluster.database]);
    if (existing.rowCount === 0) await client.query(`create database ${cluster.database}`);
  } finally {
    await client.end();
  }
}
