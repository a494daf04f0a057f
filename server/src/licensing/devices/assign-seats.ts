import type { Queryable } from '../../core/db/database.ts';
import { updateSeatCounts } from '../licenses/licenses.queries.ts';
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
