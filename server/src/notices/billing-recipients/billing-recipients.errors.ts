import { maxRecipients } from '@portico/contract';
import { AppError, InvalidInputError } from '../../core/http/app-error.ts';

/** The account sends invoices to that address already, or asked it to confirm. */
export class RecipientKnownError extends InvalidInputError {
  constructor() {
    super({ email: [{ key: 'billingRecipients.known' }] });
  }
}

/** The account has as many recipients as it can have (REC-1). */
export class TooManyRecipientsError extends AppError {
  constructor() {
    super({
      code: 'Conflict',
      message: { key: 'billingRecipients.tooMany', values: { most: maxRecipients } },
    });
  }
}

/** The recipient confirmed or left, so that there is nothing to confirm. */
export class NotWaitingError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'billingRecipients.notWaiting' } });
  }
}
