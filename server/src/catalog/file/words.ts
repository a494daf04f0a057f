import type { Locale } from '@portico/contract';
import { type MessageKey, type MessageValues, translate } from '../../core/messages/index.ts';

export type ExpectedKey = Extract<MessageKey, `catalogFile.what.${string}`>;
export type CatalogMessageKey = Exclude<Extract<MessageKey, `catalogFile.${string}`>, ExpectedKey>;

/** What is wrong with a value, in every language (CAT-42). */
export interface CatalogMessage {
  readonly key: CatalogMessageKey;
  readonly values?: MessageValues;
  /** What the value should be, where the message takes that in. */
  readonly what?: { readonly key: ExpectedKey; readonly values?: MessageValues };
}

/** The words follow the field's name: 'should be money …', 'is missing: …'. */
export function formatMessage({ key, values, what }: CatalogMessage, locale: Locale): string {
  return translate(locale, key, { ...values, ...(what && { what: translate(locale, what.key, what.values) }) });
}

/** The same without the field's name: 'Should be money …' */
export const toSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Schemas keep their messages as text. */
export function encodeMessage(said: CatalogMessage): string {
  return JSON.stringify(said);
}

/** What `encode` wrote. */
export function decodeMessage(message: string): CatalogMessage {
  return JSON.parse(message) as CatalogMessage;
}
