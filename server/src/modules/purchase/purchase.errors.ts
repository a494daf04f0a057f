import { AppError } from '../../http/app-error.ts';

/** The quote is gone, expired, or what it binds has changed (PUR-7). */
export class PriceChangedError extends AppError {
  constructor() {
    super({ code: 'PriceChanged', message: { key: 'purchase.priceChanged' } });
  }
}

/** An invoice of the product is not paid: nothing of the product is bought or credited before it is (CRED-1). */
export class InvoiceUnpaidError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.payFirst' } });
  }
}

/** What a change would credit was returned already, or was never charged: only the vendor can say what is left of it (CRED-6). */
export class CreditAlreadyReturnedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'purchase.moneyReturned' } });
  }
}

/** Another purchase of the product is unsettled; the browser can follow it by its id (PUR-12). */
export class PurchaseUnderWayError extends AppError {
  constructor(operationId: string | undefined) {
    super({
      code: 'PurchaseUnderWay',
      message: { key: 'purchase.underWay' },
      ...(operationId && { additionalData: { operationId } }),
    });
  }
}
