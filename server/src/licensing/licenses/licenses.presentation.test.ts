import { describe, expect, test } from 'vitest';
import { endsSoon, isPaymentDue, renews } from './licenses.presentation.ts';

describe('the renewal of a license', () => {
  const subscription = { status: 'active', cancelAt: null } as const;

  test.each(['active', 'trialing', 'past_due'] as const)('is expected while its subscription is %s', (status) => {
    expect(renews({ status: 1 }, { ...subscription, status })).toBe(true);
  });

  test.each(['canceled', 'unpaid', 'incomplete'] as const)('is not expected if its subscription is %s', (status) => {
    expect(renews({ status: 1 }, { ...subscription, status })).toBe(false);
  });

  test('is not expected without a subscription, with a set end, or for an inactive license', () => {
    expect(renews({ status: 1 }, undefined)).toBe(false);
    expect(renews({ status: 1 }, { ...subscription, cancelAt: new Date() })).toBe(false);
    expect(renews({ status: 2 }, subscription)).toBe(false);
    expect(renews({ status: 3 }, subscription)).toBe(false);
  });
});

describe('a license', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const row = (days: number, status: 1 | 2 | 3 = 1) => ({
    status,
    expiresAt: new Date(now.getTime() + days * 86_400_000),
  });
  const canceled = { status: 'active', cancelAt: new Date() };

  test.each([
    ['ends soon on the first notice day', row(30), undefined, [30, 7], true],
    ['does not end soon before it', row(30.1), undefined, [30, 7], false],
    ['ends soon by the earliest notice day', row(14), undefined, [1, 14], true],
    ['ends soon thirty days before its end if no mail is wanted', row(30), undefined, [], true],
    ['ends soon if its subscription was canceled', row(3), canceled, [7], true],
    ['does not end soon if it renews', row(3), { status: 'active', cancelAt: null }, [7], false],
    ['does not end soon once it has ended', row(-1), undefined, [7], false],
    ['does not end soon if it was canceled', row(3, 3), undefined, [7], false],
    ['never ends soon without an end', { status: 1 as const, expiresAt: null }, undefined, [7], false],
  ])('%s', (_, license, subscription, days, expected) => {
    expect(endsSoon(license, subscription, { days, now })).toBe(expected);
  });
});

describe('the due payment of a license', () => {
  test.each([
    ['an unpaid subscription', 1, 0, 'sub_1', true],
    ['a paid subscription', 1, 1, 'sub_1', false],
    ['an unpaid manual order', 1, 0, null, false],
    ['an unpaid subscription that ended', 3, 0, 'sub_1', false],
  ] as const)('is decided for %s: %#', (_, status, paymentStatus, stripeSubscriptionId, expected) => {
    expect(isPaymentDue({ status }, { paymentStatus, stripeSubscriptionId })).toBe(expected);
  });
});
