import { expect, test } from 'vitest';
import { chartDays, chartStart, summarizeMoney } from './money.ts';

const now = new Date('2026-11-22T16:04:00Z');
const charge = (day: string, amount: number, status = 'succeeded', currency = 'usd') => ({
  currency,
  day,
  status,
  amount,
  count: 1,
});

test('a chart has fourteen days in UTC and ends today', () => {
  const days = chartDays(now);
  expect([days.length, days[0], days[7], days[13]]).toEqual([14, '2026-11-09', '2026-11-16', '2026-11-22']);
  expect(chartStart(now).thisWeek.toISOString()).toBe('2026-11-16T00:00:00.000Z');
});

test('sums received amounts by week and day, and failed ones of this week', () => {
  const charges = [
    charge('2026-11-22', 500),
    charge('2026-11-16', 100),
    charge('2026-11-15', 70),
    charge('2026-11-20', 30, 'failed'),
    charge('2026-11-15', 40, 'failed'),
    charge('2026-11-21', 10, 'pending'),
  ];
  const [usd] = summarizeMoney({ charges, refunds: [{ currency: 'usd', amount: 20, count: 2 }], renewals: [] }, now);
  expect(usd).toMatchObject({
    received: { amount: 600, count: 2 },
    before: { amount: 70, count: 1 },
    failed: { amount: 30, count: 1 },
    refunded: { amount: 20, count: 2 },
    renewsIn7: { amount: 0, count: 0 },
  });
  expect(usd?.days.filter(({ amount }) => amount > 0)).toEqual([
    { day: '2026-11-15', amount: 70 },
    { day: '2026-11-16', amount: 100 },
    { day: '2026-11-22', amount: 500 },
  ]);
});

test('sums each currency separately, the currency with the most money first', () => {
  const renewals = [{ currency: 'cad', amount: 900, count: 3, soonAmount: 300, soonCount: 1 }];
  const found = summarizeMoney({ charges: [charge('2026-11-22', 500)], refunds: [], renewals }, now);
  expect(found.map(({ currency }) => currency)).toEqual(['cad', 'usd']);
  expect(found[0]).toMatchObject({ renewsIn7: { amount: 300, count: 1 }, renewsIn30: { amount: 900, count: 3 } });
  expect(summarizeMoney({ charges: [], refunds: [], renewals: [] }, now)).toEqual([]);
});
