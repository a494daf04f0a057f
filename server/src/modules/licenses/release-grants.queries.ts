import { and, eq, gt, sum } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { licenseReleaseGrants } from '../../db/schema/licenses.gen.ts';

/** The releases that operators granted a license after a moment. */
export async function sumGrants(on: Queryable, licenseId: number, since: Date): Promise<number> {
  const [found] = await on
    .select({ amount: sum(licenseReleaseGrants.amount).mapWith(Number) })
    .from(licenseReleaseGrants)
    .where(and(eq(licenseReleaseGrants.licenseId, licenseId), gt(licenseReleaseGrants.grantedAt, since)));
  return found?.amount ?? 0;
}

export async function insertGrant(
  on: Queryable,
  grant: Pick<typeof licenseReleaseGrants.$inferInsert, 'licenseId' | 'amount' | 'reason' | 'grantedBy'>,
): Promise<void> {
  await on.insert(licenseReleaseGrants).values(grant);
}
