import { describe, expect, it } from 'vitest';
import { formatDate, formatDistance, formatMoney, formatNumber } from './format.ts';
import { replacePreloaded } from './preloaded.ts';

/** Makes the kinds of space visible. */
const plain = (text: string) => text.replaceAll('\u202f', '~').replaceAll('\u00a0', '_');

describe('formatMoney', () => {
  it.each([
    [60495, 'USD', 'en', '$604.95'],
    [0, 'usd', 'en', '$0.00'],
    [-169038, 'USD', 'en', '($1,690.38)'],
    [1849250, 'USD', 'en', '$18,492.50'],
    [60495, 'USD', 'fr', '604,95_$_US'],
    [-169038, 'USD', 'fr', '(1_690,38_$_US)'],
    [60495, 'EUR', 'fr', '604,95_€'],
  ] as const)('formats %d cents of %s in %s as %s', (cents, currency, locale, words) => {
    expect(plain(formatMoney(cents, currency, locale))).toBe(words);
  });
});

it('writes US$ in English for accounts outside the US', () => {
  const format = (country: string | null, currency = 'USD') => {
    replacePreloaded({ country });
    return formatMoney(-169038, currency, 'en');
  };
  expect([format('CA'), format('US'), format(null), format('CA', 'EUR')]).toEqual([
    '(US$1,690.38)',
    '($1,690.38)',
    '($1,690.38)',
    '(€1,690.38)',
  ]);
  replacePreloaded({});
});

describe('formatDate', () => {
  const moment = new Date(2026, 10, 20, 9, 5);
  it.each([
    ['exact', 'en', '11/20/2026 9:05 AM'],
    ['exact', 'fr', '2026-11-20 09:05'],
    ['exactDate', 'en', '11/20/2026'],
    ['exactDate', 'fr', '2026-11-20'],
    ['date', 'en', 'Nov 20, 2026'],
    ['date', 'fr', '20 nov. 2026'],
    ['monthDay', 'en', 'Nov 20'],
    ['time', 'en', '9:05 AM'],
    ['time', 'fr', '9 h 05'],
    ['dateTime', 'fr', '20 nov. 2026, 9 h 05'],
  ] as const)('formats the style %s in %s as %s', (style, locale, words) => {
    expect(formatDate(moment, style, locale).replaceAll(/\s/g, ' ')).toBe(words);
  });

  it('writes the first day of a month as 1er in French', () => {
    const first = new Date(2026, 11, 1, 9, 5);
    const words = (['date', 'monthDay', 'dateTime'] as const).map((style) =>
      formatDate(first, style, 'fr').replaceAll(/\s/g, ' '),
    );
    expect(words).toEqual(['1er déc. 2026', '1er déc.', '1er déc. 2026, 9 h 05']);
    expect(formatDate(first, 'monthDay', 'en')).toBe('Dec 1');
    expect(formatDate(new Date(2026, 10, 21), 'monthDay', 'fr').replaceAll(/\s/g, ' ')).toBe('21 nov.');
  });

  it('does not break a French line between day and month, or between hour and minutes', () => {
    expect(plain(formatDate(new Date(2026, 11, 1, 9, 5), 'dateTime', 'fr'))).toBe('1er_déc. 2026, 9_h_05');
    expect(plain(formatDate(new Date(2026, 10, 21), 'monthDay', 'fr'))).toBe('21_nov.');
    expect(plain(formatDate(new Date(2026, 10, 21), 'date', 'en'))).toBe('Nov 21, 2026');
  });

  it('pads month, day and minutes, and distinguishes noon from midnight', () => {
    expect(formatDate(new Date(2026, 0, 2, 0, 7), 'exact', 'en')).toBe('01/02/2026 12:07 AM');
    expect(formatDate(new Date(2026, 0, 2, 12, 7), 'exact', 'en')).toBe('01/02/2026 12:07 PM');
  });

  it('throws on an invalid date', () => {
    expect(() => formatDate('soon')).toThrow(RangeError);
  });
});

it('groups digits by language', () => {
  expect(formatNumber(12345, 'en')).toBe('12,345');
  expect(plain(formatNumber(12345, 'fr'))).toBe('12_345');
});

describe('formatDistance', () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const minutes = (count: number) => new Date(now + count * 60_000);
  it.each([
    [-4, 'en', '4 min. ago'],
    [-125, 'en', '2 hr. ago'],
    [-60 * 24 * 40, 'en', '40 days ago'],
    [60 * 24 * 299 - 5, 'en', 'in 299 days'],
    [60 * 24 * 24 + 5, 'en', 'in 25 days'],
    [-60 * 24, 'en', 'yesterday'],
    [60 * 24 * 5, 'fr', 'dans 5 jours'],
  ] as const)('formats %d minutes from now in %s as %s', (count, locale, words) => {
    expect(plain(formatDistance(minutes(count), locale, now))).toBe(words);
  });
});
