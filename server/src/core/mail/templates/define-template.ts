import type { Locale } from '@portico/contract';
import type { z } from 'zod';
import { formatMoment, formatMoney, type MessageKey, type MessageValues, translate } from '../../messages/index.ts';

/** A part of a mail. Texts are plain: what a reader sees is escaped where it is put into HTML. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** `path`: on the portal's own origin, with its leading slash. Mail links nowhere else (MAIL-6). */
  | { readonly kind: 'button'; readonly label: string; readonly path: string }
  /** The same, as words under the mail. */
  | { readonly kind: 'link'; readonly label: string; readonly path: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  /** Less important than a paragraph. */
  | { readonly kind: 'note'; readonly text: string };

/** What a mail says. HTML and text are made of it. */
export interface MailContent {
  /** Never a code or a link: subjects are logged and shown to operators (MAIL-7). */
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Where mail programs end mail of this kind by one POST (RFC 8058). They show a button for it beside the mail. */
  readonly leaveAtOncePath?: string;
  /** The invoice or credit note, by its id at Stripe, whose PDF travels with the mail. */
  readonly document?: { readonly id: string; readonly fileName: string };
}

/** The language of a message and the formats that go with it. */
export interface Words {
  say(key: MessageKey, values?: MessageValues): string;
  /** @param cents integer cents @param currency ISO 4217 */
  money(cents: number, currency: string): string;
  /** A moment in the reader's time zone, with the zone's name (SET-11). @param at ISO 8601 in UTC */
  moment(at: string): string;
  readonly companyName: string;
}

/** Characters of a customer's words in a subject. */
const longestInSubject = 60;

/** A name that a customer chose, as the subject of a mail to somebody else has it (MAIL-7). The message puts it in quotes. */
export function nameInSubject(name: string): string {
  const characters = [...name];
  return characters.length <= longestInSubject ? name : `${characters.slice(0, longestInSubject - 1).join('')}…`;
}

interface About {
  /** What operators see the message called. */
  readonly label: MessageKey;
  /** True for a message with a code or a link that opens something. Its content goes when it was sent, used or has expired (MAIL-5). */
  readonly sensitive: boolean;
}

/** A template whatever it is filled with. */
export interface MailTemplate extends About {
  readonly channel: 'email';
  /** @param stored what the message was queued with @throws ZodError when that is not what the template needs. */
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

/** What makes the type of a template's data known to whoever queues a message. */
interface Typed<Data> {
  readonly schema: z.ZodType<Data>;
}

/** A mail as one definition: what it needs, and what it says in every language. */
export function defineMail<Data>(definition: Definition<Data, MailContent>): MailTemplate & Typed<Data> {
  const { label, sensitive, schema, content } = definition;
  return { channel: 'email', label, sensitive, schema, fill: (stored, words) => content(schema.parse(stored), words) };
}

/** The same for a text message: one text, as short as its language allows. */
export function defineText<Data>(definition: Definition<Data, string>): TextTemplate & Typed<Data> {
  const { label, sensitive, schema, content } = definition;
  return { channel: 'text', label, sensitive, schema, fill: (stored, words) => content(schema.parse(stored), words) };
}

/** @param timeZone an IANA name */
export function wordsOf(locale: Locale, companyName: string, timeZone = 'UTC'): Words {
  return {
    say: (key, values) => translate(locale, key, values),
    money: (cents, currency) => formatMoney(cents, currency, locale),
    moment: (at) => formatMoment(new Date(at), locale, timeZone),
    companyName,
  };
}
