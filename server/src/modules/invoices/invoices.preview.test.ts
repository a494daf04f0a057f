import { expect, test } from 'vitest';
import { presentPreview } from './invoices.preview.ts';

const preview = {
  lines: [],
  subtotal: 3000,
  discount: 0,
  totalExcludingTax: 3000,
  taxes: [
    { amount: 150, rate: { name: 'GST', percentage: 5 } },
    { amount: 299, rate: { name: 'QST', percentage: 9.975 } },
    { amount: 20, rate: { name: 'Sales Tax', percentage: 0.5 } },
  ],
  total: 3469,
  amountDue: 3469,
  startingBalance: 0,
  customerTaxExempt: 'none',
  discountIds: [],
};

test.each([
  ['en', ['GST (5%)', 'QST (9.975%)', 'Sales Tax (0.5%)']],
  ['fr', ['TPS (5 %)', 'TVQ (9,975 %)', 'Sales Tax (0,5 %)']],
] as const)('names taxes as their authorities do in the reader’s language: %s', (locale, names) => {
  const { taxAmounts } = presentPreview(preview, new Map(), locale);
  expect(taxAmounts.map(({ description }) => description.replace(/\s/g, ' '))).toEqual(names);
});
