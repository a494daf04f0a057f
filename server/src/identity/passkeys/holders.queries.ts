import { inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { passkeys } from '../../core/db/schema/passkeys.gen.ts';

/** The subset of the users who have a passkey. */
export async function findUsersWithPasskeys(on: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await on
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(inArray(passkeys.userId, [...userIds]))
    .groupBy(passkeys.userId);
  return new Set(found.map(({ userId }) => userId));
}
