import { maxRecipients } from '@portico/contract';
import { AppError, InvalidInputError } from '../../core/http/app-error.ts';

/** The address already is a recipient of the account, confirmed or waiting. */
export class RecipientExistsError extends InvalidInputError {
  constructor() {
    super({ email: [{ key: 'billingRecipients.known' }] });
  }
}

/** The account has the maximum number of recipients (REC-1). */
export class TooManyRecipientsError extends AppError {
  constructor() {
    super({
      code: 'Conflict',
      message: { key: 'billingRecipients.tooMany', values: { most: maxRecipients } },
    });
  }
}

/** The recipient has confirmed or left, so there is nothing to confirm. */
export class RecipientNotWaitingError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'billingRecipients.notWaiting' } });
  }
}
