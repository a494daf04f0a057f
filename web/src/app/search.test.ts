import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

it('parses every value of a query as a string', () => {
  expect(parseSearch('?q=123&flag=true&empty=&none=null')).toEqual({ q: '123', flag: 'true', empty: '', none: 'null' });
});

it('reads and writes repeated parameters of a query', () => {
  expect(parseSearch('?status=open&status=paid')).toEqual({ status: ['open', 'paid'] });
  expect(stringifySearch({ status: ['open', 'paid'], page: 2, q: '', none: undefined })).toBe(
    '?status=open&status=paid&page=2',
  );
});

it('keeps special characters in a query', () => {
  const search = { redirectedFrom: '/a b/ü?x=1&y=2#z', plus: 'a+b' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});
