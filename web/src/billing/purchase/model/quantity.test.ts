import { describe, expect, it } from 'vitest';
import { makeAdditional } from '../../../test/plans.ts';
import { initialQuantity, quantityRule, withinRule } from './quantity.ts';

const plan = (minQuantity: number, maxQuantity = 100_000) => ({ minQuantity, maxQuantity });
const held = (usedSubscriptionsCount: number, currentDeviceCount: number, additionalPrices = [makeAdditional()]) => ({
  usedSubscriptionsCount,
  currentDeviceCount,
  additionalPrices,
});

describe('the quantity rule', () => {
  it("uses the greatest of 0, the plan's minimum and the devices in use as the minimum", () => {
    expect(quantityRule(plan(0), held(0, 0)).minimum).toBe(0);
    expect(quantityRule(plan(5), held(3, 0)).minimum).toBe(5);
    expect(quantityRule(plan(5), held(18, 25)).minimum).toBe(18);
  });

  it('requires at least one if there is nothing else to buy', () => {
    expect(quantityRule(plan(0, 1), held(0, 0, [])).minimum).toBe(1);
    expect(initialQuantity(plan(0, 1), held(0, 0, []))).toBe(1);
  });

  it('restricts a plan that allows fewer devices than are in use', () => {
    expect(quantityRule(plan(1, 10), held(10, 10)).isRestricted).toBe(false);
    expect(quantityRule(plan(1, 10), held(11, 20))).toEqual({
      minimum: 11,
      maximum: 10,
      isMinimumInUse: true,
      isRestricted: true,
    });
  });

  it('counts the devices that additional prices cover', () => {
    const prices = [
      makeAdditional({ id: 'laptop', increaseTotalDeviceQuantity: true }),
      makeAdditional({ id: 'driver', increaseTotalDeviceQuantity: false }),
    ];
    expect(quantityRule(plan(1), held(5, 3, prices), { laptop: 2, driver: 9 }).minimum).toBe(3);
    const now = [makeAdditional({ id: 'laptop', increaseTotalDeviceQuantity: true, quantity: 2 })];
    expect(initialQuantity(plan(1), held(5, 3, now))).toBe(3);
  });

  it('clamps a quantity to its bounds', () => {
    const rule = quantityRule(plan(2, 10), held(0, 0));
    expect([withinRule(1, rule), withinRule(7, rule), withinRule(11, rule)]).toEqual([2, 7, 10]);
  });
});

describe('the initial quantity', () => {
  it('returns the median of 1, the minimum and the current device count', () => {
    expect(initialQuantity(plan(1), held(0, 0))).toBe(1);
    expect(initialQuantity(plan(0), held(0, 0))).toBe(0);
    expect(initialQuantity(plan(5), held(0, 25))).toBe(5);
    expect(initialQuantity(plan(1), held(18, 25))).toBe(18);
    expect(initialQuantity(plan(0), held(0, 25))).toBe(1);
  });

  it('never returns a quantity that the plan does not allow', () => {
    expect(initialQuantity(plan(5), held(0, 0))).toBe(5);
    expect(initialQuantity(plan(1, 10), held(12, 20))).toBe(12);
  });
});
