import { expect, test } from 'vitest';
import { catalogScreenEn } from '../../core/messages/catalog-screen-en.ts';
import { createAuditDetail, describePlace, presentDifferences, presentProblem } from './presentation.ts';

const differences = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ place: `products[p${index}].graceDays`, before: 7, after: index }));

test('the audit log keeps the first 50 of many changed values, and the number of all', () => {
  expect(createAuditDetail(differences(2))).toEqual({
    changes: { 'products[p0].graceDays': ['7', '0'], 'products[p1].graceDays': ['7', '1'] },
  });
  const many = createAuditDetail(differences(73));
  expect(Object.keys(many.changes)).toHaveLength(50);
  expect(many.changedValues).toBe(73);
});

test.each([
  ['products[scan]', 'scan', 'scan'],
  ['products[scan].graceDays', 'scan › Grace days', 'scan › Jours de grâce'],
  [
    'products[scan].plans[scan-pro].prices[scan-pro-monthly].amount',
    'scan › Plans: scan-pro › Prices: scan-pro-monthly › Amount',
    'scan › Forfaits\u00a0: scan-pro › Tarifs\u00a0: scan-pro-monthly › Montant',
  ],
  ['coupons[STAY 25].name.fr', 'STAY 25 › Name: French', 'STAY 25 › Nom\u00a0: français'],
])('%s is described as %s and %s', (place, english, french) => {
  expect(describePlace(place, 'en')).toBe(english);
  expect(describePlace(place, 'fr')).toBe(french);
});

test('a new entry is described with a few facts in the editor’s words', () => {
  const coupon = {
    code: 'HALF',
    name: { en: 'Half off' },
    percentOff: 50,
    duration: 'repeating',
    durationInMonths: 3,
    maxRedemptions: 100,
    products: ['scan', 'desk'],
  };
  const difference = (locale: 'en' | 'fr') =>
    presentDifferences([{ place: 'coupons[HALF]', before: undefined, after: coupon }], locale)[0];
  expect(difference('en')).toMatchObject({
    before: null,
    after: 'Half off (Percent off: 50, How long: Some months, Months: 3, Uses in all: 100, Products: scan, desk)',
  });
  expect(difference('fr')?.after).toContain('Half off (Pourcentage de réduction\u00a0: 50');
});

test.each([
  [
    { key: 'catalogFile.discountMissing' },
    'Is missing: a coupon has “Percent off” or “Amount off”.',
    'Est manquant\u00a0: un code promo a «\u00a0Pourcentage de réduction\u00a0» ou «\u00a0Montant de réduction\u00a0».',
  ],
  [
    { key: 'catalogFile.missing', what: { key: 'catalogFile.what.choice', values: { choices: 'Subscribe, OnlyUrl' } } },
    'Is missing: it should be one of A subscription, A link.',
    'Est manquant\u00a0: ce doit être l’un de\u00a0: Un abonnement, Un lien.',
  ],
  [
    { key: 'catalogFile.offerKindTwice', values: { kind: 'coupon' } },
    'Should be empty where “Coupon” is given.',
    'Doit être vide quand «\u00a0Code promo\u00a0» est donné.',
  ],
  [
    { key: 'catalogFile.versionOrder' },
    'Should not be before “From version”.',
    'Ne doit pas précéder «\u00a0Depuis la version\u00a0».',
  ],
] as const)('%j is reported in the editor’s words', (message, english, french) => {
  const say = (locale: 'en' | 'fr') => presentProblem({ place: 'coupons[HALF]', message }, locale).message;
  expect(say('en')).toBe(english);
  expect(say('fr')).toBe(french);
});

test('no text of the editor contains a field name of the file', () => {
  const spoken = Object.values(catalogScreenEn).map((text) => text.replace(/\{\w+\}/g, ''));
  expect(spoken.filter((text) => /\b(?:[a-z]+[A-Z]\w*|true|false|this file)\b/.test(text))).toEqual([]);
});
