import { expect, test } from 'vitest';
import { formatMoney, formatPercent } from './format.ts';

/** Makes the kinds of space visible. */
const plain = (text: string) => text.replaceAll('\u202f', '~').replaceAll('\u00a0', '_');

test.each([
  [2900, 'usd', 'en', '$29.00'],
  [2900, 'usd', 'fr', '29,00_$'],
  [-169038, 'USD', 'en', '($1,690.38)'],
  [-169038, 'USD', 'fr', '(1_690,38_$)'],
  [2900, 'eur', 'fr', '29,00_€'],
] as const)('writes %d cents of %s in %s as %s', (cents, currency, locale, words) => {
  expect(plain(formatMoney(cents, currency, locale))).toBe(words);
});

test.each([
  [0.05, 'en', '5%'],
  [0.05, 'fr', '5_%'],
  [0.09975, 'fr', '9,975_%'],
] as const)('writes the share %d in %s as %s', (ratio, locale, words) => {
  expect(plain(formatPercent(ratio, locale, 3))).toBe(words);
});
