import { describe, expect, test } from 'vitest';
import { makePlan, makePricePlan } from '../../test/plans.ts';
import { calculatePlanCost, calculateUnitRange, yearlyCost } from './comparison.ts';

describe('yearlyCost', () => {
  test.each([
    ['month', { interval: 'Month', intervalCount: 1, amount: 7900 }, 3, 284_400],
    ['three months', { interval: 'Month', intervalCount: 3, amount: 56_900 }, 2, 455_200],
    ['year', { interval: 'Year', intervalCount: 1, amount: 79_000 }, 3, 237_000],
    ['two years', { interval: 'Year', intervalCount: 2, amount: 79_001 }, 1, 39_501],
    ['week', { interval: 'Day', intervalCount: 7, amount: 600 }, 5, 156_429],
    ['day', { interval: 'Day', intervalCount: 1, amount: 100 }, 1, 36_500],
  ] as const)('returns the cost of a year with one payment per %s', (_name, price, quantity, cost) => {
    expect(yearlyCost(makePricePlan(price), quantity)).toBe(cost);
  });
});

describe('calculatePlanCost', () => {
  const plan = makePlan({ minQuantity: 3, maxQuantity: 25 });

  test.each([
    [1, 3, true],
    [3, 3, false],
    [10, 10, false],
    [25, 25, false],
  ])('for %i units returns the price of %i units, and whether the minimum applies: %s', (quantity, paid, isMinimum) => {
    const cost = calculatePlanCost(plan, quantity);
    expect(cost).toEqual({
      kind: 'costs',
      quantity: paid,
      isMinimum,
      years: [
        {
          billingInterval: { interval: 'Month', intervalCount: 1 },
          total: 120_000 * paid,
          savings: 0,
          currency: 'usd',
        },
        {
          billingInterval: { interval: 'Year', intervalCount: 1 },
          total: 96_000 * paid,
          savings: 24_000 * paid,
          currency: 'usd',
        },
      ],
    });
  });

  test("returns the plan's maximum if more units are requested", () => {
    expect(calculatePlanCost(plan, 26)).toEqual({ kind: 'tooMany', max: 25 });
  });

  test('returns no saving for a price that is higher than the monthly one', () => {
    const pricePlans = [makePricePlan(), makePricePlan({ interval: 'Month', intervalCount: 3, amount: 40_000 })];
    const cost = calculatePlanCost(makePlan({ pricePlans }), 1);
    expect(cost.kind === 'costs' && cost.years.map(({ savings }) => savings)).toEqual([0, 0]);
  });

  test('returns no amount for a trial and for a manual plan', () => {
    expect(calculatePlanCost(makePlan({ isTrial: true, trialDays: 14 }), 1)).toEqual({ kind: 'trial', days: 14 });
    expect(calculatePlanCost(makePlan({ processingType: 1 }), 1)).toEqual({ kind: 'onRequest' });
    expect(calculatePlanCost(makePlan({ pricePlans: [] }), 1)).toEqual({ kind: 'onRequest' });
  });

  test('returns no payments for a free plan', () => {
    const free = makePlan({ pricePlans: [makePricePlan({ amount: 0 })] });
    expect(calculatePlanCost(free, 1)).toMatchObject({ kind: 'costs', years: [] });
  });
});

describe('calculateUnitRange', () => {
  const small = makePlan({ minQuantity: 1, maxQuantity: 25 });
  const large = makePlan({ minQuantity: 3, maxQuantity: 1000 });

  test.each([
    [
      'the largest minimum as the initial value',
      [small, large],
      undefined,
      { min: 1, max: 1000, sliderMax: 100, start: 3 },
    ],
    [
      'a range that ignores a plan not yet on sale',
      [large, makePlan({ minQuantity: 10, startDate: '2999-01-01T00:00:00Z', maxQuantity: 5 })],
      undefined,
      { min: 1, max: 1000, sliderMax: 100, start: 3 },
    ],
    [
      'the units of the account as the initial value',
      [small, large],
      8,
      { min: 1, max: 1000, sliderMax: 100, start: 8 },
    ],
    ['at most the quantity that a plan allows', [small], 40, { min: 1, max: 25, sliderMax: 25, start: 25 }],
    [
      'a minimum above the slider',
      [makePlan({ minQuantity: 250 })],
      undefined,
      { min: 1, max: 100_000, sliderMax: 250, start: 250 },
    ],
    [
      'one unit if nothing is sold online',
      [makePlan({ processingType: 1 })],
      undefined,
      { min: 1, max: 1, sliderMax: 1, start: 1 },
    ],
  ])('returns %s', (_name, plans, held, range) => {
    expect(calculateUnitRange(plans, held)).toEqual(range);
  });
});
