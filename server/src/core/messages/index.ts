import type { Locale } from '@portico/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en.ts';
import { intlLocales } from './format.ts';
import { fr } from './fr.ts';

export { brandName, cardText } from './brands.ts';
export { formatDay, formatExact, formatMoment, formatMoney, formatPercent, intlLocales } from './format.ts';

export type MessageKey = keyof typeof en;
/** Localized texts of the vendor are inserted in the message's language. */
export type MessageValues = Record<string, string | number | Date | LocalizedText>;

const catalogues: Record<Locale, Record<MessageKey, string>> = { en, fr };
const formats = new Map<string, IntlMessageFormat>();

/** Whether a key that was composed at run time has a text. */
export function hasMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}

/** The text of `key` in a language. */
export function translate(locale: Locale, key: MessageKey, values?: MessageValues): string {
  const text = catalogues[locale][key];
  if (!text.includes('{')) return text;
  const known = `${locale} ${key}`;
  let format = formats.get(known);
  if (!format) {
    format = new IntlMessageFormat(text, intlLocales[locale], undefined, { ignoreTag: true });
    formats.set(known, format);
  }
  return String(format.format(values && inLanguage(values, locale)));
}

function inLanguage(values: MessageValues, locale: Locale): Record<string, string | number | Date> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && !(value instanceof Date) ? localize(value, locale) : value,
    ]),
  );
}

/** A colon with the language's spacing. */
export const localizedColon = (locale: Locale): string => (locale === 'fr' ? '\u00a0: ' : ': ');

/** A text of the vendor in one or both languages, such as a name in the catalog. */
export type LocalizedText = { en: string; fr?: string | undefined };

/** The vendor's text in a language, or in English if that is missing. */
export function localize(text: LocalizedText, locale: Locale): string {
  return text[locale] ?? text.en;
}
