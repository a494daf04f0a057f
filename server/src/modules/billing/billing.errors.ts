import { AppError } from '../../http/app-error.ts';

/** A card that a live subscription is charged to cannot be forgotten. */
export class CardInUseError extends AppError {
  constructor() {
    super({ code: 'Conflict', status: 409, message: { key: 'billing.cardInUse' } });
  }
}
