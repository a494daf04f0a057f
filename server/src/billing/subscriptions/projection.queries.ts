import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTrials, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';
import type { NewSubscriptionRow, SubscriptionRow } from './subscriptions.queries.ts';

/** Columns that a later state of the same subscription replaces. */
const changing = [
  'productId',
  'planId',
  'pricePlanId',
  'quantity',
  'status',
  'trial',
  'startedAt',
  'expiresAt',
  'periodStartedAt',
  'deviceQuantity',
  'cancelAt',
  'cancelAtPeriodEnd',
  'endedAt',
  'amount',
  'currency',
  'interval',
  'intervalCount',
  'paymentMethodId',
  'items',
  'paymentFailure',
  'discounts',
] as const satisfies readonly (keyof NewSubscriptionRow)[];

const excluded = Object.fromEntries(
  changing.map((column) => [column, sql`excluded.${sql.identifier(subscriptions[column].name)}`]),
);

/** Records permanently which products accounts had a trial of (TRL-3). */
export async function rememberTrials(
  on: Queryable,
  trials: readonly { readonly accountId: number; readonly productId: string }[],
): Promise<void> {
  if (trials.length === 0) return;
  await on
    .insert(productTrials)
    .values([...trials])
    .onConflictDoNothing();
}

export async function removeSubscriptions(on: Queryable, stripeSubscriptionIds: readonly string[]): Promise<void> {
  if (stripeSubscriptionIds.length === 0) return;
  await on.delete(subscriptions).where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]));
}

/** The first unpaid period counts while payments stay due. A subscription that ended unpaid keeps it. */
const unpaidSince = sql`case
  when excluded.status = 'canceled' then ${subscriptions.unpaidSince}
  when excluded.unpaid_since is not null then least(${subscriptions.unpaidSince}, excluded.unpaid_since)
end`;

/** Inserts or updates the rows. They are written in the order of their ids, so that two writers cannot deadlock. */
export async function upsertSubscriptions(
  on: Queryable,
  rows: readonly NewSubscriptionRow[],
): Promise<SubscriptionRow[]> {
  if (rows.length === 0) return [];
  return on
    .insert(subscriptions)
    .values(rows.toSorted((a, b) => (a.stripeSubscriptionId < b.stripeSubscriptionId ? -1 : 1)))
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: { ...excluded, unpaidSince, updatedAt: sql`now()` },
    })
    .returning();
}
