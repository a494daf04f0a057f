import type { Queryable } from '../../core/db/database.ts';
import { updateSeatCounts } from '../licenses/licenses.queries.ts';
import { deriveSeats, type LicenseWithSeats } from './seats.queries.ts';

/** Licenses for each statement. */
const batchSize = 500;

/**
 * Derives the statuses of all devices of these licenses (DEV-2), and keeps the licenses' counts. Call it in the transaction that changed the licenses,
 * which holds their rows (DEV-4). What is right already is not written.
 */
export async function assignSeats(on: Queryable, licenses: readonly LicenseWithSeats[]): Promise<void> {
  for (let from = 0; from < licenses.length; from += batchSize) {
    await updateSeatCounts(on, await deriveSeats(on, licenses.slice(from, from + batchSize)));
  }
}
