import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

/** The current terms of a promotion code at Stripe. */
export interface PromotionCode {
  readonly couponId: string;
  readonly name: string;
  readonly percentOff: number | null;
  /** Cents. */
  readonly amountOff: number | null;
  readonly created: Date;
  /** The minimum amount of a purchase per interval before tax; null for no minimum. */
  readonly minimum: { readonly amount: number; readonly currency: string } | null;
  /** Only for customers who have not paid anything yet. */
  readonly isForFirstPurchase: boolean;
}

/** Only Stripe knows how often a code was used. */
export function promotionCodeCalls(client: StripeClient) {
  return {
    /**
     * Finds a code as the customer typed it, case-insensitive. Undefined if nobody can redeem it any more, or this
     * customer cannot.
     */
    findRedeemable: (code: string, customerId: string | null): Promise<PromotionCode | undefined> =>
      translated(async () => {
        const stripe = await client();
        // Stripe has at most one active code with a text, except for codes of single customers.
        const { data } = await stripe.promotionCodes.list({
          code,
          active: true,
          limit: 10,
          expand: ['data.promotion.coupon'],
        });
        const now = Date.now() / 1000;
        const usable = data.filter(
          ({ customer, expires_at: until, max_redemptions: most, times_redeemed: used }) =>
            (expandableId(customer) === null || expandableId(customer) === customerId) &&
            (until === null || until > now) &&
            (most === null || used < most),
        );
        for (const promotionCode of usable) {
          const { coupon } = promotionCode.promotion;
          if (!coupon) continue;
          const whole = typeof coupon === 'string' ? await stripe.coupons.retrieve(coupon) : coupon;
          if (whole.valid) return toPromotionCode(whole, promotionCode);
        }
        return undefined;
      }),
    /** Whether all customers together have used the code as often as its coupon allows. */
    isUsedUp: (id: string): Promise<boolean> =>
      translated(async () => {
        const stripe = await client();
        const { promotion, ...code } = await stripe.promotionCodes.retrieve(id, { expand: ['promotion.coupon'] });
        const coupon = typeof promotion.coupon === 'string' ? undefined : promotion.coupon;
        return [code, coupon].some(
          (limited) => limited?.max_redemptions != null && limited.times_redeemed >= limited.max_redemptions,
        );
      }),
  };
}

function expandableId(value: string | { id: string } | null): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null);
}

function toPromotionCode(coupon: Stripe.Coupon, { code, restrictions }: Stripe.PromotionCode): PromotionCode {
  const { minimum_amount: amount, minimum_amount_currency: currency } = restrictions;
  return {
    couponId: coupon.id,
    name: coupon.name ?? code,
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    created: new Date(coupon.created * 1000),
    minimum: amount !== null && currency !== null ? { amount, currency } : null,
    isForFirstPurchase: restrictions.first_time_transaction,
  };
}
