import { AppError } from '../../http/app-error.ts';
import type { MessageKey } from '../../messages/index.ts';

/** The quote is gone, used, or no longer what the catalogue and the subscription say. */
export class PriceChangedError extends AppError {
  constructor() {
    super({ code: 'PriceChanged', message: { key: 'purchase.priceChanged' } });
  }
}

/** Something of the product is invoiced and not paid: that comes before anything else of it is bought or given back. */
export class InvoiceUnpaidError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.payFirst' } });
  }
}

/** What a change would give back went back already, or was never asked for: only the vendor can say what is left of it. */
export class MoneyReturnedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.moneyReturned' } });
  }
}

/** Another purchase of the product is live; the browser can follow it by its id. */
export class PurchaseUnderWayError extends AppError {
  constructor(operationId: string | undefined) {
    super({
      code: 'PurchaseUnderWay',
      message: { key: 'purchase.underWay' },
      ...(operationId && { additionalData: { operationId } }),
    });
  }
}

type CouponRefusal = Extract<MessageKey, `purchase.coupon${string}` | 'purchase.invalidCoupon'>;

/** 'Coupon number is incorrect or outdated' (spec 1 §5), or cannot be used for this choice. */
export class InvalidCouponError extends AppError {
  constructor(key: CouponRefusal = 'purchase.invalidCoupon') {
    super({ code: 'InvalidCoupon', message: { key }, propertyErrors: { coupon: [{ key }] } });
  }
}
