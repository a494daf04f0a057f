import { couponCodePattern } from '@portico/contract/browser';
import { storeCoupon } from '../../../billing/purchase/model/coupon-storage.ts';

/** A link may bring a coupon along: it is kept as one that was typed, and judged at the checkout (CPN-14). */
export function keepCouponOfAddress(search: string): void {
  const coupon = new URLSearchParams(search).get('coupon')?.trim();
  if (coupon && couponCodePattern.test(coupon)) storeCoupon(coupon);
}
