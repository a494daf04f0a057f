import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { subscriptionChanges, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';
import { type StoredChange, storedChange } from './changes.rules.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

/** A change of a subscription with its moment. */
export type DatedChange = StoredChange & { readonly at: Date };

export async function insertChanges(
  on: Queryable,
  changes: readonly (DatedChange & { readonly subscriptionId: number })[],
): Promise<void> {
  if (changes.length === 0) return;
  await on
    .insert(subscriptionChanges)
    .values(changes.map(({ subscriptionId, kind, at, detail }) => ({ subscriptionId, kind, at, detail })));
}

/** The newest changes of a subscription, the oldest of them first. */
export async function listChanges(on: Queryable, subscriptionId: number, limit: number): Promise<DatedChange[]> {
  const rows = await on
    .select()
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.subscriptionId, subscriptionId))
    .orderBy(desc(subscriptionChanges.at), desc(subscriptionChanges.id))
    .limit(limit);
  return rows.reverse().map(({ kind, detail, at }) => ({ ...storedChange.parse({ kind, detail }), at }));
}

/** When a subscription was canceled last. */
export async function findLatestCancellation(on: Queryable, subscriptionId: number): Promise<Date | undefined> {
  const [found] = await on
    .select({ at: subscriptionChanges.at })
    .from(subscriptionChanges)
    .where(and(eq(subscriptionChanges.subscriptionId, subscriptionId), eq(subscriptionChanges.kind, 'canceled')))
    .orderBy(desc(subscriptionChanges.at), desc(subscriptionChanges.id))
    .limit(1);
  return found?.at;
}

/** The rows of subscriptions by their ids at Stripe. */
export async function findByStripeIds(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, SubscriptionRow>> {
  return toMap(await ofStripeIds(on, stripeSubscriptionIds));
}

/** The same, locked until the transaction ends, in the order of their ids, so that two writers cannot deadlock. */
export async function lockByStripeIds(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, SubscriptionRow>> {
  return toMap(
    await ofStripeIds(on, stripeSubscriptionIds).orderBy(asc(subscriptions.stripeSubscriptionId)).for('update'),
  );
}

const ofStripeIds = (on: Queryable, stripeSubscriptionIds: readonly string[]) =>
  on
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]))
    .$dynamic();

const toMap = (rows: readonly SubscriptionRow[]) => new Map(rows.map((row) => [row.stripeSubscriptionId, row]));
