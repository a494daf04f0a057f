import { expect, it } from 'vitest';
import { parseSearch } from '../../../app/search.ts';
import { purchaseSearch } from './purchase-search.ts';

it.each([
  ['?price=monthly&plan=pro', { price: 'monthly', plan: 'pro' }],
  ['?add=true', { add: true }],
  ['?add=false', {}],
  ['?price=&plan=', {}],
])('starts with the choices in the address %j', (address, begun) => {
  expect(purchaseSearch(parseSearch(address))).toEqual(begun);
});

it('accepts the boolean of a link and the text of an address', () => {
  expect(purchaseSearch({ add: true })).toEqual({ add: true });
});
