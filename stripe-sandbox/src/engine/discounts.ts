import type Stripe from 'stripe';
import { invalidRequest, noSuch } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import { hash, list, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { cycleDate } from './periods.ts';
import type { AppliedDiscount } from './totals.ts';

/** The parameter `discounts[]`. */
export const discountList = list(hash({ coupon: text(), discount: text(), promotion_code: text() }), 20);

export interface GivenDiscount {
  coupon?: string | undefined;
  discount?: string | undefined;
  promotion_code?: string | undefined;
}

/** True when a coupon may still be redeemed. Computed at each read, as at Stripe. */
export function isRedeemable(coupon: Stripe.Coupon, now: number): boolean {
  if (coupon.redeem_by !== null && coupon.redeem_by <= now) return false;
  return coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
}

/** The target of a discount. */
export interface DiscountOwner {
  customer: string | null;
  /** The currency of the billing. A fixed-amount coupon must have the same currency. */
  currency: string;
  subscription?: string | null;
  subscriptionItem?: string | null;
  invoice?: string | null;
  invoiceItem?: string | null;
}

/**
 * Redeems coupons and promotion codes and returns the ids of their discounts. Throws Stripe's errors for codes that
 * are unknown, expired, used up or restricted to another customer.
 */
export async function redeem(
  work: Work,
  given: GivenDiscount[],
  owner: DiscountOwner,
  param = 'discounts',
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, one] of given.entries()) {
    const path = `${param}[${index}]`;
    const named = [one.coupon, one.discount, one.promotion_code].filter((value) => value !== undefined);
    if (named.length !== 1)
      throw invalidRequest('You must pass exactly one of coupon, discount, or promotion_code.', { param: path });
    if (one.discount !== undefined) {
      const known = await work.get('discount', one.discount, `${path}[discount]`);
      if (known.customer !== owner.customer) throw noSuch('discount', one.discount, `${path}[discount]`);
      ids.push(one.discount);
      continue;
    }
    const promotionCode =
      one.promotion_code === undefined
        ? null
        : await usableCode(work, one.promotion_code, owner, `${path}[promotion_code]`);
    const couponId = promotionCode === null ? (one.coupon ?? '') : idOf(promotionCode.promotion.coupon as string);
    const coupon = await work.get('coupon', couponId, `${path}[coupon]`);
    if (!isRedeemable(coupon, work.realNow)) {
      throw invalidRequest(
        coupon.redeem_by !== null && coupon.redeem_by <= work.realNow
          ? `Coupon expired: ${coupon.id}`
          : `Coupon ${coupon.id} is used up and cannot be applied.`,
        { code: 'coupon_expired', param: `${path}[${promotionCode === null ? 'coupon' : 'promotion_code'}]` },
      );
    }
    if (coupon.currency !== null && coupon.currency !== owner.currency) {
      throw invalidRequest(
        `The coupon ${coupon.id} is in ${coupon.currency} and cannot be applied to what is billed in ${owner.currency}.`,
        { param: `${path}[${promotionCode === null ? 'coupon' : 'promotion_code'}]` },
      );
    }
    ids.push(grant(work, coupon, promotionCode, owner).id);
  }
  return ids;
}

async function usableCode(work: Work, id: string, owner: DiscountOwner, param: string): Promise<Stripe.PromotionCode> {
  const code = await work.get('promotion_code', id, param);
  const refuse = (message: string) => invalidRequest(message, { param, code: 'promotion_code_invalid' });
  const isOver = code.expires_at !== null && code.expires_at <= work.realNow;
  if (!code.active || isOver) throw refuse(`This promotion code is ${isOver ? 'expired' : 'inactive'}.`);
  if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) {
    throw refuse('This promotion code has been redeemed the maximum number of times.');
  }
  if (code.customer !== null && code.customer !== owner.customer)
    throw refuse('This promotion code cannot be redeemed by this customer.');
  if (code.restrictions.first_time_transaction && owner.customer !== null) {
    const before = await work.list('charge', { customer: owner.customer, match: { status: 'succeeded' }, limit: 1 });
    if (before.length > 0)
      throw refuse('This promotion code cannot be redeemed because the associated customer has prior transactions.');
  }
  return code;
}

function grant(
  work: Work,
  coupon: Stripe.Coupon,
  code: Stripe.PromotionCode | null,
  owner: DiscountOwner,
): Stripe.Discount {
  coupon.times_redeemed += 1;
  coupon.valid = isRedeemable(coupon, work.realNow);
  if (code !== null) {
    code.times_redeemed += 1;
    if (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) code.active = false;
  }
  const months = coupon.duration_in_months;
  const discount = work.add('discount', {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: owner.customer,
    customer_account: null,
    end:
      coupon.duration === 'repeating' && months !== null
        ? cycleDate(work.now, { interval: 'month', interval_count: months }, 1)
        : null,
    invoice: owner.invoice ?? null,
    invoice_item: owner.invoiceItem ?? null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: work.now,
    subscription: owner.subscription ?? null,
    subscription_item: owner.subscriptionItem ?? null,
  });
  if (owner.customer !== null) work.announce('customer.discount.created', discount);
  return discount;
}

/** The discounts of `ids` that are valid at `moment` (seconds), for the computation of totals. */
export async function discountsAt(
  work: Work,
  ids: string[],
  moment: number,
  options: { withoutOnce?: boolean } = {},
): Promise<AppliedDiscount[]> {
  const applied: AppliedDiscount[] = [];
  for (const id of ids) {
    const discount = await work.find('discount', id);
    if (discount === undefined || (discount.end !== null && discount.end <= moment)) continue;
    const coupon = await work.find('coupon', idOf(discount.source.coupon) ?? '', { deleted: true });
    if (coupon === undefined || (options.withoutOnce && coupon.duration === 'once')) continue;
    applied.push({
      id,
      percentOff: coupon.percent_off,
      amountOff: coupon.amount_off,
      products: coupon.applies_to?.products ?? null,
    });
  }
  return applied;
}

/** True for a discount that applies to one invoice only. */
export async function isForOneInvoice(work: Work, id: string): Promise<boolean> {
  const discount = await work.find('discount', id);
  if (discount === undefined) return true;
  const coupon = await work.find('coupon', idOf(discount.source.coupon) ?? '', { deleted: true });
  return coupon?.duration === 'once';
}

/** Throws for promotion codes whose minimum is above `amount`, in cents. */
export async function checkMinimums(work: Work, ids: string[], amount: number, currency: string): Promise<void> {
  for (const id of ids) {
    const codeId = idOf((await work.find('discount', id))?.promotion_code);
    const code = codeId === null ? undefined : await work.find('promotion_code', codeId);
    const { minimum_amount: minimum, minimum_amount_currency: inCurrency } = code?.restrictions ?? {};
    if (minimum == null || (inCurrency === currency && amount >= minimum)) continue;
    throw invalidRequest(
      `This promotion code cannot be redeemed because the order does not meet its minimum amount of ${minimum} ${inCurrency}.`,
      { code: 'promotion_code_invalid', param: 'discounts' },
    );
  }
}
