import { and, count, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/subscriptions.gen.ts';

const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid'];

/** The numbers of live subscriptions, by account. */
export async function countLive(on: Queryable, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await on
    .select({ accountId: subscriptions.accountId, live: count() })
    .from(subscriptions)
    .where(and(inArray(subscriptions.accountId, [...accountIds]), inArray(subscriptions.status, liveStatuses)))
    .groupBy(subscriptions.accountId);
  return new Map(found.map(({ accountId, live }) => [accountId, live]));
}
