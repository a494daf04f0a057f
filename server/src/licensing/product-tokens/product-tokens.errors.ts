import { maxProductTokens } from '@portico/contract';
import { AppError, InvalidInputError, type Said } from '../../core/http/app-error.ts';

/** A change that how things stand does not allow; the browser branches on `additionalData.reason`. */
class TokenConflictError extends AppError {
  constructor(reason: 'notHeld' | 'tooMany' | 'notWorking' | 'beingReplaced' | 'notReplaced', message: Said) {
    super({ code: 'Conflict', message, additionalData: { reason } });
  }
}

/** The account never had the product (TOK-3). */
export const productNotHeld = () => new TokenConflictError('notHeld', { key: 'productTokens.notHeld' });

/** The account has as many tokens of the product as it can have (TOK-3). */
export const tooManyTokens = () =>
  new TokenConflictError('tooMany', { key: 'productTokens.tooMany', values: { most: maxProductTokens } });

/** A token that works no more can be neither replaced nor, where it was disabled, prolonged (TOK-5). */
export const tokenNotWorking = () => new TokenConflictError('notWorking', { key: 'productTokens.notWorking' });

/** Another token took its place (TOK-7). */
export const tokenBeingReplaced = () => new TokenConflictError('beingReplaced', { key: 'productTokens.beingReplaced' });

/** No token took its place, or the time in which both work is over (TOK-7). */
export const tokenNotReplaced = () => new TokenConflictError('notReplaced', { key: 'productTokens.notReplaced' });

/** @returns an error at the field of a date that is past (TOK-4) */
export const datePast = (field: 'expirationDate' | 'newExpirationDate') =>
  new InvalidInputError({ [field]: [{ key: 'productTokens.datePast' }] });
