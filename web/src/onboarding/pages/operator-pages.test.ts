import { expect, it } from 'vitest';
import { parseSearch } from '../../app/search.ts';
import { signUpFunnelSearch } from './operator-pages.ts';

it.each([
  ['?companyId=3', 3],
  ['?companyId=0', undefined],
  ['?companyId=all', undefined],
  ['', undefined],
])('reads the brand of the funnel in %j as %s', (address, companyId) => {
  expect(signUpFunnelSearch(parseSearch(address)).companyId).toBe(companyId);
});
