import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { secondFactors } from '../../core/db/schema/second-factor.gen.ts';

/** The subset of the users who have set up a second factor. */
export async function findUsersWithFactors(on: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await on
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(inArray(secondFactors.userId, [...userIds]))
    .groupBy(secondFactors.userId);
  return new Set(found.map(({ userId }) => userId));
}
