import { expect, test } from 'vitest';
import { type BilledSegment, creditSegments } from './segments.ts';

const tax = { inclusive: false, rate: 'txr_1', reason: 'standard_rated' } as const;

test('credits taxes in proportion and never above the charged tax', () => {
  const charged = { item: 'si_1', start: 0, end: 300, amount: 100, quantity: 1, price: 'price_1', discounts: [] };
  const billed: BilledSegment[] = [
    { ...charged, taxes: [{ ...tax, amount: 20, taxable: 100 }], invoice: 'in_1', line: 'il_1', invoiceItem: null },
  ];
  const back = [200, 100, 0].flatMap((date) => creditSegments(billed, 'si_1', date)).map(({ taxes }) => taxes?.[0]);
  expect(back).toMatchObject([
    { amount: 7, taxable: 33 },
    { amount: 7, taxable: 34 },
    { amount: 6, taxable: 33 },
  ]);
  expect(billed).toMatchObject([{ taxes: [{ amount: 0, taxable: 0 }] }]);
});

test('credits nothing more after a full credit, even from an earlier date', () => {
  const charged = { item: 'si_1', start: 100, end: 200, amount: 1000, quantity: 1, price: 'price_1' };
  const billed: BilledSegment[] = [
    { ...charged, discounts: [{ discount: 'di_1', amount: 100 }], invoice: 'in_1', line: 'il_1', invoiceItem: null },
  ];
  const [credit, ...others] = creditSegments(billed, 'si_1', 100);
  expect(others).toEqual([]);
  expect(credit).toMatchObject({ amount: 1000, discounts: [{ amount: 100 }], period: { start: 100, end: 200 } });
  expect(creditSegments(billed, 'si_1', 100)).toEqual([]);
  expect(creditSegments(billed, 'si_1', 99)).toEqual([]);
  expect(billed).toMatchObject([{ amount: 0, discounts: [{ amount: 0 }] }]);
});
