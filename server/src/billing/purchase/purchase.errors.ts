import { AppError } from '../../core/http/app-error.ts';

/** The quote is missing or expired, or the facts that it binds have changed (PUR-7). */
export class PriceChangedError extends AppError {
  constructor() {
    super({ code: 'PriceChanged', message: { key: 'purchase.priceChanged' } });
  }
}

/** The product has an unpaid invoice, so no purchase or credit for that product is possible (CRED-1). */
export class InvoiceUnpaidError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.payFirst' } });
  }
}

/** The subscription is set to end, so it must be restored before it can change (SUB-9). */
export class SubscriptionEndsError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.restoreFirst' } });
  }
}

/** The credit of a change was already returned or never charged. The vendor has to decide about the rest (CRED-6). */
export class CreditAlreadyReturnedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.moneyReturned' } });
  }
}

/** Another purchase of the product is unsettled. The browser can follow it by its id (PUR-12). */
export class PurchaseUnderWayError extends AppError {
  constructor(operationId: string | undefined) {
    super({
      code: 'PurchaseUnderWay',
      message: { key: 'purchase.underWay' },
      ...(operationId && { additionalData: { operationId } }),
    });
  }
}
