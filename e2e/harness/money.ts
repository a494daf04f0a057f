import type { Language } from './messages.ts';

/** An amount as the portal writes it, with spaces of any kind. @param cents of US dollars; below zero in parentheses */
export function money(cents: number, language: Language): RegExp {
  const locale = language === 'fr' ? 'fr-CA' : 'en-US';
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const text = new Intl.NumberFormat(locale, style).format(Math.abs(cents) / 100);
  const shown = cents < 0 ? `(${text})` : text;
  // No longer number ends or begins with it.
  return new RegExp(`(?<![\\d.,])${shown.replace(/[.$()]/g, '\\$&').replace(/\s/g, '\\s')}(?!\\d)`);
}

/** Cents of an amount as a person reads it, in either language. */
export const centsIn = (text: string) => Number(text.replace(/\D/g, ''));
