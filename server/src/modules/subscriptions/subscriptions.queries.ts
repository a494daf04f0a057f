import { and, asc, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/database.ts';
import { productTrials, stripeSubscriptions, subscriptions } from '../../db/schema/subscriptions.gen.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type NewSubscriptionRow = typeof subscriptions.$inferInsert;
export type RenewingSubscription = Awaited<ReturnType<typeof listRenewing>>[number];

export type SubscriptionSortField = 'startDate' | 'productName' | 'status' | 'expirationDate';

export interface SubscriptionListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: SubscriptionSortField;
}

/** Subscriptions that require something come first, ended ones last. */
const statusRank = sql`case when ${subscriptions.status} in ('past_due', 'unpaid') then 1 when ${subscriptions.status} = 'incomplete' then 2 when ${subscriptions.status} in ('active', 'trialing') then 3 else 4 end`;

/** @param names of products, by their ids. */
function sortColumn(field: SubscriptionSortField, names: ReadonlyMap<string, string>): AnyPgColumn | SQL {
  switch (field) {
    case 'startDate':
      return subscriptions.startedAt;
    case 'expirationDate':
      return subscriptions.expiresAt;
    case 'status':
      return statusRank;
    case 'productName':
      // An account has few rows, so that sorting them by a computed name needs no index.
      return sql`${JSON.stringify(Object.fromEntries(names))}::jsonb ->> ${subscriptions.productId}`;
  }
}

/**
 * A page of an account's subscriptions. The newest of equal rows come first. The id makes the order total, so that pages never overlap.
 * @param productNames by product id, when the page is sorted by them.
 * @param productId only those of one product.
 */
export async function listSubscriptions(
  on: Queryable,
  accountId: number,
  { page, pageSize, order, sortField }: SubscriptionListOptions,
  productNames: ReadonlyMap<string, string>,
  productId?: string,
) {
  const where = and(
    eq(subscriptions.accountId, accountId),
    productId === undefined ? undefined : eq(subscriptions.productId, productId),
  );
  const direction = order === 'asc' ? asc : desc;
  const newest = sortField === 'startDate' ? [] : [desc(subscriptions.startedAt)];
  const [items, [counted]] = await Promise.all([
    on
      .select()
      .from(subscriptions)
      .where(where)
      .orderBy(direction(sortColumn(sortField, productNames)), ...newest, direction(subscriptions.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(subscriptions).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** @returns undefined also for another account's. */
export async function findSubscription(
  on: Queryable,
  accountId: number,
  id: number,
): Promise<SubscriptionRow | undefined> {
  const [found] = await on
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.id, id)));
  return found;
}

export async function findSubscriptionByStripeId(
  on: Queryable,
  stripeSubscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await on
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
  return found;
}

/** All subscriptions of an account to some products, the newest first. */
export function listSubscriptionsForProducts(
  on: Queryable,
  accountId: number,
  productIds: readonly string[],
): Promise<SubscriptionRow[]> {
  return on
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), inArray(subscriptions.productId, [...productIds])))
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.id));
}

/** Subscriptions of all accounts after an id, by their ids. */
export function listSubscriptionsAfter(on: Queryable, id: number, limit: number): Promise<SubscriptionRow[]> {
  return on.select().from(subscriptions).where(gt(subscriptions.id, id)).orderBy(asc(subscriptions.id)).limit(limit);
}

/** The products of a list that an account has had a trial of. */
export async function listTriedProducts(
  on: Queryable,
  accountId: number,
  productIds: readonly string[],
): Promise<string[]> {
  const found = await on
    .select({ productId: productTrials.productId })
    .from(productTrials)
    .where(and(eq(productTrials.accountId, accountId), inArray(productTrials.productId, [...productIds])));
  return found.map(({ productId }) => productId);
}

/** Locks the row until the transaction ends (SUB-8). */
export async function lockSubscription(
  on: Queryable,
  accountId: number,
  id: number,
): Promise<SubscriptionRow | undefined> {
  const [found] = await on
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.id, id)))
    .for('update');
  return found;
}

/**
 * The cards of an account's subscriptions that renew or have something left to pay (CARD-5). Null stands for the default card.
 */
export async function listCardsInUse(on: Queryable, accountId: number): Promise<ReadonlySet<string | null>> {
  const found = await on
    .select({ card: subscriptions.paymentMethodId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        gt(subscriptions.amount, 0),
        or(
          inArray(subscriptions.status, ['past_due', 'unpaid', 'incomplete']),
          and(inArray(subscriptions.status, ['active', 'trialing']), isNull(subscriptions.cancelAt)),
        ),
      ),
    )
    .groupBy(subscriptions.paymentMethodId);
  return new Set(found.map(({ card }) => card));
}

const billingAnchor = sql`to_timestamp((${stripeSubscriptions.data} ->> 'billing_cycle_anchor')::bigint)`.mapWith(
  stripeSubscriptions.syncedAt,
) as SQL<Date | null>;

/** The moment from which a subscription's billing periods are counted; null for an unknown one. */
export async function findBillingAnchor(on: Queryable, stripeSubscriptionId: string): Promise<Date | null> {
  const [found] = await on
    .select({ anchor: billingAnchor })
    .from(stripeSubscriptions)
    .where(eq(stripeSubscriptions.id, stripeSubscriptionId));
  return found?.anchor ?? null;
}

/** The account's subscriptions that will be charged again, the nearest first. An account has few of them. */
export function listRenewing(on: Queryable, accountId: number) {
  return on
    .select({
      id: subscriptions.id,
      stripeSubscriptionId: subscriptions.stripeSubscriptionId,
      productId: subscriptions.productId,
      planId: subscriptions.planId,
      currency: subscriptions.currency,
      /** Cents for each interval, before tax and discounts. */
      amount: subscriptions.amount,
      interval: subscriptions.interval,
      intervalCount: subscriptions.intervalCount,
      /** When it is charged next. */
      expiresAt: subscriptions.expiresAt,
      /** Billing periods are counted from then on; null where the mirror does not have it. */
      billingAnchor,
      /** When the mirror read it last, or null. */
      syncedAt: stripeSubscriptions.syncedAt,
    })
    .from(subscriptions)
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
        isNull(subscriptions.cancelAt),
        gt(subscriptions.amount, 0),
      ),
    )
    .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id));
}
