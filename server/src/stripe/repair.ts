import type { Database } from '../db/database.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import { runQueries } from './backfill.queries.ts';
import type { MirrorRuns } from './backfill.ts';
import { eventQueries } from './events.queries.ts';
import { mirrorQueries } from './mirror.queries.ts';

const day = 86_400_000;
/** Events are forgotten after this many days: timelines reach back 30. */
const eventDays = 90;
/** Reports of repairs are kept for a year. */
const reportDays = 365;
const eventsAtOnce = 5_000;

/**
 * Begins a repair each night: lists again the last 35 days and what is not final, mends what differs and reports it. The same night forgets
 * events and reports that nobody asks for any more.
 */
export function repairJob(database: Database, runs: MirrorRuns): JobDefinition<object> {
  return {
    name: 'stripe-repair',
    maxAttempts: 5,
    schedule: '17 3 * * *',
    run: async () => {
      await runs.begin((await runs.hasFilled()) ? 'repair' : 'backfill');
      const now = (await mirrorQueries.now(database.query)).getTime();
      await runQueries.purge(database.query, new Date(now - reportDays * day));
      const before = new Date(now - eventDays * day);
      while ((await eventQueries.purge(database.query, before, eventsAtOnce)) === eventsAtOnce);
    },
  };
}
