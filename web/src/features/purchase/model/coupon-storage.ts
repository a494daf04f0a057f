import { readStored, writeStored } from '../../../lib/storage.ts';

/** Spec 1 §9: a coupon stays between visits. */
const couponKey = 'vsCoupon';

export function storedCoupon(): string | null {
  return readStored(couponKey)?.trim() || null;
}

/** @param coupon null forgets it */
export function storeCoupon(coupon: string | null): void {
  writeStored(couponKey, coupon ?? '');
}
