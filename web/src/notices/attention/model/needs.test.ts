import type { AttentionItem } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { makeEnding, makeExpiringCard, makeUnpaid } from '../../../test/attention.ts';
import { lastChargeDay, sumByCurrency, unpaidIn } from './attention.ts';
import { type Confirming, findPrimaryNeed, listNeeds } from './needs.ts';

const waiting: Confirming = { id: 'op_1', productId: 'cloud', name: 'Cloud', needsCardholder: false };
const asking: Confirming = { id: 'op_2', productId: 'desktop', name: 'Desktop', needsCardholder: true };

describe('listNeeds', () => {
  const cases: [string, AttentionItem[], Confirming[], string[], string | undefined][] = [
    ['nothing without items and operations', [], [], [], undefined],
    [
      'unpaid invoices before everything else',
      [makeEnding(), makeUnpaid()],
      [asking],
      ['unpaid', 'confirm', 'ending'],
      'unpaid',
    ],
    [
      'a payment to confirm before an end',
      [makeEnding()],
      [waiting, asking],
      ['confirm', 'ending', 'waiting'],
      'confirm',
    ],
    ["the server's order of ends and cards", [makeExpiringCard(), makeEnding()], [], ['card', 'ending'], 'card'],
    ['no primary button for an operation that settles by itself', [], [waiting], ['waiting'], undefined],
  ];
  test.each(cases)('returns %s', (_name, items, confirming, kinds, primary) => {
    const needs = listNeeds(items, confirming);
    expect(needs.map(({ kind }) => kind)).toEqual(kinds);
    expect(findPrimaryNeed(needs)?.kind).toBe(primary);
  });

  test('omits the end of a product with a pending operation', () => {
    const needs = listNeeds([makeEnding({ productId: 'cloud' }), makeEnding({ subscriptionId: 6 })], [waiting]);
    expect(needs.map(({ key }) => key)).toEqual(['ending 6', 'op_1']);
  });
});

describe('unpaidIn', () => {
  const items = [makeUnpaid(), makeUnpaid({ invoiceId: 'in_2', subscription: null }), makeEnding()];

  test('returns all unpaid invoices', () => {
    expect(unpaidIn(items).map(({ invoiceId }) => invoiceId)).toEqual(['in_1', 'in_2']);
  });

  test('returns the unpaid invoices of one product, whatever the case of its id', () => {
    expect(unpaidIn(items, 'Age-Check').map(({ invoiceId }) => invoiceId)).toEqual(['in_1']);
    expect(unpaidIn(items, 'cloud')).toEqual([]);
  });
});

test('sums unpaid amounts by currency', () => {
  const unpaid = [
    { amount: 100, currency: 'usd' },
    { amount: 7, currency: 'cad' },
    { amount: 50, currency: 'usd' },
  ];
  expect(sumByCurrency(unpaid)).toEqual([
    { amount: 150, currency: 'usd' },
    { amount: 7, currency: 'cad' },
  ]);
});

test.each([
  [2, 2028, '2028-02-29'],
  [12, 2026, '2026-12-31'],
])('a card can be charged until the last day of the month %i of %i', (expMonth, expYear, day) => {
  const last = lastChargeDay({ expMonth, expYear });
  expect(
    [last.getFullYear(), last.getMonth() + 1, last.getDate()].map((part) => String(part).padStart(2, '0')).join('-'),
  ).toBe(day);
});
