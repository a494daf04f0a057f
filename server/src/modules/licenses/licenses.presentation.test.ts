import { describe, expect, test } from 'vitest';
import { isPaymentDue, renews } from './licenses.presentation.ts';
import { judgeReleases, presentReleases, startOfReleases } from './releases.ts';

describe('a license renews', () => {
  const subscription = { status: 'active', cancelAt: null } as const;

  test.each(['active', 'trialing', 'past_due'] as const)('while its subscription is %s', (status) => {
    expect(renews({ status: 1 }, { ...subscription, status })).toBe(true);
  });

  test.each(['canceled', 'unpaid', 'incomplete'] as const)('not when its subscription is %s', (status) => {
    expect(renews({ status: 1 }, { ...subscription, status })).toBe(false);
  });

  test('not without a subscription, with a set end, or when it is not active', () => {
    expect(renews({ status: 1 }, undefined)).toBe(false);
    expect(renews({ status: 1 }, { ...subscription, cancelAt: new Date() })).toBe(false);
    expect(renews({ status: 2 }, subscription)).toBe(false);
    expect(renews({ status: 3 }, subscription)).toBe(false);
  });
});

describe('a payment is due', () => {
  test.each([
    ['an unpaid subscription', 1, 0, 'sub_1', true],
    ['a paid subscription', 1, 1, 'sub_1', false],
    ['an unpaid manual order', 1, 0, null, false],
    ['an unpaid subscription that ended', 3, 0, 'sub_1', false],
  ] as const)('for %s: %#', (_, status, paymentStatus, stripeSubscriptionId, expected) => {
    expect(isPaymentDue({ status }, { paymentStatus, stripeSubscriptionId })).toBe(expected);
  });
});

describe('releases', () => {
  const first = new Date('2026-11-02T10:00:00Z');

  test.each([
    ['none used', 3, { count: 0, first: null }, { allowed: 3, left: 3, nextAt: null }],
    ['some used', 3, { count: 1, first }, { allowed: 3, left: 2, nextAt: '2026-12-02T10:00:00.000Z' }],
    ['all used', 3, { count: 3, first }, { allowed: 3, left: 0, nextAt: '2026-12-02T10:00:00.000Z' }],
    ['more used than allowed now', 3, { count: 5, first }, { allowed: 3, left: 0, nextAt: '2026-12-02T10:00:00.000Z' }],
    ['a plan without releases', 0, { count: 0, first: null }, { allowed: 0, left: 0, nextAt: null }],
  ])('are told with %s', (_, allowed, counted, expected) => {
    expect(presentReleases(judgeReleases(allowed, counted))).toEqual(expected);
  });
});

test('releases count for thirty days', () => {
  expect(startOfReleases(new Date('2026-03-31T12:00:00Z'))).toEqual(new Date('2026-03-01T12:00:00Z'));
});
