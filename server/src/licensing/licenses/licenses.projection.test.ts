import { describe, expect, test } from 'vitest';
import type { StoredOrder } from '../orders/projection.queries.ts';
import { compareLicenses, deriveLicense, groupSuccessions } from './licenses.projection.ts';
import type { LicenseRow } from './licenses.queries.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

function order(id: number, from: number, to: number | null, changes: Partial<StoredOrder> = {}): StoredOrder {
  return {
    accountId: 2,
    subscriptionId: 7,
    paymentStatus: 1,
    paidAt: day(from),
    licenseModel: 0,
    deviceQuantity: 5,
    price: 6_000,
    currency: 'usd',
    expiresAt: day(31),
    trial: false,
    productId: 'desktop',
    planId: 'desktop-basic',
    id,
    number: `OR-${id}`,
    stripeSubscriptionId: `sub_${id}`,
    version: null,
    licenseId: null,
    orderedAt: day(from),
    endedAt: to === null ? null : day(to),
    status: to === null ? 1 : 2,
    ...changes,
  };
}

const listIds = (successions: StoredOrder[][]) => successions.map((succession) => succession.map(({ id }) => id));

describe('the license of an order', () => {
  test.each([
    [0, 2],
    [1, 1],
    [2, 3],
  ] as const)('with order status %i has status %i', (status, expected) => {
    expect(deriveLicense(order(1, 1, null, { status }))).toMatchObject({ status: expected, quantity: 5, orderId: 1 });
  });

  test('continues the license of the latest subscription that had ended', () => {
    expect(listIds(groupSuccessions([order(1, 1, 5), order(2, 1, 8), order(3, 8, null)]))).toEqual([[1], [2, 3]]);
  });

  test('is separate while another subscription is live', () => {
    expect(listIds(groupSuccessions([order(1, 1, null), order(2, 8, null)]))).toEqual([[1], [2]]);
    expect(listIds(groupSuccessions([order(1, 1, 9), order(2, 8, null)]))).toEqual([[1], [2]]);
  });

  test('is missing for a draft of a subscription, and separate for a manual order', () => {
    const manual = order(2, 9, null, { stripeSubscriptionId: null });
    expect(listIds(groupSuccessions([order(1, 1, 5), manual, order(3, 9, null, { status: 0 })]))).toEqual([[1], [2]]);
  });

  test('does not depend on the order in which orders arrived', () => {
    const known = [order(3, 20, null), order(1, 1, 5), order(2, 5, 19)];
    for (const orders of [known, known.toReversed(), [known[1], known[0], known[2]] as StoredOrder[]]) {
      expect(listIds(groupSuccessions(orders))).toEqual([[1, 2, 3]]);
    }
  });
});

function license(id: number, facts: StoredOrder, first = facts): LicenseRow {
  return {
    ...deriveLicense(facts, first),
    id,
    number: `LI-${id}`,
    serialNumber: `${id}`,
    usedQuantity: 0,
    exceededQuantity: 0,
    createdAt: day(1),
    updatedAt: day(1),
  };
}

describe('the comparison of licenses', () => {
  const byId = (...licenses: LicenseRow[]) => new Map(licenses.map((one) => [one.id, one]));

  test('finds nothing if all is correct', () => {
    const orders = [order(1, 1, 5, { licenseId: 9 }), order(2, 6, null, { licenseId: 9 })];
    const right = license(9, orders[1] as StoredOrder, orders[0]);
    expect(compareLicenses(orders, byId(right))).toEqual([]);
  });

  test('names the columns that differ', () => {
    const known = order(1, 1, null, { licenseId: 9 });
    const wrong = { ...license(9, known), quantity: 4, expiresAt: null };
    expect(compareLicenses([known], byId(wrong))).toMatchObject([
      { stored: wrong, columns: ['expiresAt', 'quantity'] },
    ]);
  });

  test('gives a resubscription the license that ended, and merges one that was created before the end was known', () => {
    const first = order(1, 1, 5, { licenseId: 9 });
    const second = order(2, 6, null, { licenseId: 10 });
    const [difference] = compareLicenses([first, second], byId(license(9, first), license(10, second)));
    expect(difference).toMatchObject({ stored: { id: 9 }, merged: [{ id: 10 }], facts: { orderId: 2, status: 1 } });
  });

  test('does not give one license to two successions', () => {
    const first = order(1, 1, 9, { licenseId: 9 });
    const second = order(2, 6, null, { licenseId: 9 });
    const [one, other] = compareLicenses([first, second], byId(license(9, second, first)));
    expect([one?.stored?.id, other?.stored]).toEqual([9, undefined]);
    expect([one?.merged, other?.merged]).toEqual([[], []]);
  });

  test('leaves a shared license with the order after which it is named', () => {
    const earlier = order(8, 1, 9, { licenseId: 9 });
    const first = order(9, 6, null, { licenseId: 9 });
    const differences = compareLicenses([earlier, first], byId(license(9, first, earlier)));
    expect(differences.map(({ facts, stored }) => [facts.orderId, stored?.id])).toEqual([
      [8, undefined],
      [9, 9],
    ]);
    const withoutOne = { ...first, licenseId: null };
    const [, again] = compareLicenses([earlier, withoutOne], byId(license(9, first, earlier)));
    expect(again).toMatchObject({ facts: { orderId: 9 }, stored: { id: 9 }, merged: [] });
  });
});
