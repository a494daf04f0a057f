import type { Locale } from './values.ts';

/**
 * The `Intl` locale of an amount. French is Canadian (UI-3). In English, Canadian formats write US dollars as `US$`, for
 * accounts whose own dollars could be meant (UI-1).
 * @param currency ISO 4217, any case
 * @param country of the account, ISO 3166-1 alpha-2; null if it is unknown
 */
export function moneyLocale(currency: string, locale: Locale, country: string | null): string {
  if (locale === 'fr') return 'fr-CA';
  return currency.toUpperCase() === 'USD' && country !== null && country !== 'US' ? 'en-CA' : 'en-US';
}
