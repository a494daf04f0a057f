import { expect, test } from 'vitest';
import { auditDetailOf, placeInWords, presentDifferences } from './presentation.ts';

const differences = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ place: `products[p${index}].graceDays`, before: 7, after: index }));

test('the audit log keeps the first values of many, and how many there are', () => {
  expect(auditDetailOf(differences(2))).toEqual({
    changes: { 'products[p0].graceDays': ['7', '0'], 'products[p1].graceDays': ['7', '1'] },
  });
  const many = auditDetailOf(differences(73));
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
])('%s is told as %s and %s', (place, english, french) => {
  expect(placeInWords(place, 'en')).toBe(english);
  expect(placeInWords(place, 'fr')).toBe(french);
});

test('an entry that is new is told with a few facts in the words of the editor', () => {
  const coupon = {
    code: 'HALF',
    name: { en: 'Half off' },
    percentOff: 50,
    duration: 'repeating',
    durationInMonths: 3,
    maxRedemptions: 100,
    products: ['scan', 'desk'],
  };
  const told = (locale: 'en' | 'fr') =>
    presentDifferences([{ place: 'coupons[HALF]', before: undefined, after: coupon }], locale)[0];
  expect(told('en')).toMatchObject({
    before: null,
    after: 'Half off (Percent off: 50, How long: Some months, Months: 3, Uses in all: 100, Products: scan, desk)',
  });
  expect(told('fr')?.after).toContain('Half off (Pourcentage de réduction\u00a0: 50');
});
