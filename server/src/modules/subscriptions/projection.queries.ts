import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { productTrials, subscriptions } from '../../db/schema/subscriptions.gen.ts';
import type { NewSubscriptionRow } from './subscriptions.queries.ts';

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
] as const satisfies readonly (keyof NewSubscriptionRow)[];

const excluded = Object.fromEntries(
  changing.map((column) => [column, sql`excluded.${sql.identifier(subscriptions[column].name)}`]),
);

/** Statuses of stored subscriptions, by their ids at Stripe. */
export async function findStatuses(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await on
    .select({ id: subscriptions.stripeSubscriptionId, status: subscriptions.status })
    .from(subscriptions)
    .where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]));
  return new Map(found.map(({ id, status }) => [id, status]));
}

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

/** Inserts or updates the rows. They are written in the order of their ids, so that two writers cannot deadlock. */
export async function upsertSubscriptions(on: Queryable, rows: readonly NewSubscriptionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await on
    .insert(subscriptions)
    .values(rows.toSorted((a, b) => (a.stripeSubscriptionId < b.stripeSubscriptionId ? -1 : 1)))
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: { ...excluded, updatedAt: sql`now()` },
    });
}
