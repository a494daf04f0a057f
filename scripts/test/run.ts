import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const running = new Set<ChildProcess>();

export interface Outcome {
  readonly code: number;
  /** Both streams in order; empty if they went to the terminal. */
  readonly output: string;
  readonly seconds: number;
}

/** Runs a command in its own process group, so that stopping it also stops its children. */
export async function run(
  [program, ...parameters]: readonly [string, ...string[]],
  { show = false, env = {} }: { show?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const start = performance.now();
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = await Promise.race([
    once(child, 'close').then(([code]) => (code ?? 1) as number),
    once(child, 'error').then(([error]) => {
      output += String(error);
      return 1;
    }),
  ]);
  running.delete(child);
  return { code: ended, output, seconds: (performance.now() - start) / 1000 };
}

/** Stops everything that is still running, including children. */
export function endRunning(signal: NodeJS.Signals): void {
  for (const { pid } of running) {
    try {
      if (pid) process.kill(-pid, signal);
    } catch {
      // The process ended in the meantime.
    }
  }
}
