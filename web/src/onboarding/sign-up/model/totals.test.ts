import { expect, it } from 'vitest';
import { calculateDiscount } from './totals.ts';

it.each([
  [10_000, null, 0],
  [10_000, { PercentOff: 20, AmountOff: null }, 2000],
  [999, { PercentOff: 33.3, AmountOff: null }, 333],
  [10_000, { PercentOff: null, AmountOff: 500 }, 500],
  [300, { PercentOff: null, AmountOff: 500 }, 300],
  [0, { PercentOff: 50, AmountOff: null }, 0],
])('calculates the discount of a subtotal of %i cents', (subtotal, coupon, discount) => {
  expect(calculateDiscount(subtotal, coupon)).toBe(discount);
});
