import { expect, test } from 'vitest';
import { auditDetailOf, placeInWords } from './presentation.ts';

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
