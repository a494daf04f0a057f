import { and, count, gt, inArray, min, sql, sum } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceEvents } from '../../core/db/schema/devices.gen.ts';
import { licenseReleaseGrants } from '../../core/db/schema/releases.gen.ts';
import type { UsedReleases } from './releases.rules.ts';

/** Which releases are counted together: those of a public token have a limit of their own (LIC-11). */
export type ReleasedBy = 'account' | 'publicToken';

/** The releases that licenses used after `since` (DEV-10), by license; licenses without any are missing. */
export async function countUsedReleases(
  on: Queryable,
  licenseIds: readonly number[],
  since: Date,
  releasedBy: ReleasedBy,
): Promise<ReadonlyMap<number, UsedReleases>> {
  if (licenseIds.length === 0) return new Map();
  const byPublicToken = sql`coalesce(${deviceEvents.detail} ? 'byPublicToken', false)`;
  const found = await on
    .select({ licenseId: deviceEvents.licenseId, count: count(), first: min(deviceEvents.at) })
    .from(deviceEvents)
    .where(
      and(
        inArray(deviceEvents.licenseId, [...licenseIds]),
        sql`${deviceEvents.countsAsRelease}`,
        gt(deviceEvents.at, since),
        releasedBy === 'publicToken' ? byPublicToken : sql`not ${byPublicToken}`,
      ),
    )
    .groupBy(deviceEvents.licenseId);
  return new Map(found.map(({ licenseId, ...used }) => [licenseId, used]));
}

/** The releases that operators granted after `since` (LCN-8), by license; licenses without any are missing. */
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
