import type { BillingActivity } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { latestActivity, latestMonths, spendingByMonth, twelfths } from './billing-overviews.rules.ts';

describe('the latest months', () => {
  test('are twelve across two years, the current one last', () => {
    const months = latestMonths(new Date('2026-01-31T23:59:59Z'));
    expect(months).toHaveLength(12);
    expect([months[0], months[10], months[11]]).toEqual(['2025-02', '2025-12', '2026-01']);
  });

  test('are in UTC in any time zone of the machine', () => {
    expect(latestMonths(new Date('2026-03-01T00:30:00Z')).at(-1)).toBe('2026-03');
    expect(latestMonths(new Date('2026-02-28T23:30:00Z')).at(-1)).toBe('2026-02');
  });
});

describe('spending by month', () => {
  const part = (month: string, productId: string | null, paid: number, unpaid = 0) => ({
    month,
    productId,
    paid,
    unpaid,
  });

  test('adds up the subscriptions of a product', () => {
    const { months } = spendingByMonth(
      ['2026-10', '2026-11'],
      [part('2026-11', 'cloud', 500, 20), part('2026-11', 'cloud', 300), part('2026-10', 'cloud', 100)],
    );
    expect(months).toEqual([
      { month: '2026-10', products: [{ productId: 'cloud', paid: 100, unpaid: 0, yearly: 0, spread: 0 }] },
      { month: '2026-11', products: [{ productId: 'cloud', paid: 800, unpaid: 20, yearly: 0, spread: 0 }] },
    ]);
  });

  test('lists the most expensive product over all months first', () => {
    const { months, productIds } = spendingByMonth(
      ['2026-10', '2026-11'],
      [
        part('2026-10', 'sdk', 100),
        part('2026-10', 'cloud', 90),
        part('2026-11', 'cloud', 90),
        part('2026-11', null, 5),
      ],
    );
    expect(productIds).toEqual(['cloud', 'sdk', null]);
    expect(months[0]?.products.map(({ productId }) => productId)).toEqual(['cloud', 'sdk']);
  });

  test('divides a yearly payment into twelve parts, even if it was made before the first month', () => {
    const { months, productIds } = spendingByMonth(
      ['2026-10', '2026-11'],
      [part('2026-11', 'sdk', 1_201)],
      [
        { month: '2026-11', productId: 'sdk', paid: 1_201 },
        { month: '2025-11', productId: 'old', paid: 1_200 },
        { month: '2025-10', productId: 'older', paid: 1_200 },
      ],
    );
    expect(months).toEqual([
      { month: '2026-10', products: [{ productId: 'old', paid: 0, unpaid: 0, yearly: 0, spread: 100 }] },
      { month: '2026-11', products: [{ productId: 'sdk', paid: 1_201, unpaid: 0, yearly: 1_201, spread: 101 }] },
    ]);
    expect(productIds).toEqual(['sdk', 'old']);
    const parts = twelfths({ month: '2026-11', productId: 'sdk', paid: 1_201 });
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_201);
    expect(parts.at(-1)).toEqual({ month: '2027-10', amount: 100 });
  });

  test('keeps empty months, and leaves out products without amounts', () => {
    const { months, productIds } = spendingByMonth(['2026-10', '2026-11'], [part('2026-11', 'trial', 0)]);
    expect(months.map(({ products }) => products)).toEqual([[], []]);
    expect(productIds).toEqual([]);
  });
});

test('the latest activity comes first, and simultaneous events have a stable order', () => {
  const paid = (id: string, at: string): BillingActivity => ({
    kind: 'paid',
    id,
    at,
    amount: 1,
    currency: 'usd',
    card: null,
    paymentId: null,
  });
  const all = [
    paid('a', '2026-11-01T00:00:00.000Z'),
    paid('c', '2026-11-02T00:00:00.000Z'),
    paid('b', '2026-11-02T00:00:00.000Z'),
  ];
  expect(latestActivity(all, 2).map(({ id }) => id)).toEqual(['c', 'b']);
  expect(latestActivity(all.toReversed(), 2).map(({ id }) => id)).toEqual(['c', 'b']);
});
