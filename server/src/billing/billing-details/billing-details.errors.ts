import { AppError } from '../../core/http/app-error.ts';

/** Another user changed the details after they were read (BIL-5). */
export class DetailsChangedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'billingDetails.changed' } });
  }
}
