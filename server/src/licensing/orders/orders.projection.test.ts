import { describe, expect, test } from 'vitest';
import type { SubscriptionRow } from '../../billing/index.ts';
import { deriveOrder } from './orders.projection.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const subscription: SubscriptionRow = {
  id: 7,
  accountId: 2,
  stripeSubscriptionId: 'sub_a',
  productId: 'desktop',
  planId: 'desktop-basic',
  pricePlanId: 'desktop-basic-monthly',
  quantity: 3,
  deviceQuantity: 5,
  status: 'active',
  trial: false,
  startedAt: day(1),
  periodStartedAt: day(1),
  expiresAt: day(31),
  unpaidSince: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  amount: 6_000,
  currency: 'usd',
  interval: 'Month',
  intervalCount: 1,
  paymentMethodId: null,
  items: [],
  paymentFailure: null,
  discounts: [],
  updatedAt: day(1),
};
const product = { licensingType: 'HostLocked', graceDays: 7 } as Parameters<typeof deriveOrder>[1];

function orderFor(changes: Partial<SubscriptionRow>, sold = product) {
  return deriveOrder({ ...subscription, ...changes }, sold);
}

describe('the order of a subscription', () => {
  test.each([
    // status, order, paid
    ['incomplete', 0, 0],
    ['trialing', 1, 1],
    ['active', 1, 1],
    ['past_due', 1, 0],
    ['unpaid', 1, 0],
    ['canceled', 2, 1],
    ['paused', 2, 1],
    ['incomplete_expired', 2, 1],
  ])('that is %s has status %i and payment status %i', (status, expected, paid) => {
    const isUnpaid = status === 'past_due' || status === 'unpaid';
    const order = orderFor({ status, unpaidSince: isUnpaid ? day(1) : null });
    expect(order).toMatchObject({ status: expected, paymentStatus: paid, paidAt: paid === 1 ? day(1) : null });
  });

  test('covers the paid devices until the paid period ends', () => {
    expect(orderFor({})).toMatchObject({ deviceQuantity: 5, licenseModel: 0, expiresAt: day(31), endedAt: null });
  });

  test('has the product’s licensing model, and is missing for a product without licenses', () => {
    expect(orderFor({}, { ...product, licensingType: 'Floating' } as typeof product)).toMatchObject({
      licenseModel: 1,
    });
    expect(orderFor({}, { ...product, licensingType: 'None' } as typeof product)).toBeUndefined();
    expect(deriveOrder(subscription, undefined)).toBeUndefined();
  });

  test.each<[string, Partial<SubscriptionRow>, Date | null]>([
    ['the paid period', {}, day(31)],
    ['the trial', { status: 'trialing', trial: true, expiresAt: day(14) }, day(14)],
    ['the day on which it is set to end', { cancelAt: day(20) }, day(20)],
    ['the days of grace while a payment is due', { status: 'past_due', unpaidSince: day(3) }, day(10)],
    ['the end of an ended subscription', { status: 'canceled', endedAt: day(12), unpaidSince: day(3) }, day(12)],
    ['the paid period even if the days of grace are longer', { status: 'unpaid', unpaidSince: day(29) }, day(31)],
  ])('expires with %s', (_, changes, expiresAt) => {
    expect(orderFor(changes)?.expiresAt).toEqual(expiresAt);
  });

  test('is not paid if the subscription ended while a payment was due', () => {
    expect(orderFor({ status: 'canceled', endedAt: day(12), unpaidSince: day(3) })?.paymentStatus).toBe(0);
  });
});
