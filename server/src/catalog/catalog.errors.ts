import { AppError } from '../core/http/app-error.ts';

/** The plan is not sold online or not on sale, or its product is disabled. */
export class NotForSaleError extends AppError {
  constructor() {
    super({ code: 'NotForSale', message: { key: 'catalog.notForSale' } });
  }
}

/** Another version is being published (CAT-47). */
export class PublicationInProgressError extends AppError {
  constructor() {
    super({ code: 'ChangeUnderWay', message: { key: 'catalog.underWay' } });
  }
}

/** The catalog or draft is not in the state from which the change started. */
export class CatalogConflictError extends AppError {
  constructor(
    reason: 'overtaken' | 'noVersion' | 'changedElsewhere' | 'nothingChanged' | 'problems' | 'conflicts' | 'notWaiting',
  ) {
    super({ code: 'Conflict', message: { key: `catalog.${reason}` } });
  }
}
