import { couponCodePattern } from '@portico/contract/browser';
import { storeCoupon } from '../../../billing/purchase/model/coupon-storage.ts';

/** Stores the coupon of a link like a typed one; the checkout validates it (CPN-14). */
export function storeCouponOfAddress(search: string): void {
  const coupon = new URLSearchParams(search).get('coupon')?.trim();
  if (coupon && couponCodePattern.test(coupon)) storeCoupon(coupon);
}
