import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import { closingContacts, stripeSubscriptions, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type NewSubscriptionRow = typeof subscriptions.$inferInsert;

export type SubscriptionSortField = 'startDate' | 'productName' | 'status' | 'expirationDate';

export interface SubscriptionListOptions {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: SubscriptionSortField;
}

/** Subscriptions that need action come first, ended ones last (SUB-15). */
const statusRank = sql`case when ${subscriptions.status} in ('past_due', 'unpaid') then 1 when ${subscriptions.status} = 'incomplete' then 2 when ${subscriptions.status} in ('active', 'trialing') then 3 else 4 end`;

/** @param names of products by id */
function sortColumn(field: SubscriptionSortField, names: ReadonlyMap<string, string>): AnyPgColumn | SQL {
  switch (field) {
    case 'startDate':
      return subscriptions.startedAt;
    case 'expirationDate':
      return subscriptions.expiresAt;
    case 'status':
      return statusRank;
    case 'productName':
      // An account has few rows, so sorting by a computed name needs no index.
      return sql`${JSON.stringify(Object.fromEntries(names))}::jsonb ->> ${subscriptions.productId}`;
  }
}

/**
 * A page of an account's subscriptions. Of equal rows, the newest comes first. The id makes the order total, so pages never overlap.
 * @param productNames by product id, if the page is sorted by them
 * @param productId limits the list to one product
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

/** @returns undefined also for another account's subscription */
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

/** An account's subscriptions by their ids at Stripe. */
export async function listSubscriptionsByStripeId(
  on: Queryable,
  accountId: number,
  stripeSubscriptionIds: readonly string[],
): Promise<SubscriptionRow[]> {
  if (stripeSubscriptionIds.length === 0) return [];
  return on
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]),
      ),
    );
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

/** An account's live subscriptions that are set to end, the nearest end first, with the time of cancellation. */
export function listEnding(on: Queryable, accountId: number, limit: number) {
  return on
    .select({
      row: subscriptions,
      canceledAt: sql<Date | null>`to_timestamp((${stripeSubscriptions.data} ->> 'canceled_at')::bigint)`.mapWith(
        subscriptions.startedAt,
      ),
    })
    .from(subscriptions)
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        inArray(subscriptions.status, ['active', 'trialing', 'past_due', 'unpaid']),
        isNotNull(subscriptions.cancelAt),
      ),
    )
    .orderBy(asc(subscriptions.cancelAt), asc(subscriptions.id))
    .limit(limit);
}

/** Facts about a subscription that only the mirror has. */
export interface MirroredFacts {
  /** Why it ended at Stripe, such as `payment_failed`; null without a reason. */
  readonly reason: string | null;
  readonly trialStart: Date | null;
  readonly trialEnd: Date | null;
  /** When the mirror last stored it. */
  readonly syncedAt: Date | null;
}

export async function findMirroredFacts(on: Queryable, stripeSubscriptionId: string): Promise<MirroredFacts> {
  const moment = (field: string) =>
    sql<Date | null>`to_timestamp((${stripeSubscriptions.data} ->> ${field}::text)::bigint)`.mapWith(
      stripeSubscriptions.created,
    );
  const [found] = await on
    .select({
      reason: sql<string | null>`${stripeSubscriptions.data} #>> '{cancellation_details,reason}'`,
      trialStart: moment('trial_start'),
      trialEnd: moment('trial_end'),
      syncedAt: stripeSubscriptions.syncedAt,
    })
    .from(stripeSubscriptions)
    .where(eq(stripeSubscriptions.id, stripeSubscriptionId));
  return found ?? { reason: null, trialStart: null, trialEnd: null, syncedAt: null };
}

/** A subscription that a card pays for. */
export interface CardUse {
  readonly subscriptionId: number;
  readonly productId: string;
  /** Null for the account's default card. */
  readonly paymentMethodId: string | null;
  /** The end of the paid period. */
  readonly expiresAt: Date | null;
  /** Whether it is charged automatically each period: not if its invoices are sent, it was canceled or it has not begun. */
  readonly renewsByCard: boolean;
}

/** An account's subscriptions that renew or have something left to pay, with the cards that pay for them (CARD-5). */
export function listCardUses(on: Queryable, accountId: number): Promise<CardUse[]> {
  return listCardUsesOfAccounts(on, [accountId]);
}

/** Like `listCardUses`, for several accounts. */
export async function listCardUsesOfAccounts(
  on: Queryable,
  accountIds: readonly number[],
): Promise<(CardUse & { readonly accountId: number })[]> {
  if (accountIds.length === 0) return [];
  return on
    .select({
      accountId: subscriptions.accountId,
      subscriptionId: subscriptions.id,
      productId: subscriptions.productId,
      paymentMethodId: subscriptions.paymentMethodId,
      expiresAt: subscriptions.expiresAt,
      renewsByCard: sql<boolean>`${subscriptions.status} in ('active', 'trialing', 'past_due') and ${subscriptions.cancelAt} is null
        and coalesce(${stripeSubscriptions.data} ->> 'collection_method', '') <> 'send_invoice'`,
    })
    .from(subscriptions)
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
    .where(
      and(
        inArray(subscriptions.accountId, [...accountIds]),
        gt(subscriptions.amount, 0),
        or(
          inArray(subscriptions.status, ['past_due', 'unpaid', 'incomplete']),
          and(inArray(subscriptions.status, ['active', 'trialing']), isNull(subscriptions.cancelAt)),
        ),
      ),
    )
    .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id));
}

/**
 * Locks an account's subscriptions that have this card of their own and can be charged to another one (SUB-19), until
 * the transaction ends.
 */
export function lockChargedTo(on: Queryable, accountId: number, paymentMethodId: string) {
  return on
    .select({
      id: subscriptions.id,
      productId: subscriptions.productId,
      stripeSubscriptionId: subscriptions.stripeSubscriptionId,
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        eq(subscriptions.paymentMethodId, paymentMethodId),
        gt(subscriptions.amount, 0),
        inArray(subscriptions.status, ['active', 'trialing', 'past_due', 'unpaid']),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .for('update');
}

const billingAnchor = sql`to_timestamp((${stripeSubscriptions.data} ->> 'billing_cycle_anchor')::bigint)`.mapWith(
  stripeSubscriptions.syncedAt,
) as SQL<Date | null>;

/** The time from which a subscription's billing periods are counted; null if unknown. */
export async function findBillingAnchor(on: Queryable, stripeSubscriptionId: string): Promise<Date | null> {
  const [found] = await on
    .select({ anchor: billingAnchor })
    .from(stripeSubscriptions)
    .where(eq(stripeSubscriptions.id, stripeSubscriptionId));
  return found?.anchor ?? null;
}

/** The account's subscriptions that will be charged again, as they are now, the nearest first. */
export function listRenewingRows(on: Queryable, accountId: number) {
  return on
    .select({
      id: subscriptions.id,
      stripeSubscriptionId: subscriptions.stripeSubscriptionId,
      productId: subscriptions.productId,
      planId: subscriptions.planId,
      currency: subscriptions.currency,
      /** Cents per interval, before tax and discounts. */
      amount: subscriptions.amount,
      interval: subscriptions.interval,
      intervalCount: subscriptions.intervalCount,
      /** The next charge. */
      expiresAt: subscriptions.expiresAt,
      periodStartedAt: subscriptions.periodStartedAt,
      items: subscriptions.items,
      billingAnchor,
      /** When the mirror last stored it. */
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

export async function insertClosingContact(on: Queryable, contact: typeof closingContacts.$inferInsert): Promise<void> {
  await on.insert(closingContacts).values(contact);
}
