import { millisecondsInDay } from 'date-fns/constants';
import type { Database, Queryable } from '../../core/db/database.ts';
import { listLicenseIdsAfter } from '../licenses/licenses.queries.ts';
import {
  deleteActivityBefore,
  moveUsageDays,
  sumTotalUsage,
  type TotalUsage,
  writeUsageSums,
} from './sum-usage.queries.ts';

/** Licenses that are looked at together. */
const batchSize = 500;
/** Days before today that are summed where that was missed. */
const daysSummed = 8;
/** Days for which it is kept what each device did: the longest span that is shown, and a month. */
const daysKept = 760;

/**
 * Writes the sums of the days that are over, once each, and removes what devices did so long ago that nothing shows it (DASH-6). The sums stay. It may run
 * any number of times.
 */
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

/** What licenses were used for since always, by the sums of their days. Of days without one, what devices did counts, as long as it is kept (DASH-6). */
export function sumAllUsage(on: Queryable, licenseIds: readonly number[], now: Date): Promise<TotalUsage> {
  return sumTotalUsage(on, licenseIds, { from: dayBefore(now, daysKept), to: dayBefore(now, 0) });
}

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * millisecondsInDay).toISOString().slice(0, 10);

/** Gives what licenses were used for to the license that continues them. */
export function moveUsage(on: Queryable, fromIds: readonly number[], toId: number): Promise<void> {
  return moveUsageDays(on, fromIds, toId, dayBefore(new Date(), daysKept));
}
