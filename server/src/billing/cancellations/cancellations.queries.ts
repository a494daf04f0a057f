import { and, arrayOverlaps, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { amountPerMonth } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { acceptedOffers, cancellationReasons } from '../../core/db/schema/cancellations.gen.ts';
import type { SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';

export type CancellationRow = typeof cancellationReasons.$inferSelect;
type UserId = number | null;

/** A reason or a followed offer counts for the cancellation or change within this time (CXL-3, CXL-12). */
const oneDayAgo = sql`now() - interval '24 hours'`;

const { subscriptionId, canceledAt, restoredAt, savedAt, givenAt, offerFollowedAt, offeredPriceIds } =
  cancellationReasons;

/** The row that the subscription's next reason, cancellation or restoration belongs to. */
const isCurrent = (id: number) => and(eq(subscriptionId, id), isNull(restoredAt), isNull(savedAt));
const currentKey = { target: subscriptionId, targetWhere: sql`restored_at is null and saved_at is null` };

/** Amounts are cents a month over all items, before tax and discounts. */
function subscriptionColumns(row: SubscriptionRow) {
  const { accountId, id, productId, planId, currency } = row;
  return { accountId, subscriptionId: id, productId, planId, currency, amountPerMonth: amountPerMonth(row) };
}

/**
 * Stores a reason, and replaces an earlier one for the same cancellation (CXL-2). `canceledAt` is only written to a
 * new row.
 */
export async function saveReason(
  on: Queryable,
  row: SubscriptionRow,
  { canceledAt, ...words }: Pick<CancellationRow, 'userId' | 'reason' | 'comment' | 'canceledAt'>,
): Promise<void> {
  const given = { ...words, givenAt: sql`now()` };
  await on
    .insert(cancellationReasons)
    .values({ ...subscriptionColumns(row), ...given, canceledAt })
    .onConflictDoUpdate({ ...currentKey, set: given });
}

/** The reason that a cancellation reports to Stripe if it begins now (CXL-3). */
async function findReason(
  on: Queryable,
  id: number,
): Promise<{ readonly reason: NonNullable<CancellationRow['reason']>; readonly comment: string | null } | null> {
  const [found] = await on
    .select({ reason: cancellationReasons.reason, comment: cancellationReasons.comment })
    .from(cancellationReasons)
    .where(and(isCurrent(id), isNull(canceledAt), gt(givenAt, oneDayAgo)));
  return found?.reason ? { reason: found.reason, comment: found.comment } : null;
}

/** Records that a subscription was canceled, with or without a reason (CXL-3). @param at on the customer's clock */
const recordCanceled = (
  on: Queryable,
  row: SubscriptionRow,
  { userId, at }: { readonly userId: UserId; readonly at: Date },
): Promise<void> => recordOutcome(on, row, userId, { canceledAt: at });

/**
 * Records that the discount of an offer saved a subscription. An earlier reason counts only if it was given within a
 * day (CXL-3).
 */
export const recordSaved = (
  on: Queryable,
  row: SubscriptionRow,
  { userId, offerId }: { readonly userId: UserId; readonly offerId: string },
): Promise<void> => recordOutcome(on, row, userId, { savedAt: new Date(), offerId });

async function recordOutcome(
  on: Queryable,
  row: SubscriptionRow,
  userId: UserId,
  outcome: { readonly canceledAt: Date } | { readonly savedAt: Date; readonly offerId: string },
): Promise<void> {
  await deleteOutdated(on, row.id);
  const columns = subscriptionColumns(row);
  const { amountPerMonth, currency, planId } = columns;
  await on
    .insert(cancellationReasons)
    .values({ ...columns, userId, ...outcome })
    .onConflictDoUpdate({ ...currentKey, set: { ...outcome, amountPerMonth, currency, planId } });
}

/** Deletes a reason or a followed offer that no cancellation followed within a day. */
async function deleteOutdated(on: Queryable, id: number): Promise<void> {
  const lastAnswer = sql`greatest(${givenAt}, ${offerFollowedAt})`;
  await on.delete(cancellationReasons).where(and(isCurrent(id), isNull(canceledAt), lte(lastAnswer, oneDayAgo)));
}

/** Records that a canceling customer follows the offer of a plan or interval, instead of an earlier one (CXL-12). */
export async function recordFollowedOffer(
  on: Queryable,
  row: SubscriptionRow,
  { userId, ...offer }: { readonly userId: number; readonly offerId: string; readonly offeredPriceIds: string[] },
): Promise<void> {
  await deleteOutdated(on, row.id);
  const followed = { ...offer, offerFollowedAt: sql`now()` };
  await on
    .insert(cancellationReasons)
    .values({ ...subscriptionColumns(row), userId, ...followed })
    .onConflictDoUpdate({ ...currentKey, set: followed });
}

/**
 * Records a successful change to one of these price plans. The change saves the subscription if an offer of these
 * price plans was followed within the last day and the subscription was not canceled in the meantime (CXL-12).
 * @returns the offer's id if it was accepted
 */
export async function recordChange(
  on: Queryable,
  id: number,
  priceIds: readonly string[],
): Promise<string | undefined> {
  const isOffered = arrayOverlaps(offeredPriceIds, [...priceIds]);
  const [saved] = await on
    .update(cancellationReasons)
    .set({ savedAt: sql`now()` })
    .where(and(isCurrent(id), isNull(canceledAt), gt(offerFollowedAt, oneDayAgo), isOffered))
    .returning({ offerId: cancellationReasons.offerId });
  return saved?.offerId ?? undefined;
}

/** Records when canceled subscriptions were restored, by whomever (CXL-4). */
async function recordRestored(
  on: Queryable,
  restored: readonly { readonly subscriptionId: number; readonly at: Date }[],
): Promise<void> {
  if (restored.length === 0) return;
  const ids = restored.map(({ subscriptionId }) => subscriptionId);
  const moments = restored.map(({ at }) => at.toISOString());
  await on.execute(sql`
    update cancellation_reasons set restored_at = restored.at
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(moments)}::timestamptz[]) as restored (id, at)
    where subscription_id = restored.id and canceled_at is not null and restored_at is null and saved_at is null`);
}

/** Whether an account ever accepted a discount to stay with a product (CXL-7). */
export async function hasAccepted(on: Queryable, accountId: number, productId: string): Promise<boolean> {
  const found = await on
    .select({ offerId: acceptedOffers.offerId })
    .from(acceptedOffers)
    .where(isAcceptedOffer(accountId, productId));
  return found.length > 0;
}

/** @returns false if the account accepted a discount for the product before (CXL-7) */
export async function insertAccepted(
  on: Queryable,
  accepted: Omit<typeof acceptedOffers.$inferInsert, 'acceptedAt'>,
): Promise<boolean> {
  const inserted = await on
    .insert(acceptedOffers)
    .values(accepted)
    .onConflictDoNothing()
    .returning({ offerId: acceptedOffers.offerId });
  return inserted.length > 0;
}

/** Makes the offer available again after its discount could not be given. */
export async function deleteAccepted(on: Queryable, accountId: number, productId: string): Promise<void> {
  await on.delete(acceptedOffers).where(isAcceptedOffer(accountId, productId));
}

const isAcceptedOffer = (accountId: number, productId: string) =>
  and(eq(acceptedOffers.accountId, accountId), eq(acceptedOffers.productId, productId));

/** Functions that subscriptions call. They are passed in, because `cancellations` imports `subscriptions`. */
export const cancellationRecords = { findReason, recordCanceled, recordRestored };
