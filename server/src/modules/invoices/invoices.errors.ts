import { AppError } from '../../http/app-error.ts';

/** An invoice that is not open cannot be paid (INV-5). */
export class InvoiceNotPayableError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'invoice.notPayable' } });
  }
}
