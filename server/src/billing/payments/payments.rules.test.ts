import { expect, test } from 'vitest';
import { describePayment } from './payments.rules.ts';

test.each([
  ['Subscription creation', 'en', 'New subscription'],
  ['Subscription creation', 'fr', 'Nouvel abonnement'],
  ['Subscription update', 'en', 'Subscription'],
  ['Subscription update', 'fr', 'Abonnement'],
  ['Payment for Invoice', 'fr', 'Paiement d’une facture'],
  ['Training day', 'fr', 'Training day'],
  [null, 'fr', null],
] as const)('%j is described in %s as %j', (description, locale, words) => {
  expect(describePayment(description, locale)).toBe(words);
});
