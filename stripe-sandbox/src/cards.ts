import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';

/** A declined charge: Stripe's code, decline code and message. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

/** The behavior of a test card. The card declines `always` (also when attached or set up) or at a `charge` only. */
export interface Behavior {
  decline?: { when: 'always' | 'charge'; as: Decline };
  /**
   * When the cardholder must authenticate. `onRequest`: only if the payment requests it. `unlessSetUp`: not for
   * off-session payments with a card that was set up. Undefined: the card supports no 3-D Secure, so requests for it
   * are ignored.
   */
  authentication?: 'onRequest' | 'unlessSetUp' | 'always';
  risk?: 'elevated' | 'highest';
  /** Stripe blocks the charge before the bank sees it. */
  blocked?: true;
  cvcCheck?: 'fail';
}

export interface TestCard {
  /** The name that is stored instead of the number, as in `pm_card_<name>` and `tok_<name>`. */
  name: string;
  number: string;
  brand: string;
  funding: 'credit' | 'debit';
  behavior: Behavior;
}

const decline = (code: string, declineCode: string, message: string): Decline => ({ code, declineCode, message });

const DECLINED = 'Your card was declined.';
export const GENERIC_DECLINE = decline('card_declined', 'generic_decline', DECLINED);
export const FRAUDULENT_DECLINE = decline('card_declined', 'fraudulent', DECLINED);
export const AUTHENTICATION_REQUIRED = decline(
  'authentication_required',
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
);
const INSUFFICIENT_FUNDS = decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.');

export const EXPIRED_CARD = decline('expired_card', 'expired_card', 'Your card has expired.');

const refusing = (as: Decline): Behavior => ({ decline: { when: 'always', as } });

function visa(name: string, number: string, behavior: Behavior = {}): TestCard {
  return { name, number, brand: 'visa', funding: 'credit', behavior };
}

/** Stripe's published test numbers, the only ones that are accepted: https://docs.stripe.com/testing (STR-11) */
export const TEST_CARDS: readonly TestCard[] = [
  visa('visa', '4242424242424242'),
  { name: 'visa_debit', number: '4000056655665556', brand: 'visa', funding: 'debit', behavior: {} },
  { name: 'mastercard', number: '5555555555554444', brand: 'mastercard', funding: 'credit', behavior: {} },
  { name: 'amex', number: '378282246310005', brand: 'amex', funding: 'credit', behavior: {} },
  { name: 'discover', number: '6011111111111117', brand: 'discover', funding: 'credit', behavior: {} },
  { name: 'jcb', number: '3566002020360505', brand: 'jcb', funding: 'credit', behavior: {} },
  { name: 'diners', number: '30569309025904', brand: 'diners', funding: 'credit', behavior: {} },
  visa('visa_chargeDeclined', '4000000000000002', refusing(GENERIC_DECLINE)),
  visa('visa_chargeDeclinedInsufficientFunds', '4000000000009995', refusing(INSUFFICIENT_FUNDS)),
  visa('visa_chargeDeclinedLostCard', '4000000000009987', refusing(decline('card_declined', 'lost_card', DECLINED))),
  visa(
    'visa_chargeDeclinedStolenCard',
    '4000000000009979',
    refusing(decline('card_declined', 'stolen_card', DECLINED)),
  ),
  visa('chargeDeclinedExpiredCard', '4000000000000069', refusing(EXPIRED_CARD)),
  visa('chargeDeclinedIncorrectCvc', '4000000000000127', {
    ...refusing(decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.")),
    cvcCheck: 'fail',
  }),
  visa(
    'chargeDeclinedProcessingError',
    '4000000000000119',
    refusing(
      decline(
        'processing_error',
        'processing_error',
        'An error occurred while processing your card. Try again in a little bit.',
      ),
    ),
  ),
  visa('chargeCustomerFail', '4000000000000341', { decline: { when: 'charge', as: GENERIC_DECLINE } }),
  visa('authenticationRequiredOnSetup', '4000002500003155', { authentication: 'unlessSetUp' }),
  visa('authenticationRequired', '4000002760003184', { authentication: 'always' }),
  visa('threeDSecure2Required', '4000000000003220', { authentication: 'unlessSetUp' }),
  visa('threeDSecureOptional', '4000000000003055', { authentication: 'onRequest' }),
  visa('authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    authentication: 'always',
    decline: { when: 'charge', as: INSUFFICIENT_FUNDS },
  }),
  visa('riskLevelElevated', '4000000000009235', { risk: 'elevated' }),
  visa('riskLevelHighest', '4000000000004954', { risk: 'highest', blocked: true }),
  visa('radarBlock', '4100000000000019', { risk: 'highest', blocked: true }),
];

/** Aliases of the same cards in Stripe's documentation. */
const ALIASES: Record<string, string> = {
  chargeDeclined: 'visa_chargeDeclined',
  chargeDeclinedInsufficientFunds: 'visa_chargeDeclinedInsufficientFunds',
  chargeDeclinedLostCard: 'visa_chargeDeclinedLostCard',
  chargeDeclinedStolenCard: 'visa_chargeDeclinedStolenCard',
  visa_chargeDeclinedExpiredCard: 'chargeDeclinedExpiredCard',
  visa_chargeDeclinedIncorrectCvc: 'chargeDeclinedIncorrectCvc',
  visa_chargeDeclinedProcessingError: 'chargeDeclinedProcessingError',
  visa_chargeCustomerFail: 'chargeCustomerFail',
  threeDSecureRequired: 'threeDSecure2Required',
  amex_threeDSecureNotSupported: 'amex',
};

/** The card behind `pm_card_…`, `tok_…` or a stored name. */
export function cardByName(name: string): TestCard | undefined {
  const known = ALIASES[name] ?? name;
  return TEST_CARDS.find((card) => card.name === known);
}

/** The fingerprint of a card, the same on every use. It is derived from the name, never from the number. */
export function fingerprintOf(card: TestCard): string {
  return createHash('sha256').update(`card:${card.name}`).digest('base64').replace(/[+/=]/g, '').slice(0, 16);
}

function cardError(code: string, param: string, message: string, declineCode?: string): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code,
    param,
    message,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  });
}

/** True when the check digit of the number is right. */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    let digit = Number(number[number.length - 1 - index]);
    if (index % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** A card as the user typed it. Its number and code are never stored. */
export interface TypedCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

export interface ReadCard {
  card: TestCard;
  expMonth: number;
  expYear: number;
  cvcGiven: boolean;
}

/** The test card with this number. Throws Stripe's card errors for every other number. `now` in seconds. */
export function readCard(typed: TypedCard, now: number): ReadCard {
  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const card = TEST_CARDS.find((candidate) => candidate.number === number);
  if (card === undefined) {
    throw cardError(
      'card_declined',
      'number',
      'Your card was declined. Only test cards may be used here, for example 4242 4242 4242 4242.',
      'test_mode_live_card',
    );
  }
  if (typed.exp_month < 1 || typed.exp_month > 12) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const expYear = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year;
  const today = new Date(now * 1000);
  const isPast = expYear * 12 + typed.exp_month - 1 < today.getUTCFullYear() * 12 + today.getUTCMonth();
  if (isPast || expYear > today.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (typed.cvc !== undefined && !/^\d{3,4}$/.test(typed.cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return { card, expMonth: typed.exp_month, expYear, cvcGiven: typed.cvc !== undefined };
}

/** A named test card as if it had been typed, valid for at least a year from `now`. */
export function namedCard(name: string, now: number): ReadCard | undefined {
  const card = cardByName(name);
  if (card === undefined) return undefined;
  return { card, expMonth: 12, expYear: new Date(now * 1000).getUTCFullYear() + 2, cvcGiven: true };
}
