import { and, arrayOverlaps, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { cancellationReasons } from '../../core/db/schema/cancellation-reasons.gen.ts';

export type ReasonRow = typeof cancellationReasons.$inferSelect;

/** A subscription that somebody wants to cancel, as it is then. */
export interface AboutSubscription {
  readonly accountId: number;
  readonly userId: number | null;
  readonly subscriptionId: number;
  readonly productId: string;
  readonly planId: string;
  /** Cents a month over all items, before tax and discounts. */
  readonly amountPerMonth: number;
  readonly currency: string;
}

/** The row that a subscription's next click, cancellation or restoration is about. */
const isCurrent = (subscriptionId: number) =>
  and(
    eq(cancellationReasons.subscriptionId, subscriptionId),
    isNull(cancellationReasons.restoredAt),
    isNull(cancellationReasons.savedAt),
  );

const currentKey = {
  target: cancellationReasons.subscriptionId,
  targetWhere: sql`restored_at is null and saved_at is null`,
};

/**
 * Writes what was said, in place of what was said before about the same cancellation (CXL-2).
 * @param said `canceledAt` counts where nothing is known of the cancellation yet
 */
export async function saveReason(
  on: Queryable,
  about: AboutSubscription,
  said: Pick<ReasonRow, 'reason' | 'comment' | 'canceledAt'>,
): Promise<void> {
  const { canceledAt, ...words } = said;
  const given = { ...words, userId: about.userId, givenAt: sql`now()` };
  await on
    .insert(cancellationReasons)
    .values({ ...about, ...given, canceledAt })
    .onConflictDoUpdate({ ...currentKey, set: given });
}

/** Writes that an offer of another plan or interval is followed, in place of one that was followed before. */
export async function saveFollowed(
  on: Queryable,
  about: AboutSubscription,
  offer: { readonly offerId: string; readonly offeredPriceIds: string[] },
): Promise<void> {
  const followed = { ...offer, offerFollowedAt: sql`now()` };
  await on
    .insert(cancellationReasons)
    .values({ ...about, ...followed })
    .onConflictDoUpdate({ ...currentKey, set: followed });
}

/**
 * Saves a subscription by the offer that was followed since `since`, where it is taken by one of these price plans. A subscription that was
 * canceled meanwhile is not saved. @returns the offer's id; undefined where there is none.
 */
export async function takeFollowed(
  on: Queryable,
  subscriptionId: number,
  { priceIds, since }: { readonly priceIds: readonly string[]; readonly since: Date },
): Promise<string | undefined> {
  const { canceledAt, offerFollowedAt, offeredPriceIds, offerId } = cancellationReasons;
  const [saved] = await on
    .update(cancellationReasons)
    .set({ savedAt: sql`now()` })
    .where(
      and(
        isCurrent(subscriptionId),
        isNull(canceledAt),
        gt(offerFollowedAt, since),
        arrayOverlaps(offeredPriceIds, [...priceIds]),
      ),
    )
    .returning({ offerId });
  return saved?.offerId ?? undefined;
}

/** What was said since `since` about a subscription that is not canceled yet. */
export async function findUndecided(
  on: Queryable,
  subscriptionId: number,
  since: Date,
): Promise<Pick<ReasonRow, 'reason' | 'comment'> | undefined> {
  const [found] = await on
    .select({ reason: cancellationReasons.reason, comment: cancellationReasons.comment })
    .from(cancellationReasons)
    .where(
      and(isCurrent(subscriptionId), isNull(cancellationReasons.canceledAt), gt(cancellationReasons.givenAt, since)),
    );
  return found;
}

/** What became of the current row, or of a new one where nothing was said. */
export async function decide(
  on: Queryable,
  about: AboutSubscription,
  decision: { readonly canceledAt: Date } | { readonly savedAt: Date; readonly offerId: string },
): Promise<void> {
  const { amountPerMonth, currency, planId } = about;
  await on
    .insert(cancellationReasons)
    .values({ ...about, ...decision })
    .onConflictDoUpdate({ ...currentKey, set: { ...decision, amountPerMonth, currency, planId } });
}

/** Forgets what was said or followed before `before` and not followed by a cancellation. */
export async function deleteUndecided(on: Queryable, subscriptionId: number, before: Date): Promise<void> {
  await on
    .delete(cancellationReasons)
    .where(
      and(
        isCurrent(subscriptionId),
        isNull(cancellationReasons.canceledAt),
        lte(sql`greatest(${cancellationReasons.givenAt}, ${cancellationReasons.offerFollowedAt})`, before),
      ),
    );
}

/** Ends the cancellations of subscriptions that go on, each at its moment. */
export async function endCancellations(
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
