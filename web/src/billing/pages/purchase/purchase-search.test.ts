import { expect, it } from 'vitest';
import { parseSearch } from '../../../app/search.ts';
import { purchaseSearch } from './purchase-search.ts';

it.each([
  ['?price=monthly&plan=pro', { price: 'monthly', plan: 'pro' }],
  ['?add=true', { add: true }],
  ['?add=false', {}],
  ['?price=&plan=', {}],
])('begins with what the address %j says', (address, begun) => {
  expect(purchaseSearch(parseSearch(address))).toEqual(begun);
});

it('takes a link’s truth value as the address’s text', () => {
  expect(purchaseSearch({ add: true })).toEqual({ add: true });
});
