import { expect, it } from 'vitest';
import { isFiltered, noFilters, readAddress, toAddress } from './filters.ts';

const place = { page: 2, pageSize: 20, order: 'desc', sortField: 'at' } as const;
const nothing = { userId: undefined, group: undefined, kind: undefined, from: undefined, to: undefined };

it('reads filters from an address, and writes the same address', () => {
  const address = { ...place, userId: '7', group: 'orders', kind: 'orderPaid', from: '2026-11-01', to: '2026-11-30' };
  const search = readAddress(address);
  expect(search).toEqual({ ...address, userId: 7 });
  expect(toAddress(search)).toEqual(address);
  expect(isFiltered(search)).toBe(true);
});

it('ignores invalid filters', () => {
  const odd = { userId: '-1', group: 'all', kind: '<b>', from: '2026-02-30', to: 'today' };
  expect(readAddress({ ...place, ...odd })).toEqual({ ...place, ...noFilters });
  expect(isFiltered(readAddress({ ...place, ...nothing }))).toBe(false);
});
