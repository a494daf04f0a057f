import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import { createMirrorRuns } from './backfill.ts';
import type { StripeClient } from './client.ts';
import { eventQueries } from './events.queries.ts';
import { createCatchUp } from './events-catch-up.ts';
import type { Mirror } from './mirror.ts';
import { createMirrorStatus } from './mirror-status.queries.ts';
import { repairJob } from './repair.ts';
import { refreshJob } from './webhook.ts';

/** Everything that fills the mirror, keeps it right without being asked, and says how it is. */
export function createMirrorCare(database: Database, client: StripeClient, mirror: Mirror, logger: Logger) {
  const runs = createMirrorRuns({ database, client, mirror, logger });
  const catchUp = createCatchUp({ database, client, runs, logger });
  return {
    runs,
    catchUp,
    status: createMirrorStatus(database),
    /** Puts dead events back to work: one, or all for null. @returns how many. */
    retryDeadEvents: (eventId: string | null) => eventQueries.retryDead(database.query, eventId),
    jobs: [
      refreshJob(database, mirror),
      runs.job,
      catchUp.job,
      repairJob(database, runs),
    ] as readonly JobDefinition<never>[],
  };
}

export type MirrorCare = ReturnType<typeof createMirrorCare>;
