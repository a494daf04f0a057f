import { expect, test } from 'vitest';
import { describePayment } from './payments.rules.ts';

const cloud = {
  displayName: { en: 'Cloud', fr: 'Nuage' },
  licensingType: 'None' as const,
  unit: { one: { en: 'seat', fr: 'poste' }, other: { en: 'seats', fr: 'postes' } },
};

test.each([
  ['Subscription creation', 'en', 'New subscription'],
  ['Subscription creation', 'fr', 'Nouvel abonnement'],
  ['Subscription update', 'en', 'Subscription'],
  ['Subscription update', 'fr', 'Abonnement'],
  ['Payment for Invoice', 'fr', 'Paiement d’une facture'],
  ['Training day', 'fr', 'Training day'],
  [null, 'fr', null],
] as const)('%j without an invoice is described in %s as %j', (description, locale, words) => {
  expect(describePayment(description, null, cloud, locale)).toBe(words);
});

test.each([
  ['subscription_create', null, 'en', 'Cloud: new subscription'],
  ['subscription_cycle', null, 'en', 'Cloud: renewal'],
  ['subscription_cycle', null, 'fr', 'Nuage\u00a0: renouvellement'],
  ['subscription_update', 2, 'en', 'Cloud: 2 seats added'],
  ['subscription_update', 1, 'fr', 'Nuage\u00a0: ajout de 1 poste'],
  ['subscription_update', -1, 'en', 'Cloud: subscription change'],
  ['subscription_update', null, 'en', 'Cloud: subscription change'],
  ['manual', null, 'en', 'Subscription'],
] as const)('a payment for %s that adds %j units is described in %s as %j', (reason, unitsAdded, locale, words) => {
  expect(describePayment('Subscription update', { reason, unitsAdded }, cloud, locale)).toBe(words);
  expect(describePayment('Training day', { reason, unitsAdded }, cloud, locale)).toBe('Training day');
});
