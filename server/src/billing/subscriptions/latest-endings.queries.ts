import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { subscriptionChanges, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';

/** The latest cancellations of an account's subscriptions and what was restored, the newest first. An account has few of them. */
export async function listLatestEndings(on: Queryable, accountId: number, limit: number) {
  const found = await on
    .select({
      id: subscriptionChanges.id,
      kind: subscriptionChanges.kind,
      at: subscriptionChanges.at,
      subscriptionId: subscriptions.id,
      productId: subscriptions.productId,
    })
    .from(subscriptionChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionChanges.subscriptionId))
    .where(and(eq(subscriptions.accountId, accountId), inArray(subscriptionChanges.kind, ['canceled', 'restored'])))
    .orderBy(desc(subscriptionChanges.at), desc(subscriptionChanges.id))
    .limit(limit);
  return found.map(
    ({ kind, ...change }) => ({ ...change, kind: kind === 'restored' ? 'restored' : 'canceled' }) as const,
  );
}
