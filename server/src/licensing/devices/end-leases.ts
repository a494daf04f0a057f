import type { Database } from '../../core/db/database.ts';
import { retention } from '../../core/db/retention.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { lockLicenses } from '../licenses/licenses.queries.ts';
import { updateLeaseCounts } from './assign-seats.ts';
import { deleteEndedLeases, endExpiredLeases, listLicensesWithExpiredLeases } from './leases.queries.ts';
import { recordPeaks } from './license-days.queries.ts';

/** Licenses or rows per transaction. */
const batchSize = 500;

/** Ends leases that expired by the database's clock, and updates their licenses' counts (LIC-18). */
export async function endLeases(database: Database): Promise<void> {
  for (;;) {
    const ids = await listLicensesWithExpiredLeases(database.query, batchSize);
    if (ids.length === 0) return;
    await database.transaction(async (on) => {
      await lockLicenses(on, ids);
      await endExpiredLeases(on, ids);
      await updateLeaseCounts(on, ids);
    });
  }
}

/** Every minute, ends expired leases, records peaks, and deletes old leases. */
export function endLeasesJob({ database }: { readonly database: Database }): JobDefinition<undefined> {
  return {
    name: 'end-leases',
    maxAttempts: 1,
    schedule: '* * * * *',
    run: async () => {
      await endLeases(database);
      await recordPeaks(database.query);
      while ((await deleteEndedLeases(database.query, retention.endedDeviceSession.value, batchSize)) === batchSize);
    },
  };
}
