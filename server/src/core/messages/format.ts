import { type Locale, moneyLocale } from '@portico/contract';

/** The `Intl` locales: French is Canadian (UI-3). */
export const intlLocales: Record<Locale, string> = { en: 'en-US', fr: 'fr-CA' };

/**
 * Formats money as the browser does: `$29.00`, `US$29.00` for accounts outside the US, in French `29,00 $ US`; negatives
 * in parentheses (UI-1).
 * @param cents integer cents of `currency` @param currency ISO 4217, any case
 * @param country of the account, ISO 3166-1 alpha-2; null if it is unknown
 */
export function formatMoney(cents: number, currency: string, locale: Locale, country: string | null): string {
  return new Intl.NumberFormat(moneyLocale(currency, locale, country), {
    style: 'currency',
    currency,
    currencySign: 'accounting',
  }).format(cents / 100);
}

/** @param ratio 0.05 for `5%`, in French `5 %` @param digits maximum number of decimals */
export function formatPercent(ratio: number, locale: Locale, digits: number): string {
  return new Intl.NumberFormat(intlLocales[locale], { style: 'percent', maximumFractionDigits: digits }).format(ratio);
}

/**
 * Formats a moment with its zone, for messages that may be read anywhere: `Nov 22, 2026, 3:04 PM UTC`, in French `22
 * nov. 2026, 15 h 04 UTC` and `1er déc. 2026, …`.
 * @param timeZone an IANA name
 */
export function formatMoment(at: Date, locale: Locale, timeZone = 'UTC'): string {
  return formatWords(at, locale, {
    ...dayOptions,
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
}

/** Formats a day: `Nov 22, 2026`, in French `22 nov. 2026` and `1er déc. 2026`. @param timeZone an IANA name */
export function formatDay(at: Date, locale: Locale, timeZone = 'UTC'): string {
  return formatWords(at, locale, { ...dayOptions, timeZone });
}

const dayOptions = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** French lines do not break after the day, nor inside the time. */
function formatWords(at: Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const formatter = new Intl.DateTimeFormat(intlLocales[locale], options);
  if (locale !== 'fr') return formatter.format(at);
  return formatter
    .formatToParts(at)
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('')
    .replaceAll(/(?<=\d|er) (?=\p{L})|(?<=\bh) (?=\d)/gu, '\u00a0');
}

const exactFormatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a moment for reports (UI-2): `11/20/2026 9:18 AM`, in French `2026-11-20 09:18`. @param timeZone an IANA name
 */
export function formatExact(at: Date, locale: Locale, timeZone: string): string {
  let formatter = exactFormatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    exactFormatters.set(timeZone, formatter);
  }
  const parts = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour = '', minute } = parts;
  if (locale === 'fr') return `${year}-${month}-${day} ${hour}:${minute}`;
  return `${month}/${day}/${year} ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}
