import { expect, test } from 'vitest';
import { type BilledSegment, takeBack } from './segments.ts';

test('what was given back whole gives nothing more back, also from an earlier date', () => {
  const charged = { item: 'si_1', start: 100, end: 200, amount: 1000, quantity: 1, price: 'price_1' };
  const billed: BilledSegment[] = [
    { ...charged, discounts: [{ discount: 'di_1', amount: 100 }], invoice: 'in_1', line: 'il_1', invoiceItem: null },
  ];
  const [credit, ...others] = takeBack(billed, 'si_1', 100);
  expect(others).toEqual([]);
  expect(credit).toMatchObject({ amount: 1000, discounts: [{ amount: 100 }], period: { start: 100, end: 200 } });
  expect(takeBack(billed, 'si_1', 100)).toEqual([]);
  expect(takeBack(billed, 'si_1', 99)).toEqual([]);
  expect(billed).toMatchObject([{ amount: 0, discounts: [{ amount: 0 }] }]);
});
