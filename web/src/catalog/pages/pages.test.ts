import { expect, it } from 'vitest';
import { couponSearch, planSearch } from './pages.ts';

it('the list of plans begins with the newest until a user sorts it', () => {
  expect(planSearch({})).toMatchObject({ sortField: 'created', order: 'desc', page: 1 });
  expect(planSearch({ sortField: 'name', order: 'asc' })).toMatchObject({ sortField: 'name', order: 'asc' });
  expect(planSearch({ sortField: 'position' })).toMatchObject({ sortField: 'created' });
});

it.each([
  ['WELCOME20', { coupon: 'WELCOME20' }],
  ['<script>', {}],
  ['', {}],
  [undefined, {}],
])('reads the coupon %j in an address as %j', (coupon, taken) => {
  expect(couponSearch({ coupon } as Parameters<typeof couponSearch>[0])).toEqual(taken);
});
