import type Stripe from 'stripe';
import { refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';

/** A coupon on a subscription. Ids are Stripe's, times ISO 8601 in UTC. */
export interface SubscriptionDiscount {
  readonly id: string;
  readonly couponId: string;
  /** Null for a discount that the vendor gave without a code. */
  readonly promotionCodeId: string | null;
  readonly start: string;
  /** Null if it does not end. */
  readonly end: string | null;
}

/** The coupons on a whole subscription. A subscription itself contains only the ids of its discounts. */
export async function listDiscounts(stripe: Stripe, subscriptionId: string): Promise<SubscriptionDiscount[]> {
  const { discounts } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['discounts'] });
  return discounts.flatMap((discount) => (typeof discount === 'string' ? [] : toDiscount(discount)));
}

/**
 * Applies a coupon to the next invoices of a subscription (CXL-7).
 * @returns undefined, without a change, if it is set to end or already has a discount.
 */
export async function giveDiscount(
  stripe: Stripe,
  subscriptionId: string,
  couponId: string,
  step: Step,
): Promise<Stripe.Subscription | undefined> {
  const retrieve = () => stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  const isGiven = async () => {
    const discounts = await listDiscounts(stripe, subscriptionId);
    return discounts.some((discount) => discount.couponId === couponId);
  };
  const now = await translated(retrieve);
  const isEnding = now.cancel_at_period_end || now.cancel_at !== null || now.status !== 'active';
  // An earlier call may have succeeded although its answer was lost.
  if ((isEnding || now.discounts.length > 0) && !(await translated(isGiven))) return undefined;
  return step(
    'subscription-discount',
    (idempotencyKey) =>
      translated(async () => {
        const answer = await stripe.subscriptions.update(
          subscriptionId,
          { discounts: [{ coupon: couponId }], expand: ['latest_invoice'] },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.Subscription>(answer, retrieve);
      }),
    () => translated(async () => ((await isGiven()) ? retrieve() : undefined)),
  );
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
