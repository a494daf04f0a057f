import type { PurchaseSelection } from '@portico/contract';
import { type Answer, api } from '../../../lib/api.ts';

/** What a coupon takes off. */
export type AppliedCoupon = Answer<'POST /api/Billing/Coupon/Apply'>;

/**
 * Asks whether a selection can be bought with a coupon; changes nothing. What it accepts, the confirmation accepts (CPN-10).
 * @throws ApiError: InvalidCoupon with its reason; TooManyRequests with `blockedTo` after too many wrong ones
 */
export function applyCoupon(
  productId: string,
  coupon: string,
  selection: Omit<PurchaseSelection, 'coupon'>,
): Promise<AppliedCoupon> {
  return api('POST /api/Billing/Coupon/Apply', { query: { coupon, productId }, body: { selection } });
}
