import { AppError } from '../../core/http/app-error.ts';

/** The offer was accepted before, or does not fit the subscription any more. */
export class OfferGoneError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'cancellationOffer.gone' } });
  }
}
