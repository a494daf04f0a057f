import type { UnitName } from '@portico/contract';
import { useMemo } from 'react';
import { formatNumber } from './format.ts';
import { intlLocales, type Locale, useLocale } from './locale.ts';

const pluralRules = new Map<Locale, Intl.PluralRules>();

/** The word for `count` units of a product: 'seat', 'seats'. In French, `one` is also used for 0. */
export function unitWord({ one, other }: UnitName, count: number, locale: Locale): string {
  let rules = pluralRules.get(locale);
  if (!rules) {
    rules = new Intl.PluralRules(intlLocales[locale]);
    pluralRules.set(locale, rules);
  }
  return rules.select(count) === 'one' ? one : other;
}

/** A number with its unit: '1 seat', '1,200 seats', '0 poste'. */
export function formatUnits(unit: UnitName, count: number, locale: Locale): string {
  return `${formatNumber(count, locale)} ${unitWord(unit, count, locale)}`;
}

/** The unit formatters in the user's language. */
export function useUnits() {
  const locale = useLocale();
  return useMemo(
    () => ({
      /** '8 seats' */
      count: (unit: UnitName, count: number) => formatUnits(unit, count, locale),
      /** 'seats' for 8, 'seat' for 1 */
      word: (unit: UnitName, count: number) => unitWord(unit, count, locale),
      /** 'Seats', at the start of a line or as a label */
      title: ({ other }: UnitName) => other.charAt(0).toLocaleUpperCase(intlLocales[locale]) + other.slice(1),
    }),
    [locale],
  );
}
