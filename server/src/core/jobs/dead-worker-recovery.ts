import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { holdLock, releaseJobsOfDeadWorkers, releaseLock } from './dead-worker-recovery.queries.ts';

/** Milliseconds between two checks. */
const defaultCheckInterval = 10_000;

interface Recovery {
  readonly database: pg.Pool;
  readonly logger: Logger;
  /** Worker pools of this process. */
  readonly pools: Set<string>;
  /** Pools whose lock `client` holds. */
  readonly locked: Set<string>;
  client: pg.PoolClient | undefined;
  isStopped: boolean;
}

/**
 * Releases the jobs of killed processes within seconds (OPS-11); the queue itself would wait four hours. Each running
 * worker pool holds an advisory lock. A pool that has jobs but not its lock is dead.
 */
export async function createDeadWorkerRecovery(
  database: pg.Pool,
  logger: Logger,
  checkInterval = defaultCheckInterval,
): Promise<{ events: WorkerEvents; stop(): Promise<void> }> {
  const events = new EventEmitter() as unknown as WorkerEvents;
  const recovery: Recovery = {
    database,
    logger,
    pools: new Set(),
    locked: new Set(),
    client: undefined,
    isStopped: false,
  };
  // The single connection runs one check at a time.
  let last: Promise<void> = Promise.resolve();
  const checkNext = () => {
    last = last.then(() => check(recovery));
    return last;
  };
  // Jobs are locked in the name of the pool, not of a worker.
  events.on('pool:create', ({ workerPool }) => {
    recovery.pools.add(workerPool.id);
    void checkNext();
  });
  // A queue that ended because the database was unreachable could not release its jobs.
  events.on('pool:release', ({ workerPool }) => {
    recovery.pools.delete(workerPool.id);
  });
  await checkNext();
  const timer = setInterval(checkNext, checkInterval);
  timer.unref();
  return {
    events,
    async stop() {
      recovery.isStopped = true;
      clearInterval(timer);
      await last;
      closeConnection(recovery);
    },
  };
}

async function check(recovery: Recovery): Promise<void> {
  const { database, logger, pools, locked } = recovery;
  if (recovery.isStopped) return;
  try {
    recovery.client ??= await database.connect();
    const { client } = recovery;
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
    // The locks ended with their connection. The next check acquires them again.
    closeConnection(recovery);
    if (!recovery.isStopped) logger.warn({ err: error }, 'could not check for jobs of dead processes');
  }
}

function closeConnection(recovery: Recovery): void {
  recovery.client?.release(true);
  recovery.client = undefined;
  recovery.locked.clear();
}
