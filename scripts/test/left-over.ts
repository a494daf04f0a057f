import { readdirSync, readFileSync, rmSync } from 'node:fs';

export interface LeftOver {
  readonly pid: number;
  readonly command: string;
}

/** Processes that were started with `folder` as their TMPDIR and live on. Linux only: elsewhere nothing is seen. */
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
      // It ended while being read, or belongs to somebody else.
    }
  }
  return found;
}

/** Ends what was left over, and removes what the run wrote. */
export function clearAway(folder: string, left: readonly LeftOver[]): void {
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
