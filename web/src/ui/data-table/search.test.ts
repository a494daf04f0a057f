import { describe, expect, it } from 'vitest';
import { listSearch, pagerPages } from './search.ts';

describe('listSearch', () => {
  const read = listSearch(['created', 'total'], { sortField: 'created', order: 'desc' });

  it('reads valid values', () => {
    expect(read({ page: '3', pageSize: '100', order: 'asc', sortField: 'total' })).toEqual({
      page: 3,
      pageSize: 100,
      order: 'asc',
      sortField: 'total',
    });
  });

  it.each([
    {},
    { page: '0', pageSize: '15', order: 'up', sortField: 'password' },
    { page: '-1', pageSize: 'many', order: ['asc'], sortField: null },
    { page: '1e99', pageSize: '1000' },
  ])('falls back to the defaults for %j', (search) => {
    expect(read(search)).toEqual({ page: 1, pageSize: 10, order: 'desc', sortField: 'created' });
  });
});

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 24, [1, 2, null, 24]],
  [3, 24, [1, 2, 3, 4, null, 24]],
  [4, 24, [1, 2, 3, 4, 5, null, 24]],
  [12, 24, [1, null, 11, 12, 13, null, 24]],
  [24, 24, [1, null, 23, 24]],
])('a pager lists for page %d of %d the pages %j', (page, totalPages, pages) => {
  expect(pagerPages(page, totalPages)).toEqual(pages);
});
