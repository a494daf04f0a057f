import { expect, test } from 'vitest';
import { addressLines } from './invoice-document.ts';

const none = { line1: null, line2: null, city: null, state: null, postal_code: null, country: null };

test('an address is written in the order of its country', () => {
  const seattle = { ...none, line1: '1 Pike St', city: 'Seattle', state: 'WA', postal_code: '98101', country: 'US' };
  expect(addressLines(seattle)).toEqual(['1 Pike St', 'Seattle, WA 98101', 'US']);
  expect(addressLines({ ...none, state: 'WA', country: 'US' })).toEqual(['WA', 'US']);
  expect(addressLines({ ...none, city: 'Seattle', country: 'US' })).toEqual(['Seattle', 'US']);
  const berlin = { ...none, line1: 'Unter den Linden 1', city: 'Berlin', postal_code: '10117', country: 'DE' };
  expect(addressLines(berlin)).toEqual(['Unter den Linden 1', '10117 Berlin', 'DE']);
  expect(addressLines(none)).toEqual([]);
  expect(addressLines(null)).toEqual([]);
});
