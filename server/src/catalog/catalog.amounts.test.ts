import { describe, expect, test } from 'vitest';
import { amountPerMonth, fromAmountPerMonth, lowestPayment, yearSavings } from './catalog.amounts.ts';
import type { Plan, PricePlan } from './catalog.types.ts';

function price(interval: PricePlan['interval'], intervalCount: number, amount: number): PricePlan {
  return { interval, intervalCount, amount } as PricePlan;
}

function plan(...pricePlans: PricePlan[]): Plan {
  return { pricePlans } as unknown as Plan;
}

describe('amounts', () => {
  test.each([
    ['Month', 1, 4900, 4900],
    ['Month', 3, 10_000, 3333],
    ['Year', 1, 49_000, 4083],
    ['Year', 2, 90_000, 3750],
    ['Day', 1, 100, 3042],
    ['Day', 7, 600, 2607],
  ] as const)('are converted to a month: each %s × %i', (interval, count, amount, expected) => {
    expect(amountPerMonth(price(interval, count, amount))).toBe(expected);
  });

  test('saved per year are compared with twelve monthly payments of the same plan', () => {
    const monthly = price('Month', 1, 4900);
    const quarterly = price('Month', 3, 14_000);
    const yearly = price('Year', 1, 49_000);
    const dear = price('Year', 1, 60_000);
    const all = plan(monthly, quarterly, yearly, dear);
    expect(yearSavings(yearly, all)).toBe(12 * 4900 - 49_000);
    expect(yearSavings(quarterly, all)).toBe(12 * 4900 - 4 * 14_000);
    expect(yearSavings(price('Year', 2, 90_000), all)).toBe(12 * 4900 - 45_000);
    expect(yearSavings(monthly, all)).toBe(0);
    expect(yearSavings(dear, all)).toBe(0);
    expect(yearSavings(yearly, plan(yearly))).toBe(0);
  });

  test('start at the lowest amount per month of all plans', () => {
    expect(
      fromAmountPerMonth([plan(price('Month', 1, 4900), price('Year', 1, 49_000)), plan(price('Month', 1, 9900))]),
    ).toBe(4083);
    expect(fromAmountPerMonth([plan()])).toBeNull();
  });

  test('of the lowest payment are those of the smallest quantity with the lowest amount per month', () => {
    const of = (minQuantity: number, ...pricePlans: PricePlan[]) => ({ ...plan(...pricePlans), minQuantity });
    const team = of(3, price('Month', 1, 7900), price('Year', 1, 79_000));
    expect(lowestPayment([team])).toMatchObject({
      amount: 237_000,
      interval: 'Year',
      intervalCount: 1,
      quantity: 3,
    });
    // One unit of the more expensive plan costs less than three of the cheaper one.
    expect(lowestPayment([team, of(0, price('Month', 1, 9900))])).toMatchObject({ amount: 9900, quantity: 1 });
    expect(lowestPayment([plan()])).toBeNull();
  });
});
