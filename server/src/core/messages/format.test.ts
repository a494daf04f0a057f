import { expect, test } from 'vitest';
import { formatDay, formatExact, formatMoment, formatMoney, formatPercent } from './format.ts';

/** Makes different kinds of spaces visible. */
const plain = (text: string) => text.replaceAll('\u202f', '~').replaceAll('\u00a0', '_');

test.each([
  [2900, 'usd', 'en', null, '$29.00'],
  [2900, 'usd', 'en', 'US', '$29.00'],
  [2900, 'usd', 'en', 'CA', 'US$29.00'],
  [2900, 'usd', 'fr', 'CA', '29,00_$_US'],
  [-169038, 'USD', 'en', null, '($1,690.38)'],
  [-169038, 'USD', 'en', 'CA', '(US$1,690.38)'],
  [-169038, 'USD', 'fr', null, '(1_690,38_$_US)'],
  [2900, 'eur', 'fr', null, '29,00_€'],
] as const)('writes %d cents of %s in %s for the country %s as %s', (cents, currency, locale, country, words) => {
  expect(plain(formatMoney(cents, currency, locale, country))).toBe(words);
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

test.each([
  ['UTC', 'en', '12/01/2026 12:04 AM'],
  ['UTC', 'fr', '2026-12-01 00:04'],
  ['America/Toronto', 'en', '11/30/2026 7:04 PM'],
  ['America/Toronto', 'fr', '2026-11-30 19:04'],
  ['Asia/Kolkata', 'en', '12/01/2026 5:34 AM'],
] as const)('writes a time in a report in the zone %s and the language %s as %s', (timeZone, locale, words) => {
  expect(formatExact(new Date('2026-12-01T00:04:59Z'), locale, timeZone)).toBe(words);
});

test('writes noon in a report as 12 PM', () => {
  expect(formatExact(new Date('2026-12-01T12:00:00Z'), 'en', 'UTC')).toBe('12/01/2026 12:00 PM');
});

test('writes a moment in a message with its time zone', () => {
  const at = new Date('2026-12-01T00:04:00Z');
  expect(plain(formatMoment(at, 'en', 'America/Toronto')).replaceAll('~', ' ')).toBe('Nov 30, 2026, 7:04 PM EST');
  expect(plain(formatMoment(at, 'fr', 'America/Toronto'))).toBe('30_nov. 2026, 19_h_04_HNE');
  expect(plain(formatDay(at, 'fr', 'America/Toronto'))).toBe('30_nov. 2026');
});
