import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type LaunchOptions, relaunch } from './launch.ts';
import { isAlive, isPostmasterOn, type Postmaster, stopPostmaster } from './postmaster.ts';

/** The events of a supervised server. */
export type ReportRestart = (event: 'ended' | 'started again' | 'did not start', error?: unknown) => void;

/** Milliseconds between checks of the server, and between attempts to restart it. */
const watchMilliseconds = 250;
const firstPause = 200;
const maxPause = 5_000;

/**
 * Restarts a server at its address whenever it ends.
 * @returns a function that stops the server, or the one that is being started.
 */
export function supervise(
  cluster: Cluster,
  first: Postmaster,
  options: LaunchOptions,
  report: ReportRestart,
): () => Promise<void> {
  const stopping = new AbortController();
  const watching = watch(cluster, first, { settings: options.settings ?? [], signal: stopping.signal }, report);
  return async () => {
    stopping.abort();
    const last = await watching;
    if (last) await stopPostmaster(cluster.data, last.pid);
  };
}

interface WatchOptions extends LaunchOptions {
  readonly signal: AbortSignal;
}

/** @returns the server that is running when the signal is aborted; undefined if none is. */
async function watch(
  cluster: Cluster,
  first: Postmaster,
  options: WatchOptions,
  report: ReportRestart,
): Promise<Postmaster | undefined> {
  for (let running = first; ; ) {
    while (!options.signal.aborted && isRunning(cluster, running)) await rest(watchMilliseconds, options.signal);
    if (options.signal.aborted) return running;
    report('ended');
    const next = await startAgain(cluster, first, options, report);
    if (!next) return undefined;
    report('started again');
    running = next;
  }
}

/** Avoids starting another program if possible, because the check is frequent. */
function isRunning({ data }: Cluster, { pid }: Postmaster): boolean {
  return process.platform === 'linux' ? isPostmasterOn(data, pid) : isAlive(pid);
}

async function startAgain(
  cluster: Cluster,
  listener: Postmaster,
  options: WatchOptions,
  report: ReportRestart,
): Promise<Postmaster | undefined> {
  for (let wait = firstPause; !options.signal.aborted; wait = Math.min(wait * 2, maxPause)) {
    try {
      const started = await relaunch(cluster, listener, options);
      if (started) return started;
      if (!options.signal.aborted) report('did not start');
    } catch (error) {
      report('did not start', error);
    }
    await rest(wait, options.signal);
  }
  return undefined;
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {});
}
