import { AppError } from '../core/http/app-error.ts';

/** The plan cannot be bought online, is not on sale, or its product is disabled. */
export class NotForSaleError extends AppError {
  constructor() {
    super({ code: 'NotForSale', message: { key: 'catalog.notForSale' } });
  }
}

/** A version is being published: one at a time (CAT-47). */
export class PublicationInProgressError extends AppError {
  constructor() {
    super({ code: 'ChangeUnderWay', message: { key: 'catalog.underWay' } });
  }
}

/** The catalog is not, or not any more, what a change began from. */
export class CatalogConflictError extends AppError {
  constructor(
    reason: 'overtaken' | 'noVersion' | 'changedElsewhere' | 'nothingChanged' | 'problems' | 'conflicts' | 'notWaiting',
  ) {
    super({ code: 'Conflict', message: { key: `catalog.${reason}` } });
  }
}
