import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { couponRedemptions } from '../../core/db/schema/coupons.gen.ts';

/** An account's use of a coupon, in one operation. */
export interface Redemption {
  readonly accountId: number;
  readonly stripePromotionCodeId: string;
  readonly operationId: string;
}

/** The account's redemption of a coupon. `operationId` is null if the operation was deleted. */
export async function findRedemption(
  on: Queryable,
  accountId: number,
  stripePromotionCodeId: string,
): Promise<{ readonly operationId: string | null } | undefined> {
  const [found] = await on
    .select({ operationId: couponRedemptions.operationId })
    .from(couponRedemptions)
    .where(
      and(
        eq(couponRedemptions.accountId, accountId),
        eq(couponRedemptions.stripePromotionCodeId, stripePromotionCodeId),
      ),
    );
  return found;
}

/** Redeems a coupon (CPN-4). @returns false if the account already redeemed it */
export async function redeemCoupon(on: Queryable, redemption: Redemption): Promise<boolean> {
  const redeemed = await on
    .insert(couponRedemptions)
    .values(redemption)
    .onConflictDoNothing()
    .returning({ operationId: couponRedemptions.operationId });
  return redeemed.length > 0;
}

/** Makes the coupon of an operation usable again. */
export async function releaseCoupon(on: Queryable, operationId: string): Promise<void> {
  await on.delete(couponRedemptions).where(eq(couponRedemptions.operationId, operationId));
}

/** A page of the redemptions of a coupon, the newest first. */
export async function listRedemptions(
  on: Queryable,
  promotionCodes: readonly string[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const where = inArray(couponRedemptions.stripePromotionCodeId, [...promotionCodes]);
  const [items, [counted]] = await Promise.all([
    on
      .select({ accountId: couponRedemptions.accountId, redeemedAt: couponRedemptions.redeemedAt })
      .from(couponRedemptions)
      .where(where)
      .orderBy(desc(couponRedemptions.redeemedAt), desc(couponRedemptions.accountId))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(couponRedemptions).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}
