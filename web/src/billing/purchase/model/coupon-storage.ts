import { readStored, writeStored } from '../../../lib/storage.ts';

/** A coupon is stored between visits (CPN-12). */
const couponKey = 'vsCoupon';

export function storedCoupon(): string | null {
  return readStored(couponKey)?.trim() || null;
}

/** @param coupon null deletes it */
export function storeCoupon(coupon: string | null): void {
  writeStored(couponKey, coupon ?? '');
}
