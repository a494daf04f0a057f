import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { subscriptions } from '../../core/db/schema/subscriptions.gen.ts';
import type { NewSubscriptionRow, SubscriptionRow } from './subscriptions.queries.ts';

/** Columns that a later state of the same subscription replaces. */
const replacedColumns = [
  'productId',
  'planId',
  'pricePlanId',
  'quantity',
  'status',
  'trial',
  'startedAt',
  'expiresAt',
  'periodStartedAt',
  'unpaidSince',
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
  replacedColumns.map((column) => [column, sql`excluded.${sql.identifier(subscriptions[column].name)}`]),
);

export async function deleteSubscriptions(on: Queryable, stripeSubscriptionIds: readonly string[]): Promise<void> {
  if (stripeSubscriptionIds.length === 0) return;
  await on.delete(subscriptions).where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]));
}

/** Inserts or updates the rows in the order of their ids, so that two writers cannot deadlock. */
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
      set: { ...excluded, updatedAt: sql`now()` },
    })
    .returning();
}
