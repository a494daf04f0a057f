import { expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

const quebec = { line1: '1 rue Principale', city: 'Québec', state: 'QC', postalCode: 'G1K 3Z4', country: 'CA' };

it.each([
  ['en', quebec, ['1 rue Principale', 'Québec, QC G1K 3Z4', 'Canada']],
  ['fr', quebec, ['1 rue Principale', 'Québec (Québec) G1K 3Z4', 'Canada']],
  ['fr', { city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' }, ['Seattle, WA 98101', 'États-Unis']],
  ['en', { line1: '1 Main Street', line2: null, country: '' }, ['1 Main Street']],
] as const)('an address in %s has postal format: %o', (locale, address, lines) => {
  expect(addressLines(address, locale)).toEqual(lines);
});
