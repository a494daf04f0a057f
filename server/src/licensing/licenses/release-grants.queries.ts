import { and, gt, inArray, sum } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenseReleaseGrants } from '../../core/db/schema/licenses.gen.ts';

/** The releases that operators granted licenses after a moment; licenses without any are missing (LCN-8). */
export async function sumGrants(
  on: Queryable,
  licenseIds: readonly number[],
  since: Date,
): Promise<ReadonlyMap<number, number>> {
  if (licenseIds.length === 0) return new Map();
  const found = await on
    .select({ licenseId: licenseReleaseGrants.licenseId, amount: sum(licenseReleaseGrants.amount).mapWith(Number) })
    .from(licenseReleaseGrants)
    .where(and(inArray(licenseReleaseGrants.licenseId, [...licenseIds]), gt(licenseReleaseGrants.grantedAt, since)))
    .groupBy(licenseReleaseGrants.licenseId);
  return new Map(found.map(({ licenseId, amount }) => [licenseId, amount]));
}

export async function insertGrant(
  on: Queryable,
  grant: Pick<typeof licenseReleaseGrants.$inferInsert, 'licenseId' | 'amount' | 'reason' | 'grantedBy'>,
): Promise<void> {
  await on.insert(licenseReleaseGrants).values(grant);
}
