import type { Language } from './messages.ts';

/** An amount as the portal formats it, with spaces of any kind. @param cents of US dollars; negative amounts are in parentheses */
export function money(cents: number, language: Language): RegExp {
  const [locale, currencyDisplay] =
    language === 'fr' ? (['fr-CA', 'symbol'] as const) : (['en-US', 'narrowSymbol'] as const);
  const style = { style: 'currency', currency: 'USD', currencyDisplay } as const;
  const text = new Intl.NumberFormat(locale, style).format(Math.abs(cents) / 100);
  const shown = cents < 0 ? `(${text})` : text;
  // Does not match a part of a longer number.
  return new RegExp(`(?<![\\d.,])${shown.replace(/[.$()]/g, '\\$&').replace(/\s/g, '\\s')}(?!\\d)`);
}

/** The cents of a formatted amount, in either language. */
export const centsIn = (text: string) => Number(text.replace(/\D/g, ''));
