import { expect, it } from 'vitest';
import { planSearch } from './list-search.ts';

it('lists plans from the newest on, until somebody sorts them', () => {
  expect(planSearch({})).toMatchObject({ sortField: 'created', order: 'desc', page: 1 });
  expect(planSearch({ sortField: 'name', order: 'asc' })).toMatchObject({ sortField: 'name', order: 'asc' });
  expect(planSearch({ sortField: 'position' })).toMatchObject({ sortField: 'created' });
});
