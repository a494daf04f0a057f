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

/** Statuses of those that are known, by their ids at Stripe. */
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

/** Remembers permanently which products accounts had a trial of. */
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

/** Adds the rows, or replaces what changes of those that are known. They are written in the order of their ids: two writers never deadlock. */
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
