import { describe, expect, test } from 'vitest';
import type { EndingSubscription } from '../../billing/index.ts';
import type { LicenseRow } from '../../licensing/index.ts';
import { applicableNoticeDays, toLicenseExpiry, toSubscriptionExpiry } from './expiry-notices.rules.ts';

const at = (text: string) => new Date(text);
const row = (change: Partial<EndingSubscription> = {}) =>
  ({
    id: 1,
    accountId: 2,
    productId: 'cloud',
    status: 'active',
    trial: false,
    amount: 3_000,
    currency: 'usd',
    discounts: [],
    startedAt: at('2026-01-22'),
    periodStartedAt: at('2026-11-22'),
    expiresAt: at('2026-12-22'),
    cancelAt: null,
    canceledAt: null,
    ...change,
  }) as EndingSubscription;

describe('the end of a subscription’s period (EXP-1)', () => {
  const discount = [{ end: null }] as unknown as EndingSubscription['discounts'];
  const canceledAt = at('2026-11-20');

  test.each([
    [
      'a renewal with its amount',
      {},
      { kind: 'renewal', amount: 3_000, at: at('2026-12-22'), since: at('2026-11-22') },
    ],
    ['a renewal whose amount a discount hides', { discounts: discount }, { kind: 'renewal', amount: null }],
    ['nothing if the renewal is free', { amount: 0 }, undefined],
    [
      'what was canceled, at the end that was set',
      { cancelAt: at('2026-12-20'), canceledAt },
      { kind: 'ending', amount: null, at: at('2026-12-20'), canceledAt },
    ],
    ['a trial that becomes paid', { trial: true }, { kind: 'trial', amount: 3_000 }],
    [
      'a trial that is over by itself',
      { trial: true, amount: 0, cancelAt: at('2026-12-22') },
      { kind: 'trial', amount: null, canceledAt: null },
    ],
    [
      'a trial that was canceled',
      { trial: true, cancelAt: at('2026-12-22'), canceledAt },
      { kind: 'ending', canceledAt },
    ],
    ['nothing without an end', { expiresAt: null }, undefined],
  ])('is %s', (_, change, expected) => {
    const found = toSubscriptionExpiry(row(change));
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });
});

test('a license without a subscription ends on its date, if it has one', () => {
  const license = {
    id: 7,
    accountId: 2,
    productId: 'sdk',
    number: 'L-7',
    startsAt: at('2026-01-01'),
    expiresAt: at('2027-01-01'),
  } as LicenseRow;
  expect(toLicenseExpiry(license)).toMatchObject({ kind: 'license', subjectId: 7, licenseNumber: 'L-7' });
  expect(toLicenseExpiry({ ...license, expiresAt: null })).toBeUndefined();
});

describe('the applicable notice days (EXP-3)', () => {
  const days = [30, 7, 1];
  const span = (length: number) => ({ since: at('2026-01-01'), at: new Date(Date.UTC(2026, 0, 1 + length)) });

  test.each([
    ['license', 365, days, [30, 7, 1]],
    ['license', 30, days, [7, 1]],
    ['trial', 14, days, [7, 1]],
    ['trial', 13, days, [1]],
    ['trial', 1, days, []],
    ['renewal', 365, [1, 60, 30], [60, 30, 1]],
    // One mail a month is enough.
    ['renewal', 30, days, [7]],
    ['ending', 30, days, [7, 1]],
    ['license', 365, [], []],
  ] as const)('are those of a %s of %i days that do not come before halfway', (kind, length, wanted, steps) => {
    expect(applicableNoticeDays({ kind, ...span(length) }, wanted)).toEqual(steps);
  });
});
