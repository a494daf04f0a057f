import { AppError, TooManyRequestsError } from '../../core/http/app-error.ts';
import type { MessageKey, MessageValues } from '../../core/messages/index.ts';

type CouponRefusal = Extract<MessageKey, `purchase.coupon${string}` | 'purchase.invalidCoupon'>;

/** The coupon is unknown or expired, or cannot be used for this selection (CPN-2). */
export class InvalidCouponError extends AppError {
  constructor(key: CouponRefusal = 'purchase.invalidCoupon', values?: MessageValues) {
    const message = { key, ...(values && { values }) };
    super({ code: 'InvalidCoupon', message, propertyErrors: { coupon: [message] } });
  }
}

/** Too many wrong codes were tried (CPN-9). The browser counts down to `blockedTo`. */
export class CouponsBlockedError extends AppError {
  constructor({ additionalData, retryAfter }: TooManyRequestsError) {
    const message = { key: 'purchase.couponsBlocked', values: { seconds: retryAfter ?? 59 } } as const;
    super({
      code: 'TooManyRequests',
      message,
      propertyErrors: { coupon: [message] },
      ...(additionalData && { additionalData }),
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }
}

export function toCouponsBlockedError(error: unknown): unknown {
  return error instanceof TooManyRequestsError ? new CouponsBlockedError(error) : error;
}
