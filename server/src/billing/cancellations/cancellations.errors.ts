import { AppError } from '../../core/http/app-error.ts';

/** The offer was accepted before, or no longer fits the subscription. */
export class OfferUnavailableError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'cancellationOffer.gone' } });
  }
}

/** The subscription has ended or ends with its trial, so it has no cancellation to give a reason for. */
export class NotCancelableError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'subscription.notCancelable' } });
  }
}
