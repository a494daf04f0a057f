import { AppError, InvalidInputError } from '../../http/app-error.ts';

/** A card that a live subscription is charged to cannot be forgotten. */
export class CardInUseError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'card.inUse' } });
  }
}

/** A card token that is not known, or was used already: the card has to be entered again. */
export class TokenRefusedError extends InvalidInputError {
  constructor() {
    super({ stripeToken: [{ key: 'card.tokenUsed' }] }, { key: 'card.tokenUsed' });
  }
}
