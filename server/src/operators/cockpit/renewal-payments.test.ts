import { expect, test } from 'vitest';
import { type PlannedRenewal, planRenewalPayments } from './renewal-payments.ts';

const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2026 };
const renewal = (change: Partial<PlannedRenewal>): PlannedRenewal => ({
  customerId: 'cus_acme',
  at: new Date('2026-12-20T00:00:00Z'),
  amount: 1_000,
  isSent: false,
  card,
  ...change,
});

test.each([
  ['its card', {}, { method: 'card', card: { brand: 'visa', last4: '4242', expiresBefore: false } }],
  [
    'a card that has expired by then',
    { at: new Date('2027-01-01T00:00:00Z') },
    { method: 'card', card: { brand: 'visa', last4: '4242', expiresBefore: true } },
  ],
  ['an invoice, whatever card is saved', { isSent: true }, { method: 'sent', card: null }],
  ['nothing, without a card', { card: undefined }, { method: 'missing', card: null }],
] as const)('a renewal is paid by %s', (_, change, expected) => {
  expect(planRenewalPayments([renewal(change)], new Map())).toEqual([{ ...expected, credit: 0 }]);
});

test('credit pays first, for the nearest renewal of the customer who has it', () => {
  const renewals = [renewal({}), renewal({ customerId: 'cus_globex' }), renewal({}), renewal({})];
  expect(planRenewalPayments(renewals, new Map([['cus_acme', 1_400]])).map(({ credit }) => credit)).toEqual([
    1_000, 0, 400, 0,
  ]);
});
