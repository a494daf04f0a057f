import type { AttentionItem } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { compareItems, findChargesWithoutCard, findExpiringCards } from './attention.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');

describe('an expiring card', () => {
  const card = (expYear: number, expMonth: number) => ({ id: 'pm_1', brand: 'visa', last4: '4242', expYear, expMonth });
  const use = (expiresAt: string) => ({
    subscriptionId: 1,
    productId: 'cloud',
    paymentMethodId: 'pm_1',
    expiresAt: new Date(expiresAt),
    renewsByCard: true,
  });

  test.each([
    ['has expired', 2026, 10, [], { hasExpired: true, nextCharge: null }],
    ['expires within 30 days, even if it pays for nothing', 2026, 11, [], { hasExpired: false, nextCharge: null }],
    [
      'expires before the next charge',
      2027,
      3,
      [use('2027-09-01T00:00:00Z'), use('2027-06-01T00:00:00Z'), use('2026-12-01T00:00:00Z')],
      { hasExpired: false, nextCharge: new Date('2027-06-01T00:00:00Z') },
    ],
    ['is valid for the next charge', 2027, 3, [use('2027-02-01T00:00:00Z')], undefined],
    ['is valid for long and pays for nothing', 2029, 3, [], undefined],
  ])('%s', (_, year, month, uses, expected) => {
    const [found] = findExpiringCards([{ card: card(year, month), uses }], now);
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });
});

test.each([
  ['with a card of its own has one', 'pm_1', 'pm_2', true, false],
  ['without one of its own has the default card', null, 'pm_1', true, false],
  ['has no card without a default card', null, null, true, true],
  ['has no card if its card was deleted', 'pm_gone', 'pm_1', true, true],
  ['has no card if the default card was deleted', null, 'pm_gone', true, true],
  ['that is not charged needs no card', null, null, false, false],
])('a subscription %s', (_, paymentMethodId, defaultId, renewsByCard, expected) => {
  const use = { subscriptionId: 1, productId: 'cloud', paymentMethodId, expiresAt: now, renewsByCard };
  expect(findChargesWithoutCard([use], [{ id: 'pm_1' }], defaultId)).toEqual(expected ? [use] : []);
});

test('sorts items that have stopped working before future ones, then by due date', () => {
  const unpaid = (hasEnded: boolean, failedAt: string) => ({
    kind: 'unpaid',
    subscription: { hasEnded },
    failedAt,
    dueDate: null,
  });
  const sent = (dueDate: string) => ({ kind: 'unpaid', subscription: { hasEnded: false }, failedAt: null, dueDate });
  const card = (hasExpired: boolean, nextCharge: string) => ({ kind: 'cardExpires', hasExpired, nextCharge });
  const ending = (endsAt: string) => ({ kind: 'ending', endsAt });
  const ordered = [
    unpaid(true, '2026-11-02'),
    unpaid(false, '2026-11-01'),
    unpaid(false, '2026-11-03'),
    // This sent invoice is overdue; the one below is not.
    sent('2026-11-21T00:00:00.000Z'),
    card(true, '2026-12-30'),
    ending('2026-11-30'),
    sent('2026-12-15T00:00:00.000Z'),
    ending('2026-12-30'),
    card(false, '2026-11-25'),
  ] as AttentionItem[];
  expect(ordered.toReversed().toSorted(compareItems(now))).toEqual(ordered);
});
