import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The addresses of a server: loopback, and a socket folder on systems with Unix sockets. */
export interface Listener {
  readonly port: number;
  readonly socketFolder: string | undefined;
}

/** PostgreSQL's main process, as named in `postmaster.pid`. */
export interface Postmaster extends Listener {
  readonly pid: number;
}

/** Milliseconds to wait for a fast shutdown. */
const shutdownMilliseconds = 5_000;

/** The postmaster that runs on `data`; undefined if none runs, or if its file has no port yet. */
export function findPostmaster(data: string): Postmaster | undefined {
  // Process id, data folder, start time, port, folder of the first Unix socket, … A user namespace does not change
  // process ids.
  const lines = readPidFile(data);
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return port > 0 && isPostmasterOn(data, pid) ? { pid, port, socketFolder: lines[4]?.trim() || undefined } : undefined;
}

/**
 * Removes a `postmaster.pid` whose process id belongs to another program, which PostgreSQL would take for a server.
 * PostgreSQL still finds processes of a killed server by their shared memory.
 */
export function removeStalePidFile(data: string): void {
  const pid = Number(readPidFile(data)[0]);
  if (isAlive(pid) && !isPostmasterOn(data, pid)) rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Whether the process runs PostgreSQL on this folder. If unknown, every running process counts. */
export function isPostmasterOn(data: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return isPostgresIn(data, pid);
  if (process.platform === 'win32') return true;
  return isPostgresWith(data, pid);
}

/** A postmaster's working folder is its data folder. */
function isPostgresIn(data: string, pid: number): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false;
    const [its, ours] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    return its.ino === ours.ino && its.dev === ours.dev;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

/** A postmaster that was started by this code has its data folder among its parameters. */
function isPostgresWith(data: string, pid: number): boolean {
  try {
    const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return /\bpostgres\b/.test(command) && command.includes(data);
  } catch {
    return isAlive(pid);
  }
}

/** Whether a process with this id is running. */
export function isAlive(pid: number): boolean {
  if (!(Number.isInteger(pid) && pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Makes the postmaster end sessions and keep committed data, without waiting for its end.
 * @returns whether it was signaled; a process that is not the folder's postmaster is left alone.
 */
export function signalPostmasterToStop(data: string, pid: number): boolean {
  if (!isPostmasterOn(data, pid)) return false;
  // SIGINT is PostgreSQL's fast shutdown.
  return process.kill(pid, 'SIGINT');
}

/** Makes the postmaster end sessions and keep committed data, and waits for its end. */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  if (!signalPostmasterToStop(data, pid)) return;
  for (const begin = Date.now(); Date.now() - begin < shutdownMilliseconds && isAlive(pid); ) await pause(50);
}

function readPidFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}
