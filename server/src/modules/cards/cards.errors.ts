import { AppError, InvalidInputError } from '../../http/app-error.ts';

/** A card that a live subscription is charged to cannot be deleted (CARD-5). */
export class CardInUseError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'card.inUse' } });
  }
}

/** A card token is unknown or was used already. The card has to be entered again (CARD-10). */
export class TokenRefusedError extends InvalidInputError {
  constructor() {
    super({ stripeToken: [{ key: 'card.tokenUsed' }] }, { key: 'card.tokenUsed' });
  }
}
