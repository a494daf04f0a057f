import type { Locale } from '@portico/contract';
import { type MessageKey, type MessageValues, translate } from '../../core/messages/index.ts';

export type WhatKey = Extract<MessageKey, `catalogFile.what.${string}`>;
export type SaidKey = Exclude<Extract<MessageKey, `catalogFile.${string}`>, WhatKey>;

/** What is wrong with a value, in every language (CAT-42). */
export interface Said {
  readonly key: SaidKey;
  readonly values?: MessageValues;
  /** What the value should be, where the message takes that in. */
  readonly what?: { readonly key: WhatKey; readonly values?: MessageValues };
}

/** The words follow the field's name: 'should be money …', 'is missing: …'. */
export function sayInWords({ key, values, what }: Said, locale: Locale): string {
  return translate(locale, key, { ...values, ...(what && { what: translate(locale, what.key, what.values) }) });
}

/** The same without the field's name: 'Should be money …' */
export const asSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** Schemas keep their messages as text. */
export function encode(said: Said): string {
  return JSON.stringify(said);
}

/** What `encode` wrote. */
export function decode(message: string): Said {
  return JSON.parse(message) as Said;
}
