import { describe, expect, test } from 'vitest';
import { say } from '../http/say.ts';
import { CardError, failureOf } from './index.ts';

describe('a declined card', () => {
  const error = new CardError('Your card has insufficient funds.', 'insufficient_funds', 'card_declined');

  test('is told in French where the code is known, and in the provider’s words in English', () => {
    expect(say(error.said, 'fr')).toBe('Les fonds disponibles sur votre carte sont insuffisants.');
    expect(say(error.said, 'en')).toBe('Your card has insufficient funds.');
  });

  test('does not tell that it was reported lost or stolen', () => {
    const generic = say(new CardError('Your card was declined.', 'generic_decline').said, 'fr');
    expect(say(new CardError('Your card was declined.', 'lost_card').said, 'fr')).toBe(generic);
    expect(say(new CardError('Your card was declined.', 'stolen_card').said, 'fr')).toBe(generic);
  });

  test('is told in the provider’s words where the code is not known', () => {
    expect(say(new CardError('Try another card.', 'constructor').said, 'fr')).toBe('Try another card.');
  });

  test('keeps its reason in an operation that failed', () => {
    const kept = { code: 'CardError', message: 'Your card has expired.', declineCode: 'expired_card' };
    expect(say(failureOf({ error: kept }).said, 'fr')).toBe('Votre carte a expiré.');
  });
});
