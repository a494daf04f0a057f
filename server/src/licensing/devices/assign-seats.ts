import type { Queryable } from '../../core/db/database.ts';
import { updateSeatCounts } from '../licenses/licenses.queries.ts';
import { countOpenLeases } from './leases.queries.ts';
import { deriveSeats, type LicenseWithSeats } from './seats.queries.ts';

/** Licenses per statement. */
const batchSize = 500;

/**
 * Derives the status of every device of these licenses (DEV-2) and updates the licenses' counts. Call it in the transaction that changed the
 * licenses, which has locked them (DEV-4). Correct rows are not written.
 */
export async function assignSeats(on: Queryable, licenses: readonly LicenseWithSeats[]): Promise<void> {
  for (let from = 0; from < licenses.length; from += batchSize) {
    await updateSeatCounts(on, await deriveSeats(on, licenses.slice(from, from + batchSize)));
  }
}

/** Counts leases that have not ended as the taken seats of licenses (LIC-17). Call it with the licenses locked. @returns the counts by license */
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
