import type { Queryable } from '../../core/db/database.ts';
import { updateSeatCounts } from '../licenses/licenses.queries.ts';
import { countOpenLeases } from './leases.queries.ts';

/**
 * Keeps the counts of floating licenses: as many places are taken as sessions have not ended (LIC-17). Call it with the licenses locked.
 * @returns the numbers by license
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
