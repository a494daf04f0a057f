import { expect, it } from 'vitest';
import { paymentTone, providersWord, riskTone } from './payment-rules.ts';

it.each([
  ['succeeded', 'ok'],
  ['requires_action', 'warning'],
  ['requires_payment_method', 'bad'],
  ['canceled', 'neutral'],
  ['a_word_of_next_year', 'neutral'],
])('returns the color of the payment status %s', (status, tone) => {
  expect(paymentTone(status)).toBe(tone);
});

it.each([
  [null, 'neutral'],
  [0, 'ok'],
  [29, 'ok'],
  [30, 'warning'],
  [74, 'warning'],
  [75, 'bad'],
])('returns the color of the fraud score %s', (score, tone) => {
  expect(riskTone(score)).toBe(tone);
});

it('formats an unknown word from Stripe readably', () => {
  expect(providersWord('requires_capture')).toBe('Requires capture');
});
