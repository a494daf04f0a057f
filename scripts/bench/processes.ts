import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portico/postgres';
import { root } from '../test/run.ts';

export { freePort };

const running = new Set<ChildProcess>();

/** The process ended before it answered. Its output is in the named file. */
export class EndedError extends Error {}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from starting the process to its first successful response. */
  readonly milliseconds: number;
  stop(): Promise<void>;
}

/**
 * Starts a server and waits for its first successful response at `path`.
 * @param logFile for its output, because reading a pipe would cost time.
 * @throws EndedError if it ends instead; Error if it does not answer within 60 s.
 */
export async function startServer(
  [program, ...parameters]: readonly [string, ...string[]],
  { port, path, env, logFile }: { port: number; path: string; env: Record<string, string>; logFile: string },
): Promise<Server> {
  const output = openSync(logFile, 'a');
  const begin = performance.now();
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}${path}`))) {
    if (child.exitCode !== null)
      throw new EndedError(`${parameters.join(' ')} ended: ${await readFile(logFile, 'utf8')}`);
    if (performance.now() - begin > 60_000) throw new Error(`${parameters.join(' ')} does not answer; see ${logFile}`);
    await pause(2);
  }
  const milliseconds = performance.now() - begin;
  return { url, pid: child.pid as number, milliseconds, stop: () => stop(child) };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Waits for the whole process group, because npm ends before its child process. */
async function stop({ pid }: ChildProcess): Promise<void> {
  if (!pid) return;
  const begin = performance.now();
  for (let name: NodeJS.Signals | 0 = 'SIGTERM'; signalGroup(pid, name); name = 0) {
    if (performance.now() - begin > 15_000) signalGroup(pid, 'SIGKILL');
    await pause(20);
  }
}

/** @returns false if no process of the group is left. */
function signalGroup(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}

/** Stops all running processes and waits for their end. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** A portal with its own folder and ports. */
export interface Installation {
  readonly folder: string;
  readonly port: number;
  readonly env: Record<string, string>;
}

/** An installation under `folder/name`: empty until it is started. */
export async function prepareInstallation(
  folder: string,
  name: string,
  env: Record<string, string> = {},
): Promise<Installation> {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  const [port, sandboxPort] = [await freePort(), await freePort()];
  return {
    folder: own,
    port,
    env: {
      PORT: String(port),
      STRIPE_SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: join(own, 'var'),
      NODE_ENV: 'production',
      // Otherwise the first start would create the history during the measurements.
      DEMO_HISTORY: 'off',
      EXAMPLE_PRODUCT_PORT: 'off',
      ...env,
    },
  };
}

/** Exactly the command of `npm start` in its variant for Windows, which has no shell to replace. */
const startCommand = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' || ')
  .at(-1)
  ?.split(' ');

/** The command of the container and of the service. */
const productionCommand = ['node', '--max-semi-space-size=8', '--expose-gc', 'server/start.mjs'];

/**
 * Starts an installation's portal with the command of its mode.
 * @param npm whether to use `npm start`, including npm itself
 */
export function startPortal({ folder, port, env }: Installation, { npm = false } = {}): Promise<Server> {
  const [, ...parameters] = npm ? [] : ((env.DATABASE_URL ? productionCommand : startCommand) ?? []);
  const command: [string, ...string[]] = npm ? ['npm', 'start'] : [process.execPath, ...parameters];
  return startServer(command, { port, path: '/readyz', env, logFile: join(folder, 'portal.log') });
}

/** CPU time of a process in milliseconds, which other work on the machine hardly affects. Linux only. */
export function processorTime(pid: number): number {
  // After the name in parentheses: fields 14 and 15, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** CPU time of processes in milliseconds. Processes that have just ended are left out. */
export function cpuTimes(pids: readonly number[]): ReadonlyMap<number, number> {
  return new Map(
    pids.flatMap((pid) => {
      try {
        return [[pid, processorTime(pid)] as const];
      } catch {
        return [];
      }
    }),
  );
}

export function parentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return parentOf(pid) === parent;
      } catch {
        return false;
      }
    });
}
