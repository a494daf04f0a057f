import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listOf, locales, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';

export const messageChannels = ['email', 'text'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** `kept`: there was nothing to send it with. */
export const messageStates = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;
export type MessageState = (typeof messageStates)[number];

/** A mail or a text message that the portal sent, or is to send. */
const message = z.object({
  id: rowId,
  channel: z.enum(messageChannels),
  /** What it is, in the reader's language: 'Password reset'. */
  label: z.string(),
  /** The subject of a mail whose content is still there; null otherwise. Never a code. */
  subject: z.string().nullable(),
  locale: z.enum(locales),
  /** A mail address, or a number in E.164. */
  recipient: z.string(),
  recipientName: z.string(),
  /** The account that it is about. */
  account: z.object({ id: rowId, name: z.string() }).nullable(),
  state: z.enum(messageStates),
  attempts: z.int().nonnegative(),
  /** What the other side said to the last try that failed. */
  error: z.string().nullable(),
  queuedAt: utc,
  /** When it was sent, kept, or failed for good. */
  endedAt: utc.nullable(),
  /** The message that this one sent again. */
  repeatsId: rowId.nullable(),
  /** Whether it may be sent again: it is over, and its content is still there. */
  canBeSentAgain: z.boolean(),
});
export type Message = z.infer<typeof message>;

const messageWithContent = message.extend({
  /** The words; null where they were removed, or are not for this reader. */
  text: z.string().nullable(),
  /** Whether there is an HTML form of them. */
  hasHtml: z.boolean(),
  /** The name of the file that travels with it. */
  attachment: z.string().nullable(),
  replyTo: z.string().nullable(),
});
export type MessageWithContent = z.infer<typeof messageWithContent>;

const parameters = z.object({ id: rowIdParameter });

const listQuery = pageQuery({ pageSize: 20, max: 400 }).extend({
  /** The beginning of an address or a number, in any case. */
  textFilter: z.string().trim().max(200).default(''),
  state: z.enum(messageStates).optional(),
});

export const mail = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Messages',
    summary: 'Mail and text messages, the newest first, with how they ended',
    action: 'operator.mail',
    query: listQuery,
    response: listOf(message),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Messages/{id}',
    summary: 'A message; without its words where it has a code or a link that opens something',
    action: 'operator.mail',
    params: parameters,
    response: messageWithContent,
  }),
  getHtml: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Messages/{id}/Html',
    summary: 'A mail as its reader sees it',
    action: 'operator.mail',
    params: parameters,
  }),
  sendAgain: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Messages/{id}/SendAgain',
    summary: 'Sends a message once more, as a new one',
    action: 'operator.sendMail',
    params: parameters,
    body: z.object({}).optional(),
    response: z.object({ id: rowId }),
    errors: ['Conflict'],
  }),
  /*
   * The outbox, /dev/outbox: messages with their codes and links. These calls exist in demonstration mode only; elsewhere they answer as what
   * does not exist.
   */
  listOutbox: defineEndpoint({
    method: 'GET',
    path: '/api/dev/outbox',
    summary: 'Messages of the demonstration, the newest first',
    action: 'outbox.view',
    query: listQuery,
    response: listOf(message),
  }),
  getOutbox: defineEndpoint({
    method: 'GET',
    path: '/api/dev/outbox/{id}',
    summary: 'A message of the demonstration, with its words',
    action: 'outbox.view',
    params: parameters,
    response: messageWithContent,
  }),
  getOutboxHtml: defineEndpoint({
    method: 'GET',
    path: '/api/dev/outbox/{id}/Html',
    summary: 'A mail of the demonstration as its reader sees it',
    action: 'outbox.view',
    params: parameters,
  }),
};
