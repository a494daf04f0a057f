import { AppError, InvalidInputError } from '../../core/http/app-error.ts';

/** A subscription that prevents the deletion of a card. */
export interface PaidSubscription {
  readonly id: number;
  readonly productId: string;
  readonly productName: string;
}

/**
 * A card that a live subscription is charged to cannot be deleted (CARD-5). `additionalData.subscriptions` names those subscriptions, so that another
 * card can be chosen there. It is empty if only an unsettled purchase holds the card.
 */
export class CardInUseError extends AppError {
  constructor(subscriptions: readonly PaidSubscription[] = []) {
    super({ code: 'Conflict', message: { key: 'card.inUse' }, additionalData: { subscriptions } });
  }
}

/** A card was not replaced, because one of its subscriptions cannot be charged to the other card (CARD-21). */
export class CardNotReplacedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'card.notReplaced' } });
  }
}

/** The card token is unknown or was already used, so the card has to be entered again (CARD-10). */
export class TokenRefusedError extends InvalidInputError {
  constructor() {
    super({ stripeToken: [{ key: 'card.tokenUsed' }] }, { key: 'card.tokenUsed' });
  }
}
