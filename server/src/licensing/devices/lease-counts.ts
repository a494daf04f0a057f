import type { Queryable } from '../../core/db/database.ts';
import { updateSeatCounts } from '../licenses/licenses.queries.ts';
import { countOpenLeases } from './leases.queries.ts';

/**
 * Updates the counts of floating licenses: every lease that has not ended takes a seat (LIC-17). Call it with the licenses locked.
 * @returns the open leases by license
 */
export async function updateLeaseCounts(
  on: Queryable,
  licenseIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const open = await countOpenLeases(on, licenseIds);
  await updateSeatCounts(
    on,
    licenseIds.map((licenseId) => ({ licenseId, used: open.get(licenseId) ?? 0, exceeded: 0 })),
  );
  return open;
}
