import { readdirSync, readFileSync, rmSync } from 'node:fs';

export interface LeftOver {
  readonly pid: number;
  readonly command: string;
}

/** Processes that were started with `folder` as their TMPDIR and still run. Linux only; elsewhere none are found. */
export function findLeftOver(folder: string): LeftOver[] {
  if (process.platform !== 'linux') return [];
  const found: LeftOver[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').join(' ').trim();
      if (command && environment.includes(`TMPDIR=${folder}`)) found.push({ pid: Number(name), command });
    } catch {
      // The process ended in the meantime, or belongs to another user.
    }
  }
  return found;
}

/** Stops the remaining processes and deletes what the run wrote. */
export function clearAway(folder: string, left: readonly LeftOver[]): void {
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended in the meantime.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
