import type { Database } from '../storage/database.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { Site } from '../storage/work.ts';
import { workOnClock } from './clock.ts';

/** The time that one transaction may work on a clock, in milliseconds. All other changes wait as long. */
const BUDGET = 100;

/** Clocks that are advancing, and running ones with due work. Stopped clocks are left out. */
const ACTIVE = `
  select clock.id from objects clock
  where clock.type = 'test_helpers.test_clock' and clock.due_at is not null and not clock.deleted
    and (clock.data ->> 'status' = 'advancing' or exists (
      select from objects due
      where due.test_clock = clock.id and not due.deleted
        and due.due_at <= $1 + coalesce((clock.internal ->> 'offset')::bigint, 0)))
  order by clock.sequence`;

/**
 * Works on each clock that is advancing or has due work, each in its own transaction. Returns true when there was
 * one. Several processes may call it: each transaction holds the write lock and checks again.
 */
export async function workOnClocks(options: {
  database: Database;
  site: Site;
  log(line: object): void;
}): Promise<boolean> {
  const { rows } = await options.database.query(ACTIVE, [Math.floor(Date.now() / 1000)]);
  for (const { id } of rows) {
    await inTransaction(options.database, options.site, (work) =>
      workOnClock(work, { clock: id, budget: BUDGET, log: options.log }),
    );
  }
  return rows.length > 0;
}
