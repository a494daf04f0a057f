import { moneyLocale } from '@portico/contract/browser';
import { useMemo } from 'react';
import { currentLocale, intlLocales, type Locale, useLocale } from './locale.ts';
import { preloaded } from './preloaded.ts';

/** A user-assigned country code for an unknown country, which may have its own dollars. */
const unknownCountry = 'ZZ';

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cached<Formatter extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Formatter,
): Formatter {
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = make();
    formatters.set(key, formatter);
  }
  return formatter as Formatter;
}

/**
 * Formats money: cents → `$604.95`, `($1,690.38)` if negative (UI-1); `US$604.95` for accounts outside the US, in French
 * `604,95 $ US`, because a Canadian reads a plain sign as Canadian dollars. Other dollars are marked as the language
 * does.
 * @param cents integer cents of `currency`
 * @param currency ISO 4217, any case
 * @param country of the account; `unknownCountry` marks US dollars
 */
export function formatMoney(
  cents: number,
  currency = 'USD',
  locale: Locale = currentLocale(),
  country: string | null = preloaded().country,
): string {
  const code = currency.toUpperCase();
  const intlLocale = moneyLocale(code, locale, country);
  const formatter = cached(
    `money ${intlLocale} ${code}`,
    () => new Intl.NumberFormat(intlLocale, { style: 'currency', currency: code, currencySign: 'accounting' }),
  );
  return formatter.format(cents / 100);
}

/**
 * Formats a whole amount without cents, for the axis of a chart: `$1,200`.
 * @param cents as in `formatMoney`
 */
function formatWholeMoney(cents: number, currency: string, locale: Locale): string {
  const code = currency.toUpperCase();
  const formatter = cached(
    `whole money ${locale} ${code}`,
    () =>
      new Intl.NumberFormat(intlLocales[locale], {
        style: 'currency',
        currency: code,
        maximumFractionDigits: 0,
        currencyDisplay: code === 'USD' ? 'narrowSymbol' : 'symbol',
      }),
  );
  return formatter.format(cents / 100);
}

export type DateStyle =
  | 'date'
  | 'dateTime'
  | 'exact'
  | 'exactDate'
  | 'month'
  | 'monthDay'
  | 'monthYear'
  | 'time'
  | 'weekDay';

const dateOptions: Record<Exclude<DateStyle, 'exact' | 'exactDate'>, Intl.DateTimeFormatOptions> = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  dateTime: { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  month: { month: 'short' },
  monthDay: { month: 'short', day: 'numeric' },
  monthYear: { month: 'short', year: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  weekDay: { weekday: 'short', month: 'short', day: 'numeric' },
};

function exact(moment: Date, locale: Locale, withTime: boolean): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const [year, month, day] = [
    String(moment.getFullYear()).padStart(4, '0'),
    two(moment.getMonth() + 1),
    two(moment.getDate()),
  ];
  const [hours, minutes] = [moment.getHours(), two(moment.getMinutes())];
  if (locale === 'fr') return `${year}-${month}-${day}${withTime ? ` ${two(hours)}:${minutes}` : ''}`;
  return `${month}/${day}/${year}${withTime ? ` ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}` : ''}`;
}

/**
 * Formats a time in the user's time zone. `exact` is `11/20/2026 9:18 AM` or `2026-11-20 09:18` (UI-2); `exactDate`
 * omits its time. `date`, for tables and sentences, is `Nov 20, 2026` or `20 nov. 2026`; `dateTime` adds the time.
 * French lines do not break after the day.
 * @param moment UTC, ISO 8601, or a Date
 * @param timeZone for days that are the same everywhere; not for the exact styles
 * @throws RangeError if it is invalid
 */
export function formatDate(
  moment: string | Date,
  style: DateStyle = 'date',
  locale: Locale = currentLocale(),
  timeZone?: 'UTC',
): string {
  const date = typeof moment === 'string' ? new Date(moment) : moment;
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a moment: ${String(moment)}`);
  if (style === 'exact' || style === 'exactDate') return exact(date, locale, style === 'exact');
  const formatter = cached(
    `date ${locale} ${style} ${timeZone}`,
    () => new Intl.DateTimeFormat(intlLocales[locale], { ...dateOptions[style], ...(timeZone && { timeZone }) }),
  );
  if (locale !== 'fr') return formatter.format(date);
  return formatter
    .formatToParts(date)
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('')
    .replaceAll(/(?<=\d|er) (?=\p{L})|(?<=\bh) (?=\d)/gu, '\u00a0');
}

export function formatNumber(value: number, locale: Locale = currentLocale()): string {
  return cached(`number ${locale}`, () => new Intl.NumberFormat(intlLocales[locale])).format(value);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats the distance from now in the largest unit up to days: `4 min. ago`, `in 299 days`, `il y a 2 h`. A partial
 * day in the future counts as a full day (SUB-10).
 * @param moment UTC, ISO 8601, or a Date
 * @param now milliseconds since 1970
 */
export function formatDistance(moment: string | Date, locale: Locale = currentLocale(), now = Date.now()): string {
  const distance = new Date(moment).getTime() - now;
  const size = Math.abs(distance);
  const [unit, length] =
    size < hour ? (['minute', minute] as const) : size < day ? (['hour', hour] as const) : (['day', day] as const);
  const style = unit === 'day' ? 'long' : 'short';
  return new Intl.RelativeTimeFormat(intlLocales[locale], { numeric: 'auto', style }).format(
    unit === 'day' && distance > 0 ? Math.ceil(distance / length) : Math.trunc(distance / length),
    unit,
  );
}

/** The formatters in the user's language. A component that uses them renders again when the language changes. */
export function useFormat() {
  const locale = useLocale();
  return useMemo(
    () => ({
      money: (cents: number, currency?: string) => formatMoney(cents, currency, locale),
      /** Marks US dollars, for a reader without an account, whose country is unknown. */
      markedMoney: (cents: number, currency?: string) => formatMoney(cents, currency, locale, unknownCountry),
      wholeMoney: (cents: number, currency: string) => formatWholeMoney(cents, currency, locale),
      date: (moment: string | Date, style?: DateStyle) => formatDate(moment, style, locale),
      number: (value: number) => formatNumber(value, locale),
      distance: (moment: string | Date) => formatDistance(moment, locale),
    }),
    [locale],
  );
}
