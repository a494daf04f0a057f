import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { giveBackJobsOfTheDead, holdLock } from './guardian.queries.ts';

const checkEveryMilliseconds = 10_000;

/**
 * Gives jobs of killed processes back within seconds. The queue itself would wait four hours, as it cannot tell a dead worker from a slow one.
 * Each living worker holds an advisory lock on a connection of its process; a worker that holds jobs but not its lock is dead.
 */
export async function createGuardian(
  pool: pg.Pool,
  logger: Logger,
): Promise<{ events: WorkerEvents; stop(): Promise<void> }> {
  const events = new EventEmitter() as unknown as WorkerEvents;
  const workers = new Set<string>();
  let client = await connect(pool, workers);
  let stopped = false;

  events.on('worker:create', ({ worker }) => {
    workers.add(worker.workerId);
    if (client) holdLock(client, worker.workerId).catch(() => {});
  });

  async function check(): Promise<void> {
    try {
      client ??= await connect(pool, workers);
      if (client) await giveBackJobsOfTheDead(client, [...workers]);
    } catch (error) {
      if (!stopped) logger.warn({ err: error }, 'could not look for jobs of ended processes');
      client?.release(true);
      client = undefined;
    }
  }
  await check();
  const timer = setInterval(check, checkEveryMilliseconds);
  timer.unref();
  return {
    events,
    async stop() {
      stopped = true;
      clearInterval(timer);
      client?.release(true);
      client = undefined;
    },
  };
}

/** One connection that holds the locks; taken again for all workers when the database was away. */
async function connect(pool: pg.Pool, workers: ReadonlySet<string>): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect();
  for (const worker of workers) await holdLock(client, worker);
  return client;
}
