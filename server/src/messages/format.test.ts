import { expect, test } from 'vitest';
import { formatMoment, formatMoney, formatPercent } from './format.ts';

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

test.each([
  ['2026-12-01T15:04:00Z', 'fr', /^1er déc\. 2026/],
  ['2026-12-11T15:04:00Z', 'fr', /^11 déc\. 2026/],
  ['2026-12-01T15:04:00Z', 'en', /^Dec 1, 2026/],
] as const)('writes the day of %s in %s as %s', (at, locale, words) => {
  expect(plain(formatMoment(new Date(at), locale)).replaceAll('_', ' ')).toMatch(words);
});
