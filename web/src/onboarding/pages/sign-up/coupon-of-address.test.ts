import { beforeEach, expect, it } from 'vitest';
import { storedCoupon } from '../../../billing/purchase/model/coupon-storage.ts';
import { storeCouponOfAddress } from './coupon-of-address.ts';

beforeEach(() => localStorage.clear());

it.each([
  ['?product=scan&coupon=WELCOME20', 'WELCOME20'],
  ['?coupon=%20half-off%20', 'half-off'],
  ['?product=scan', null],
  ['?coupon=', null],
  ['?coupon=<script>', null],
])('stores the coupon of %s for the checkout as %s', (search, kept) => {
  storeCouponOfAddress(search);
  expect(storedCoupon()).toBe(kept);
});

it('keeps a typed coupon if the address has none', () => {
  storeCouponOfAddress('?coupon=FIRST');
  storeCouponOfAddress('?product=scan');
  expect(storedCoupon()).toBe('FIRST');
});
