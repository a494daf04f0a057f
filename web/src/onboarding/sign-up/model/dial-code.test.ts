import { expect, it } from 'vitest';
import { joinPhone, likelyCountry, splitPhone } from './dial-code.ts';

const countries = [
  { code: 'CA', dialCode: '+1' },
  { code: 'US', dialCode: '+1' },
  { code: 'FR', dialCode: '+33' },
  { code: 'AQ', dialCode: null },
];

it.each([
  ['+1 206 555 0100', 'FR', { country: 'US', number: '206 555 0100' }],
  ['+1 514 555 0100', 'CA', { country: 'CA', number: '514 555 0100' }],
  ['+33 1 23', 'US', { country: 'FR', number: '1 23' }],
  ['+999 1', 'US', { country: 'US', number: '+999 1' }],
  ['', 'CA', { country: 'CA', number: '' }],
])('splits "%s" into country and number', (phone, preferred, parts) => {
  expect(splitPhone(phone, countries, preferred)).toEqual(parts);
});

it('joins a split number again, and returns an empty text for an empty number', () => {
  expect(joinPhone('+1', '206 555 0100')).toBe('+1 206 555 0100');
  expect(joinPhone('+1', ' ')).toBe('');
  expect(joinPhone('+1', '+44 20')).toBe('+44 20');
});

it("returns the region of the browser's language, otherwise the United States", () => {
  expect(likelyCountry(['fr', 'fr-CA'])).toBe('CA');
  expect(likelyCountry(['fr'])).toBe('US');
});
