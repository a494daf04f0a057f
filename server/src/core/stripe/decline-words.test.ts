import { describe, expect, test } from 'vitest';
import { say } from '../http/app-error.ts';
import { toOperationError } from '../operations/index.ts';
import { translated } from './errors.ts';
import { CardError } from './index.ts';

describe('a declined card', () => {
  const error = new CardError('Your card has insufficient funds.', 'insufficient_funds', 'card_declined');

  test('shows the provider’s text in English, and a French text for each known code', () => {
    expect(say(error.said, 'fr')).toBe('Les fonds disponibles sur votre carte sont insuffisants.');
    expect(say(error.said, 'en')).toBe('Your card has insufficient funds.');
  });

  test('does not reveal that it was reported lost or stolen', () => {
    const generic = say(new CardError('Your card was declined.', 'generic_decline').said, 'fr');
    expect(say(new CardError('Your card was declined.', 'lost_card').said, 'fr')).toBe(generic);
    expect(say(new CardError('Your card was declined.', 'stolen_card').said, 'fr')).toBe(generic);
  });

  test('has the provider’s text if the code is unknown', () => {
    expect(say(new CardError('Try another card.', 'constructor').said, 'fr')).toBe('Try another card.');
  });

  test.each([
    ['card_declined', 'do_not_honor', 'Votre carte a été refusée.'],
    ['card_declined', 'a_reason_of_tomorrow', 'Votre carte a été refusée.'],
    ['incorrect_number', undefined, 'Le numéro de votre carte est incorrect.'],
    [
      'payment_intent_authentication_failure',
      undefined,
      'Nous ne pouvons pas authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.',
    ],
  ])('has a French text for its code %s and reason %s', async (code, reason, words) => {
    const answer = Object.assign(new Error('In English.'), { type: 'StripeCardError', code, decline_code: reason });
    const error = await translated(() => Promise.reject(answer)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CardError);
    expect(say((error as CardError).said, 'fr')).toBe(words);
    expect(say((error as CardError).said, 'en')).toBe('In English.');
  });

  test('has the portal’s own text if the portal refuses it, even in a failed operation', () => {
    const ours = new CardError({ key: 'purchase.notConfirmed' });
    const kept = toOperationError({ error: { code: 'CardError', message: '', key: 'purchase.notConfirmed' } });
    for (const { said, code } of [ours, kept]) {
      expect(code).toBe('CardError');
      expect(say(said, 'en')).toBe('Your card’s issuer did not confirm the payment.');
      expect(say(said, 'fr')).toBe('L’émetteur de votre carte n’a pas confirmé le paiement.');
    }
  });

  test('keeps its reason in an operation that failed', () => {
    const kept = { code: 'CardError', message: 'Your card has expired.', declineCode: 'expired_card' };
    expect(say(toOperationError({ error: kept }).said, 'fr')).toBe('Votre carte a expiré.');
  });
});
