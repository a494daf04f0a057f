import { AppError } from '../../http/app-error.ts';

/** The plan cannot be bought online, is not on sale, or its product is disabled. */
export class NotForSaleError extends AppError {
  constructor() {
    super({ code: 'NotForSale', message: { key: 'catalog.notForSale' } });
  }
}
