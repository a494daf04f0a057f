import { maxProductTokens } from '@portico/contract';
import { AppError, InvalidInputError, type Said } from '../../core/http/app-error.ts';

/** The token's state does not allow the change. The browser branches on `additionalData.reason`. */
class TokenConflictError extends AppError {
  constructor(reason: 'notHeld' | 'tooMany' | 'notWorking' | 'beingReplaced' | 'notReplaced', message: Said) {
    super({ code: 'Conflict', message, additionalData: { reason } });
  }
}

/** The account never had the product (TOK-3). */
export const productNotHeld = () => new TokenConflictError('notHeld', { key: 'productTokens.notHeld' });

/** The account has the maximum number of tokens for the product (TOK-3). */
export const tooManyTokens = () =>
  new TokenConflictError('tooMany', { key: 'productTokens.tooMany', values: { most: maxProductTokens } });

/** A token that does not work cannot be replaced, and a disabled one cannot be extended (TOK-5). */
export const tokenNotWorking = () => new TokenConflictError('notWorking', { key: 'productTokens.notWorking' });

/** Another token has replaced this one (TOK-7). */
export const tokenBeingReplaced = () => new TokenConflictError('beingReplaced', { key: 'productTokens.beingReplaced' });

/** The token was not replaced, or its overlap is over (TOK-7). */
export const tokenNotReplaced = () => new TokenConflictError('notReplaced', { key: 'productTokens.notReplaced' });

/** @returns an error at the field of a date in the past (TOK-4) */
export const datePast = (field: 'expirationDate' | 'newExpirationDate') =>
  new InvalidInputError({ [field]: [{ key: 'productTokens.datePast' }] });
