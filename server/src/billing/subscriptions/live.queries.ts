import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { subscriptions } from '../../core/db/schema/subscriptions.gen.ts';

const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid'];

/** The number of live subscriptions of each account. */
export async function countLive(on: Queryable, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await on
    .select({ accountId: subscriptions.accountId, live: count() })
    .from(subscriptions)
    .where(and(inArray(subscriptions.accountId, [...accountIds]), inArray(subscriptions.status, liveStatuses)))
    .groupBy(subscriptions.accountId);
  return new Map(found.map(({ accountId, live }) => [accountId, live]));
}

/** Stripe's ids of an account's live subscriptions, and when each is set to end. */
export function listLiveIds(
  on: Queryable,
  accountId: number,
): Promise<{ readonly stripeSubscriptionId: string; readonly cancelAt: Date | null }[]> {
  return on
    .select({ stripeSubscriptionId: subscriptions.stripeSubscriptionId, cancelAt: subscriptions.cancelAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), inArray(subscriptions.status, liveStatuses)));
}

/** A subquery: the accounts with a live subscription to one of these plans. */
export function selectAccountsWithPlans(on: Queryable, planIds: readonly string[]) {
  return on
    .select({ planId: subscriptions.planId, accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(and(inArray(subscriptions.planId, [...planIds]), inArray(subscriptions.status, liveStatuses)));
}

/**
 * The number of live subscriptions with one of these prices.
 * @param planIds all plans that can have these prices; they limit the search to an index
 */
export async function countLiveWithPrices(
  on: Queryable,
  { priceIds, planIds }: { readonly priceIds: readonly string[]; readonly planIds: readonly string[] },
): Promise<number> {
  const hasPrice = sql`exists (
    select from jsonb_array_elements(${subscriptions.items}) as item where item ->> 'priceId' = any(${sql.param([...priceIds])}::text[])
  )`;
  const [found] = await on
    .select({ live: count() })
    .from(subscriptions)
    .where(and(inArray(subscriptions.planId, [...planIds]), inArray(subscriptions.status, liveStatuses), hasPrice));
  return found?.live ?? 0;
}

/** The products with a live subscription of the account, the newest first. */
export async function listLiveProducts(on: Queryable, accountId: number): Promise<string[]> {
  const found = await on
    .select({ productId: subscriptions.productId })
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), inArray(subscriptions.status, liveStatuses)))
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.id));
  return found.map(({ productId }) => productId);
}
