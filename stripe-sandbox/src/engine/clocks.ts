import type { Database } from '../storage/database.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { Site } from '../storage/work.ts';
import { workOnClock } from './clock.ts';

/** How long one transaction works on a clock, in milliseconds: everybody else's changes wait as long. */
const BUDGET = 100;

/** Clocks that are advancing, and running ones that have something due. Those that stand still are not looked at. */
const ACTIVE = `
  select clock.id from objects clock
  where clock.type = 'test_helpers.test_clock' and clock.due_at is not null and not clock.deleted
    and (clock.data ->> 'status' = 'advancing' or exists (
      select from objects due
      where due.test_clock = clock.id and not due.deleted
        and due.due_at <= $1 + coalesce((clock.internal ->> 'offset')::bigint, 0)))
  order by clock.sequence`;

/**
 * Goes on with every clock that is advancing or has something due, for a moment each, in transactions of their own. True when
 * anything was done. Safe in several processes at once: each transaction holds the write lock and looks again.
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
