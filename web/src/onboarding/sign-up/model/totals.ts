import type { SignUpCoupon } from '@portico/contract';

/** A coupon's discount of a subtotal; cents, at most the subtotal (SIGN-42). */
export function calculateDiscount(
  subtotal: number,
  coupon: Pick<SignUpCoupon, 'PercentOff' | 'AmountOff'> | null,
): number {
  if (!coupon) return 0;
  const percent = coupon.PercentOff === null ? 0 : Math.round((subtotal * coupon.PercentOff) / 100);
  return Math.min(subtotal, percent + (coupon.AmountOff ?? 0));
}
