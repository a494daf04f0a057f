import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { retention } from '../../db/retention.ts';
import type { JobDefinition } from '../../jobs/queue.ts';
import type { StripeClient } from '../client.ts';
import { createCatchUp } from '../events/catch-up.ts';
import { eventQueries } from '../events/events.queries.ts';
import { refreshJob } from '../events/refresh-job.ts';
import { mirrorQueries } from './mirror.queries.ts';
import type { Mirror } from './mirror.ts';
import { runQueries } from './runs.queries.ts';
import { createMirrorRuns, type MirrorRuns } from './runs.ts';
import { createMirrorStatus } from './status.queries.ts';

/** Fills the mirror, keeps it correct automatically, and reports its status. */
export function createMirrorMaintenance(database: Database, client: StripeClient, mirror: Mirror, logger: Logger) {
  const runs = createMirrorRuns({ database, client, mirror, logger });
  const catchUp = createCatchUp({ database, client, runs, logger });
  return {
    runs,
    catchUp,
    status: createMirrorStatus(database),
    /** Retries dead events: one, or all for null. @returns how many. */
    retryDeadEvents: (eventId: string | null) => eventQueries.retryDead(database.query, eventId),
    jobs: [
      refreshJob({ database, mirror }),
      runs.job,
      catchUp.job,
      repairJob(database, runs),
    ] as readonly JobDefinition<never>[],
  };
}

export type MirrorMaintenance = ReturnType<typeof createMirrorMaintenance>;

const day = 86_400_000;
/** Days after which reports of repairs are deleted (MIR-13). */
const reportDays = 365;
const eventsAtOnce = 5_000;

/**
 * Begins a nightly repair: lists the last 35 days and everything that is not final, and stores and reports differences
 * (MIR-10). Also deletes old events and reports.
 */
function repairJob(database: Database, runs: MirrorRuns): JobDefinition<object> {
  return {
    name: 'stripe-repair',
    maxAttempts: 5,
    schedule: '17 3 * * *',
    run: async () => {
      await runs.begin((await runs.hasBackfilled()) ? 'repair' : 'backfill');
      const now = (await mirrorQueries.now(database.query)).getTime();
      await runQueries.purge(database.query, new Date(now - reportDays * day));
      // Timelines reach back 30 days (MIR-13).
      const before = new Date(now - retention.stripeEvent.value * day);
      while ((await eventQueries.purge(database.query, before, eventsAtOnce)) === eventsAtOnce);
    },
  };
}
