import { expect, it } from 'vitest';
import { couponSearch, planSearch } from './list-search.ts';

it('lists plans from the newest on, until somebody sorts them', () => {
  expect(planSearch({})).toMatchObject({ sortField: 'created', order: 'desc', page: 1 });
  expect(planSearch({ sortField: 'name', order: 'asc' })).toMatchObject({ sortField: 'name', order: 'asc' });
  expect(planSearch({ sortField: 'position' })).toMatchObject({ sortField: 'created' });
});

it.each([
  ['WELCOME20', { coupon: 'WELCOME20' }],
  ['<script>', {}],
  ['', {}],
  [undefined, {}],
])('of the coupon %j in the address takes %j', (coupon, taken) => {
  expect(couponSearch({ coupon } as Parameters<typeof couponSearch>[0])).toEqual(taken);
});
