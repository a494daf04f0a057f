import { expect, it } from 'vitest';
import { parseSearch } from '../../../app/search.ts';
import { purchaseSearch } from './purchase-search.ts';

it.each([
  ['?price=monthly&plan=pro', { price: 'monthly', plan: 'pro' }],
  ['?add=true', { add: true }],
  ['?add=false', {}],
  ['?price=&plan=', {}],
])('a purchase starts with the choices in the address %j', (address, begun) => {
  expect(purchaseSearch(parseSearch(address))).toEqual(begun);
});

it("a purchase's search reads a boolean from a link and a text from the address", () => {
  expect(purchaseSearch({ add: true })).toEqual({ add: true });
});
