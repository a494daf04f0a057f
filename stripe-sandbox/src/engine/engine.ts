import type { Database } from '../storage/database.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { Site } from '../storage/work.ts';
import { workOnClock } from './clock.ts';
import { runOne } from './run-one.ts';

/** The interval between checks for due work, in milliseconds. */
const INTERVAL = 2000;

export interface Engine {
  /** Checks for due work at once, such as after a clock was advanced. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Does all due work in real time: renewals, retries, expiries. One piece is one transaction under the write lock, so
 * several processes may share a database. Work of test clocks alternates with it.
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
      for (let isBusy = true; isBusy && !stopped; ) {
        isBusy = await doNext(options);
        if (await workOnClocks(options)) isBusy = true;
        if (isBusy) options.onEvents();
      }
    } catch (error) {
      options.log({ level: 'error', message: `due work: ${String((error as Error).stack ?? error)}` });
    }
  };
  let waiting = false;
  const wake = () => {
    if (waiting) return;
    waiting = true;
    running = running.then(() => {
      waiting = false;
      return tick();
    });
  };
  const timer = setInterval(wake, INTERVAL);
  timer.unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Does the piece of work that has been due longest. Returns false when nothing is due. */
async function doNext(options: { database: Database; site: Site; log(line: object): void }): Promise<boolean> {
  const due = `select id, type, due_at from objects where due_at <= $1 and test_clock is null and not deleted
     and type <> 'test_helpers.test_clock' order by due_at limit 1`;
  const { rows } = await options.database.query(due, [Math.floor(Date.now() / 1000)]);
  if (rows[0] === undefined) return false;
  return inTransaction(options.database, options.site, async (work) => {
    // Another process may have done this work while this one waited for the lock.
    const again = await work.connection.query(due, [work.now]);
    if (again.rows[0] !== undefined) {
      const { id, type, due_at } = again.rows[0];
      await runOne(work, { id, type, dueAt: Number(due_at) }, options.log);
    }
    return true;
  });
}

/** The time that one transaction may work on a clock, in milliseconds. All other changes wait that long. */
const CLOCK_BUDGET = 100;

/** Clocks that are advancing, and running ones with due work. Stopped clocks are left out. */
const ACTIVE_CLOCKS = `
  select clock.id from objects clock
  where clock.type = 'test_helpers.test_clock' and clock.due_at is not null and not clock.deleted
    and (clock.data ->> 'status' = 'advancing' or exists (
      select from objects due
      where due.test_clock = clock.id and not due.deleted
        and due.due_at <= $1 + coalesce((clock.internal ->> 'offset')::bigint, 0)))
  order by clock.sequence`;

/**
 * Works on each clock that is advancing or has due work, each in its own transaction. Returns true when there was
 * such a clock. Several processes may do this: each transaction holds the write lock and checks again.
 */
async function workOnClocks(options: { database: Database; site: Site; log(line: object): void }): Promise<boolean> {
  const { rows } = await options.database.query(ACTIVE_CLOCKS, [Math.floor(Date.now() / 1000)]);
  for (const { id } of rows) {
    await inTransaction(options.database, options.site, (work) =>
      workOnClock(work, { clock: id, budget: CLOCK_BUDGET, log: options.log }),
    );
  }
  return rows.length > 0;
}
