import type { Database } from '../storage/database.ts';
import { type Site, Work } from '../storage/work.ts';
import { runOne } from './run-one.ts';

/** How often due work is looked for, in milliseconds. */
const INTERVAL = 2000;

export interface Engine {
  stop(): Promise<void>;
}

/**
 * Does the due work of everything that lives in real time: renewals, retries, expiries. One piece is one transaction under
 * the write lock, so any number of processes may run an engine on one database.
 */
export function startEngine(options: {
  database: Database;
  site: Site;
  onEvents(): void;
  log(line: object): void;
}): Engine {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const tick = async () => {
    try {
      while (!stopped && (await doNext(options))) options.onEvents();
    } catch (error) {
      options.log({ level: 'error', message: `due work: ${String((error as Error).stack ?? error)}` });
    }
  };
  const timer = setInterval(() => {
    running = running.then(tick);
  }, INTERVAL);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Does the piece of work that has been due longest; false when nothing is due. */
async function doNext(options: { database: Database; site: Site; log(line: object): void }): Promise<boolean> {
  const due =
    'select id, type, due_at from objects where due_at <= $1 and test_clock is null and not deleted order by due_at limit 1';
  const { rows } = await options.database.query(due, [Math.floor(Date.now() / 1000)]);
  if (rows[0] === undefined) return false;
  const connection = await options.database.connect();
  try {
    await connection.query('begin');
    const work = new Work(connection, options.site);
    await work.lock();
    // Another process may have done it while this one waited for the lock.
    const again = await connection.query(due, [work.now]);
    if (again.rows[0] !== undefined) {
      const { id, type } = again.rows[0];
      await runOne(work, type, id, options.log);
    }
    await connection.query('commit');
    connection.release();
    return true;
  } catch (error) {
    connection.release(
      await connection.query('rollback').then(
        () => false,
        () => true,
      ),
    );
    throw error;
  }
}
