import { AppError } from '../../core/http/app-error.ts';

/** An invoice that is not open cannot be paid (INV-5). */
export class InvoiceNotPayableError extends AppError {
  constructor(isPaid = false) {
    super({ code: 'Conflict', message: { key: isPaid ? 'invoice.alreadyPaid' : 'invoice.notPayable' } });
  }
}
