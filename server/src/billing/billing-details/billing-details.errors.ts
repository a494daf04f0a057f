import { AppError } from '../../core/http/app-error.ts';

/** Somebody else changed the details since they were read (BIL-5). */
export class DetailsChangedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'billingDetails.changed' } });
  }
}
