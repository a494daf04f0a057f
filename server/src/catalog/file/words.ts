import type { Locale } from '@portico/contract';
import { type MessageKey, type MessageValues, translate } from '../../core/messages/index.ts';

export type ExpectedKey = Extract<MessageKey, `catalogFile.what.${string}`>;
export type CatalogMessageKey = Exclude<Extract<MessageKey, `catalogFile.${string}`>, ExpectedKey>;

/** A problem of a value, as a message in every language (CAT-42). */
export interface CatalogMessage {
  readonly key: CatalogMessageKey;
  readonly values?: MessageValues;
  /** What the value should be, if the message mentions it. */
  readonly what?: { readonly key: ExpectedKey; readonly values?: MessageValues };
}

/** The text follows the field's name: 'should be money …', 'is missing: …'. */
export function formatMessage({ key, values, what }: CatalogMessage, locale: Locale): string {
  return translate(locale, key, { ...values, ...(what && { what: translate(locale, what.key, what.values) }) });
}

/** The same without the field's name: 'Should be money …' */
export const toSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Schemas store their messages as text. */
export function encodeMessage(message: CatalogMessage): string {
  return JSON.stringify(message);
}

/** Reverses `encodeMessage`. */
export function decodeMessage(message: string): CatalogMessage {
  return JSON.parse(message) as CatalogMessage;
}
