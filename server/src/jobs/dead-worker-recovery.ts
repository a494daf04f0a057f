import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { holdLock, releaseJobsOfDeadWorkers, releaseLock } from './dead-worker-recovery.queries.ts';

const checkEveryMilliseconds = 10_000;

/**
 * Gives jobs of killed processes back within seconds. The queue itself would wait four hours, as it cannot tell a dead process from a slow one.
 * Each living pool of workers holds an advisory lock on a connection of its process; a pool that holds jobs but not its lock is dead.
 */
export async function createDeadWorkerRecovery(
  pool: pg.Pool,
  logger: Logger,
): Promise<{ events: WorkerEvents; stop(): Promise<void> }> {
  const events = new EventEmitter() as unknown as WorkerEvents;
  const pools = new Set<string>();
  const locked = new Set<string>();
  let client: pg.PoolClient | undefined;
  let stopped = false;
  // One statement after another on the one connection.
  let last: Promise<void> = Promise.resolve();

  function letGo(): void {
    client?.release(true);
    client = undefined;
    locked.clear();
  }

  async function check(): Promise<void> {
    if (stopped) return;
    try {
      client ??= await pool.connect();
      for (const pool of [...locked].filter((held) => !pools.has(held))) {
        await releaseLock(client, pool);
        locked.delete(pool);
      }
      for (const pool of pools) {
        if (locked.has(pool)) continue;
        await holdLock(client, pool);
        locked.add(pool);
      }
      await releaseJobsOfDeadWorkers(client, [...pools]);
    } catch (error) {
      // The connection that held the locks is gone, and the locks with it: the next check takes them again.
      letGo();
      if (!stopped) logger.warn({ err: error }, 'could not look for jobs of ended processes');
    }
  }

  function checkNext(): Promise<void> {
    last = last.then(check);
    return last;
  }

  // Jobs are held in the name of the pool, whichever of its workers has them.
  events.on('pool:create', ({ workerPool }) => {
    pools.add(workerPool.id);
    void checkNext();
  });
  // A queue that ended because the database was away could not give back what it held.
  events.on('pool:release', ({ workerPool }) => {
    pools.delete(workerPool.id);
  });
  await checkNext();
  const timer = setInterval(checkNext, checkEveryMilliseconds);
  timer.unref();
  return {
    events,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await last;
      letGo();
    },
  };
}
