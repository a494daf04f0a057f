import type { Locale } from '@portico/contract';
import type { z } from 'zod';
import {
  formatDay,
  formatMoment,
  formatMoney,
  type MessageKey,
  type MessageValues,
  translate,
} from '../../messages/index.ts';

/** A part of a mail. Texts are plain; HTML rendering escapes them. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** `path`: on the portal's own origin, with its leading slash. Mail never links elsewhere (MAIL-6). */
  | { readonly kind: 'button'; readonly label: string; readonly path: string }
  /** A button's label and path, but as plain text under the mail. */
  | { readonly kind: 'link'; readonly label: string; readonly path: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  /** Less important than a paragraph. */
  | { readonly kind: 'note'; readonly text: string };

/** The content of a mail, from which HTML and text are rendered. */
export interface MailContent {
  /** Must not contain a code or a link: subjects are logged and shown to operators (MAIL-7). */
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Target of one-click unsubscribing (RFC 8058), which mail programs offer as a button. */
  readonly leaveAtOncePath?: string;
  /** The attached PDF's invoice or credit note, by its id at Stripe. */
  readonly document?: { readonly id: string; readonly fileName: string };
}

/** The language of a message and its formats. */
export interface Words {
  say(key: MessageKey, values?: MessageValues): string;
  /** @param cents integer cents @param currency ISO 4217 */
  money(cents: number, currency: string): string;
  /** A moment in the reader's time zone, with the zone's name (SET-11). @param at ISO 8601 in UTC */
  moment(at: string): string;
  /** The day of a moment in the reader's time zone. @param at ISO 8601 in UTC */
  day(at: string): string;
  readonly companyName: string;
}

/** Maximum length of a customer's own words in a subject. */
const maxLengthInSubject = 60;

/**
 * A name that a customer chose, shortened for the subject of a mail to somebody else (MAIL-7). The message puts it in
 * quotes.
 */
export function nameInSubject(name: string): string {
  const characters = [...name];
  return characters.length <= maxLengthInSubject ? name : `${characters.slice(0, maxLengthInSubject - 1).join('')}…`;
}

interface About {
  /** The message's name for operators. */
  readonly label: MessageKey;
  /**
   * True for a message with a code or a link that grants access. Its content is deleted once it is sent, used or
   * expired (MAIL-5).
   */
  readonly sensitive: boolean;
}

/** A template, independent of the type of its data. */
export interface MailTemplate extends About {
  readonly channel: 'email';
  /** @param stored the data that was queued @throws ZodError if the template needs other data. */
  fill(stored: unknown, words: Words): MailContent;
}

export interface TextTemplate extends About {
  readonly channel: 'text';
  /** @throws ZodError as a mail's. */
  fill(stored: unknown, words: Words): string;
}

interface Definition<Data, Content> extends About {
  readonly schema: z.ZodType<Data>;
  readonly content: (data: Data, words: Words) => Content;
}

/** Makes the type of a template's data available to callers that queue a message. */
interface Typed<Data> {
  readonly schema: z.ZodType<Data>;
}

/** Defines a mail: the data that it needs, and its content in every language. */
export function defineMail<Data>(definition: Definition<Data, MailContent>): MailTemplate & Typed<Data> {
  const { label, sensitive, schema, content } = definition;
  return { channel: 'email', label, sensitive, schema, fill: (stored, words) => content(schema.parse(stored), words) };
}

/** Defines a text message: a single text, as short as its language allows. */
export function defineText<Data>(definition: Definition<Data, string>): TextTemplate & Typed<Data> {
  const { label, sensitive, schema, content } = definition;
  return { channel: 'text', label, sensitive, schema, fill: (stored, words) => content(schema.parse(stored), words) };
}

/** What the formats of a message depend on besides its language. */
export interface Reader {
  /** An IANA name. */
  readonly timeZone: string;
  /** The country of the account, ISO 3166-1 alpha-2; null if it is unknown. */
  readonly country: string | null;
}

const anyReader: Reader = { timeZone: 'UTC', country: null };

export function createWords(locale: Locale, companyName: string, { timeZone, country }: Reader = anyReader): Words {
  return {
    say: (key, values) => translate(locale, key, values),
    money: (cents, currency) => formatMoney(cents, currency, locale, country),
    moment: (at) => formatMoment(new Date(at), locale, timeZone),
    day: (at) => formatDay(new Date(at), locale, timeZone),
    companyName,
  };
}
