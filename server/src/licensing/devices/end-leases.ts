import type { Database } from '../../core/db/database.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { lockLicenses } from '../licenses/licenses.queries.ts';
import { updateLeaseCounts } from './lease-counts.ts';
import { deleteEndedLeases, endExpiredLeases, listLicensesWithExpiredLeases } from './leases.queries.ts';
import { recordPeaks } from './license-days.queries.ts';

/** Sessions, or rows, in each transaction. */
const batchSize = 500;
/** Days that a session is kept after its end. */
const keptDays = 30;

/** Ends sessions whose leases ran out by the database's clock, and keeps the counts of their licenses (LIC-18). */
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

/** Each minute: ends leases, and keeps how many sessions were open at once and only what is still of use. */
export function endLeasesJob({ database }: { readonly database: Database }): JobDefinition<undefined> {
  return {
    name: 'end-leases',
    maxAttempts: 1,
    schedule: '* * * * *',
    run: async () => {
      await endLeases(database);
      await recordPeaks(database.query);
      while ((await deleteEndedLeases(database.query, keptDays, batchSize)) === batchSize);
    },
  };
}
