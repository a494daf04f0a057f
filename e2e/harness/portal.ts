import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from './ports.ts';

const root = join(import.meta.dirname, '../..');

export interface PortalOptions {
  /** An existing folder, or one to copy; a new empty one by default. */
  readonly dataDir?: string;
  readonly copyOf?: string;
  /** Further environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly ports?: { readonly portal: number; readonly sandbox: number };
}

/** A portal in a process of its own, as users run it, known by its address, folder and log. */
export interface Portal {
  readonly url: string;
  readonly dataDir: string;
  readonly ports: { readonly portal: number; readonly sandbox: number };
  /** The output of this process and earlier ones on this folder. */
  log(): string;
  /**
   * Sends SIGTERM. @returns its exit code and whether it ended cleanly: a portal that hits its shutdown timeout also exits with 0, but leaves its
   * PostgreSQL to the next one
   */
  stop(): Promise<{ code: number | null; endedCleanly: boolean }>;
  /** Sends SIGKILL, like a power cut. The embedded PostgreSQL keeps running. */
  kill(): Promise<void>;
  /** Starts again on the same folder and ports, after stop or kill. */
  startAgain(): Promise<void>;
  /** Ends everything, and removes the folder if it was created here. */
  remove(): Promise<void>;
}

/** Maximum duration of a start: the first one creates PostgreSQL, the catalog and the users. */
const startMilliseconds = 150_000;

/** Starts the built portal and waits until it is ready. @throws with the process's output if it ends instead */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const isOurs = options.dataDir === undefined;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'portico-')));
  // Much cheaper than Node's own `cp`. It also keeps the folders' modes, which PostgreSQL checks.
  if (options.copyOf) await promisify(execFile)('cp', ['-a', `${options.copyOf}/.`, dataDir]);
  const [portalPort = 0, sandboxPort = 0] = options.ports
    ? [options.ports.portal, options.ports.sandbox]
    : await freePorts(2);
  const url = options.settings?.PUBLIC_URL ?? `http://localhost:${portalPort}`;
  let log = '';
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawnPortal({
      PORT: String(portalPort),
      STRIPE_SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      ...options.settings,
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (log += chunk));
    await waitUntilReady(started, `http://127.0.0.1:${portalPort}`, () => log);
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const exit = once(ending, 'exit');
    ending.kill(signal);
    const [code] = await exit;
    return code;
  }

  async function remove(): Promise<void> {
    await end('SIGTERM');
    await endPostgres(dataDir);
    if (isOurs) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    dataDir,
    ports: { portal: portalPort, sandbox: sandboxPort },
    log: () => log,
    async stop() {
      const code = await end('SIGTERM');
      return { code, endedCleanly: postgresPid(dataDir) === undefined };
    },
    async kill() {
      await end('SIGKILL');
    },
    startAgain: start,
    remove,
  };
}

/**
 * Starts only the process, for stories whose portal must not become ready. Creates no history unless `settings`
 * contains DEMO_HISTORY, because most stories begin with an account without purchases.
 */
export function spawnPortal(settings: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['server/start.mjs'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DEMO_HISTORY: 'off',
      EXAMPLE_PRODUCT_PORT: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Settings for a demo with its history, and the seconds that it may take on a busy machine. */
export const withHistory = { DEMO_HISTORY: 'on' } as const;
const historySeconds = 240;

/** Waits until the demo's history is complete. @throws if that takes too long */
export async function waitForHistory(portal: Pick<Portal, 'log'>): Promise<void> {
  for (const begin = Date.now(); Date.now() - begin < historySeconds * 1_000; await pause(100)) {
    if (portal.log().includes('The history is made')) return;
  }
  throw new Error(`the history was not created within ${historySeconds} s:\n${portal.log().slice(-4000)}`);
}

/** Waits for a process to end. @returns its exit code and output */
export async function waitForExit(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  for (const begin = Date.now(); Date.now() - begin < startMilliseconds; await pause(25)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the portal ended with ${child.exitCode ?? child.signalCode}:\n${log().slice(-4000)}`);
    }
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  child.kill('SIGKILL');
  throw new Error(`the portal was not ready after ${startMilliseconds / 1000} s:\n${log().slice(-4000)}`);
}

/** The process id of the PostgreSQL in a portal's folder; undefined if none runs. */
export function postgresPid(dataDir: string): number | undefined {
  // PostgreSQL may end and remove the file in the meantime.
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

/**
 * The connection string of the PostgreSQL in a portal's folder, for stories that read the portal's tables.
 * @throws if it does not run
 */
export function databaseUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  return `postgres://portico:${password}@127.0.0.1:${port}/portico`;
}

/** A killed portal leaves its PostgreSQL to the next portal. If no portal follows, this stops it. */
async function endPostgres(dataDir: string): Promise<void> {
  const pid = postgresPid(dataDir);
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // PostgreSQL has already ended.
  }
  while (postgresPid(dataDir) !== undefined) await pause(25);
}
