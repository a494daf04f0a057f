import { AppError } from '../../http/app-error.ts';
import type { MessageKey } from '../../messages/index.ts';

type CouponRefusal = Extract<MessageKey, `purchase.coupon${string}` | 'purchase.invalidCoupon'>;

/** The coupon is unknown or expired, or cannot be used for this selection (CPN-2). */
export class InvalidCouponError extends AppError {
  constructor(key: CouponRefusal = 'purchase.invalidCoupon') {
    super({ code: 'InvalidCoupon', message: { key }, propertyErrors: { coupon: [{ key }] } });
  }
}
