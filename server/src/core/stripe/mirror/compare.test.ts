import { expect, test } from 'vitest';
import { cardBrand } from '../calls/cards.ts';
import { toMirrorRow } from './compare.ts';

test.each([
  ['a bank account', { type: 'sepa_debit', sepa_debit: { last4: '3000' } }, 'bank account', '3000'],
  ['Link', { type: 'link', link: { email: 'jo@acme.example' } }, 'link', ''],
])('%s is a payment method with a name that never expires (CARD-18)', (_, method, brand, last4) => {
  const { columns } = toMirrorRow('payment_method', { id: 'pm_1', customer: 'cus_1', created: 0, ...method } as never);
  expect(columns).toMatchObject({ last4, exp_year: 9999 });
  expect(cardBrand(String(columns.brand))).toBe(brand);
});
