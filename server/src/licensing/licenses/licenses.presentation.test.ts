import { describe, expect, test } from 'vitest';
import { endsSoon, isPaymentDue, renews } from './licenses.presentation.ts';

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

describe('a license ends soon', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const row = (days: number, status: 1 | 2 | 3 = 1) => ({
    status,
    expiresAt: new Date(now.getTime() + days * 86_400_000),
  });
  const canceled = { status: 'active', cancelAt: new Date() };

  test.each([
    ['in the first of the days on which it is told', row(30), undefined, [30, 7], true],
    ['not before', row(30.1), undefined, [30, 7], false],
    ['by the longest of the days', row(14), undefined, [1, 14], true],
    ['in thirty days where no mail is wanted', row(30), undefined, [], true],
    ['where its subscription was canceled', row(3), canceled, [7], true],
    ['not where it renews', row(3), { status: 'active', cancelAt: null }, [7], false],
    ['not where it has ended', row(-1), undefined, [7], false],
    ['not where it was canceled', row(3, 3), undefined, [7], false],
    ['never without an end', { status: 1 as const, expiresAt: null }, undefined, [7], false],
  ])('%s', (_, license, subscription, days, expected) => {
    expect(endsSoon(license, subscription, { days, now })).toBe(expected);
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
