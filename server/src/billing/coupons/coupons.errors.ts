import { AppError, TooManyRequestsError } from '../../core/http/app-error.ts';
import type { MessageKey, MessageValues } from '../../core/messages/index.ts';

type CouponRefusal = Extract<MessageKey, `purchase.coupon${string}` | 'purchase.invalidCoupon'>;

/** The coupon is unknown or expired, or cannot be used for this selection (CPN-2). */
export class InvalidCouponError extends AppError {
  constructor(key: CouponRefusal = 'purchase.invalidCoupon', values?: MessageValues) {
    const said = { key, ...(values && { values }) };
    super({ code: 'InvalidCoupon', message: said, propertyErrors: { coupon: [said] } });
  }
}

/** The account has tried too many wrong codes (CPN-9). The browser counts down to `blockedTo`. */
export class CouponsBlockedError extends AppError {
  constructor({ additionalData, retryAfter }: TooManyRequestsError) {
    const said = { key: 'purchase.couponsBlocked', values: { seconds: retryAfter ?? 59 } } as const;
    super({
      code: 'TooManyRequests',
      message: said,
      propertyErrors: { coupon: [said] },
      ...(additionalData && { additionalData }),
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
}

/** The refusal of a limit in the words of coupons. */
export function asCouponsBlocked(error: unknown): unknown {
  return error instanceof TooManyRequestsError ? new CouponsBlockedError(error) : error;
}
