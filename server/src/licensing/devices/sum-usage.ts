import { millisecondsInDay } from 'date-fns/constants';
import type { Database, Queryable } from '../../core/db/database.ts';
import { retention } from '../../core/db/retention.ts';
import { listLicenseIdsAfter } from '../licenses/licenses.queries.ts';
import {
  deleteActivityBefore,
  moveUsageDays,
  sumTotalUsage,
  type TotalUsage,
  writeUsageSums,
} from './sum-usage.queries.ts';

/** Licenses per batch. */
const batchSize = 500;
/** Days before today whose missing sums are written. */
const daysSummed = 8;
const daysKept = retention.deviceActivity.value;

/** Writes the sums of finished days once, and deletes activity that is too old to be shown (DASH-6). The sums are kept. Running it again changes nothing. */
export async function sumFinishedDays({ query }: Database, now: Date): Promise<void> {
  const dayAt = (daysAgo: number) => dayBefore(now, daysAgo);
  for (let after = 0; ; ) {
    const ids = await listLicenseIdsAfter(query, after, batchSize);
    await writeUsageSums(query, ids, { from: dayAt(daysSummed), to: dayAt(1) });
    await deleteActivityBefore(query, ids, dayAt(daysKept));
    const last = ids.at(-1);
    if (last === undefined || ids.length < batchSize) return;
    after = last;
  }
}

/** The total usage of licenses, from the sums of their days and the stored activity of days without sums (DASH-6). */
export function sumAllUsage(on: Queryable, licenseIds: readonly number[], now: Date): Promise<TotalUsage> {
  return sumTotalUsage(on, licenseIds, { from: dayBefore(now, daysKept), to: dayBefore(now, 0) });
}

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * millisecondsInDay).toISOString().slice(0, 10);

/** Moves the usage of licenses to the license that continues them. */
export function moveUsage(on: Queryable, fromIds: readonly number[], toId: number): Promise<void> {
  return moveUsageDays(on, fromIds, toId, dayBefore(new Date(), daysKept));
}
