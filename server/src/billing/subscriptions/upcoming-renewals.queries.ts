import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeSubscriptions, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

const columns = {
  id: subscriptions.id,
  accountId: subscriptions.accountId,
  productId: subscriptions.productId,
  planId: subscriptions.planId,
  quantity: subscriptions.quantity,
  amount: subscriptions.amount,
  currency: subscriptions.currency,
};

/** Must equal the condition of the index of renewals. */
const renews: SQL = sql`${subscriptions.status} in ('active', 'trialing') and ${subscriptions.cancelAt} is null and ${subscriptions.amount} > 0`;

/** Renewals of all accounts between two times, the nearest first, with the card that will be charged. @param after the last row of the previous page */
export function listUpcomingRenewals(
  on: Queryable,
  from: Date,
  until: Date,
  limit: number,
  after?: { readonly at: Date; readonly id: number },
) {
  return on
    .select({
      ...columns,
      trial: subscriptions.trial,
      at: sql<Date>`${subscriptions.expiresAt}`.mapWith(subscriptions.startedAt),
      /** Null for the customer's default card. */
      paymentMethodId: subscriptions.paymentMethodId,
      customerId: sql<string>`coalesce(${stripeSubscriptions.customerId}, '')`,
      isSent: sql<boolean>`coalesce(${stripeSubscriptions.data} ->> 'collection_method', '') = 'send_invoice'`,
    })
    .from(subscriptions)
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
    .where(
      and(
        renews,
        gte(subscriptions.expiresAt, from),
        lt(subscriptions.expiresAt, until),
        after &&
          sql`(${subscriptions.expiresAt}, ${subscriptions.id}) > (${after.at.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id))
    .limit(limit);
}

/** The amounts (cents) and number of renewals until `until`, and of those until `soon`, by currency. */
export async function sumUpcomingRenewals(on: Queryable, from: Date, soon: Date, until: Date) {
  const isSoon = sql`${subscriptions.expiresAt} < ${soon.toISOString()}::timestamptz`;
  const number = (what: SQL) => sql<number>`coalesce(${what}, 0)`.mapWith(Number);
  return on
    .select({
      currency: subscriptions.currency,
      amount: number(sql`sum(${subscriptions.amount})`),
      count: number(sql`count(*)`),
      soonAmount: number(sql`sum(${subscriptions.amount}) filter (where ${isSoon})`),
      soonCount: number(sql`count(*) filter (where ${isSoon})`),
    })
    .from(subscriptions)
    .where(and(renews, gte(subscriptions.expiresAt, from), lt(subscriptions.expiresAt, until)))
    .groupBy(subscriptions.currency);
}

/** Past due subscriptions of all accounts, the longest past due first. */
export function listPastDue(on: Queryable, limit: number) {
  return on
    .select({ ...columns, since: subscriptions.unpaidSince })
    .from(subscriptions)
    .where(inArray(subscriptions.status, ['past_due', 'unpaid']))
    .orderBy(asc(subscriptions.unpaidSince), asc(subscriptions.id))
    .limit(limit);
}

/** Trials of all accounts that ended after `since` without a live subscription to the product, the latest first. */
export function listEndedTrials(on: Queryable, since: Date, limit: number) {
  const isFollowed = sql`exists (
    select from ${subscriptions} later
    where later.account_id = ${subscriptions.accountId} and later.product_id = ${subscriptions.productId}
      and later.status in ('active', 'trialing', 'past_due', 'unpaid'))`;
  return on
    .select({ ...columns, since: subscriptions.endedAt })
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.trial}`,
        isNotNull(subscriptions.endedAt),
        gte(subscriptions.endedAt, since),
        sql`not ${isFollowed}`,
      ),
    )
    .orderBy(desc(subscriptions.endedAt), desc(subscriptions.id))
    .limit(limit);
}

const canceledAt = sql<Date | null>`to_timestamp((${stripeSubscriptions.data} ->> 'canceled_at')::bigint)`.mapWith(
  subscriptions.startedAt,
);

/** A subscription whose paid period or trial ends, with the time of its cancellation. */
export type EndingSubscription = SubscriptionRow & { readonly canceledAt: Date | null };

const withCancellation = { ...getTableColumns(subscriptions), canceledAt };

/** Active subscriptions of all accounts whose period ends between two times, the nearest first. @param after the last row of the previous page */
export function listUpcomingEnds(
  on: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
  after?: Pick<SubscriptionRow, 'id' | 'expiresAt'>,
): Promise<EndingSubscription[]> {
  return on
    .select(withCancellation)
    .from(subscriptions)
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
    .where(
      and(
        inForce,
        gte(subscriptions.expiresAt, from),
        lt(subscriptions.expiresAt, until),
        after?.expiresAt
          ? sql`(${subscriptions.expiresAt}, ${subscriptions.id}) > (${after.expiresAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id))
    .limit(limit);
}

/** Must equal the condition of the index of ends. */
const inForce: SQL = sql`${subscriptions.status} in ('active', 'trialing')`;

/** Active subscriptions of one account whose period ends between two times, the nearest first. */
export function listUpcomingEndsOfAccount(
  on: Queryable,
  accountId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<EndingSubscription[]> {
  return on
    .select(withCancellation)
    .from(subscriptions)
    .leftJoin(stripeSubscriptions, eq(stripeSubscriptions.id, subscriptions.stripeSubscriptionId))
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        inForce,
        gte(subscriptions.expiresAt, from),
        lt(subscriptions.expiresAt, until),
      ),
    )
    .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id))
    .limit(limit);
}

/** Trials of all accounts that end between two times, the nearest first. */
export function listEndingTrials(
  on: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
) {
  return on
    .select({ ...columns, endsAt: subscriptions.expiresAt })
    .from(subscriptions)
    .where(
      and(inForce, sql`${subscriptions.trial}`, gte(subscriptions.expiresAt, from), lt(subscriptions.expiresAt, until)),
    )
    .orderBy(asc(subscriptions.expiresAt), asc(subscriptions.id))
    .limit(limit);
}
