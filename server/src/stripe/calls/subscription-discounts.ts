import type Stripe from 'stripe';

/** A coupon on a subscription. Ids are Stripe's, moments ISO 8601 in UTC. */
export interface SubscriptionDiscount {
  readonly id: string;
  readonly couponId: string;
  /** Null for a discount that the vendor gave without a code. */
  readonly promotionCodeId: string | null;
  readonly start: string;
  /** Null where it does not end. */
  readonly end: string | null;
}

/** The coupons on a subscription as a whole; a subscription alone tells only the ids of its discounts. */
export async function listDiscounts(stripe: Stripe, subscriptionId: string): Promise<SubscriptionDiscount[]> {
  const { discounts } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['discounts'] });
  return discounts.flatMap((discount) => (typeof discount === 'string' ? [] : toDiscount(discount)));
}

function toDiscount({ id, source, promotion_code: code, start, end }: Stripe.Discount): SubscriptionDiscount[] {
  const { coupon } = source;
  if (coupon === null) return [];
  return [
    {
      id,
      couponId: typeof coupon === 'string' ? coupon : coupon.id,
      promotionCodeId: code === null || typeof code === 'string' ? code : code.id,
      start: new Date(start * 1000).toISOString(),
      end: end === null ? null : new Date(end * 1000).toISOString(),
    },
  ];
}
