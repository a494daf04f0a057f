import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { subscriptionChanges, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';
import { type StoredChange, storedChange } from './changes.rules.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

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

/** The newest changes of a subscription, in chronological order. */
export async function listChanges(on: Queryable, subscriptionId: number, limit: number): Promise<DatedChange[]> {
  const rows = await on
    .select()
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.subscriptionId, subscriptionId))
    .orderBy(desc(subscriptionChanges.at), desc(subscriptionChanges.id))
    .limit(limit);
  return rows.reverse().map(({ kind, detail, at }) => ({ ...storedChange.parse({ kind, detail }), at }));
}

/** When the subscription was last canceled. */
export async function findLatestCancellation(on: Queryable, subscriptionId: number): Promise<Date | undefined> {
  const [found] = await on
    .select({ at: subscriptionChanges.at })
    .from(subscriptionChanges)
    .where(and(eq(subscriptionChanges.subscriptionId, subscriptionId), eq(subscriptionChanges.kind, 'canceled')))
    .orderBy(desc(subscriptionChanges.at), desc(subscriptionChanges.id))
    .limit(1);
  return found?.at;
}

/** Those of the subscriptions that were ever canceled. */
export async function findEverCanceled(on: Queryable, subscriptionIds: readonly number[]): Promise<Set<number>> {
  if (subscriptionIds.length === 0) return new Set();
  const { subscriptionId, kind } = subscriptionChanges;
  const found = await on
    .selectDistinctOn([subscriptionId], { subscriptionId })
    .from(subscriptionChanges)
    .where(and(inArray(subscriptionId, [...subscriptionIds]), eq(kind, 'canceled')));
  return new Set(found.map((one) => one.subscriptionId));
}

/** Subscriptions by their ids at Stripe. */
export async function findSubscriptionsByStripeIds(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, SubscriptionRow>> {
  return toMap(await selectByStripeIds(on, stripeSubscriptionIds));
}

/** Locks the rows until the transaction ends, in the order of their ids, so that two writers cannot deadlock. */
export async function lockSubscriptionsByStripeIds(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, SubscriptionRow>> {
  return toMap(
    await selectByStripeIds(on, stripeSubscriptionIds).orderBy(asc(subscriptions.stripeSubscriptionId)).for('update'),
  );
}

const selectByStripeIds = (on: Queryable, stripeSubscriptionIds: readonly string[]) =>
  on
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]))
    .$dynamic();

const toMap = (rows: readonly SubscriptionRow[]) => new Map(rows.map((row) => [row.stripeSubscriptionId, row]));

/** The latest cancellations and restorations of an account's subscriptions, the newest first. */
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
