import { expect, it } from 'vitest';
import { parseSearch } from '../search.ts';
import { cancellationSearch, signUpFunnelSearch } from './list-search.ts';

it.each([
  ['?withComment=true', true],
  ['?withComment=false', undefined],
  ['', undefined],
])('of the address %j asks for comments alone: %s', (address, withComment) => {
  expect(cancellationSearch(parseSearch(address)).withComment).toBe(withComment);
});

it.each([
  ['?companyId=3', 3],
  ['?companyId=0', undefined],
  ['?companyId=all', undefined],
  ['', undefined],
])('of the address %j shows the funnel of the brand %s', (address, companyId) => {
  expect(signUpFunnelSearch(parseSearch(address)).companyId).toBe(companyId);
});
