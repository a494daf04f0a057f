import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { listSchema, locales, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';

export const messageChannels = ['email', 'text'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** `kept`: no transport was set up to send it. */
export const messageStates = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;
export type MessageState = (typeof messageStates)[number];

/** A mail or text message, sent or to be sent by the portal. */
const message = z.object({
  id: rowId,
  channel: z.enum(messageChannels),
  /** The kind of message, in the user's language: 'Password reset'. */
  label: z.string(),
  /** The subject of a mail whose content is still stored; null otherwise. Never contains a code. */
  subject: z.string().nullable(),
  locale: z.enum(locales),
  /** A mail address, or a number in E.164. */
  recipient: z.string(),
  recipientName: z.string(),
  /** The account that the message is about. */
  account: z.object({ id: rowId, name: z.string() }).nullable(),
  state: z.enum(messageStates),
  attempts: z.int().nonnegative(),
  /** The recipient server's answer to the last failed try. */
  error: z.string().nullable(),
  queuedAt: utc,
  /** When the message was sent, kept, or failed for good. */
  endedAt: utc.nullable(),
  /** The message that this one repeats. */
  repeatsId: rowId.nullable(),
  /** Whether the message may be resent: it is finished, and its content is still stored. */
  canBeSentAgain: z.boolean(),
});
export type Message = z.infer<typeof message>;

const messageWithContent = message.extend({
  /** The text; null if it was removed, or is hidden from this user. */
  text: z.string().nullable(),
  /** Whether the message has an HTML version. */
  hasHtml: z.boolean(),
  /** The name of the attached file. */
  attachment: z.string().nullable(),
  replyTo: z.string().nullable(),
});
export type MessageWithContent = z.infer<typeof messageWithContent>;

const parameters = z.object({ id: rowIdParameter });

const listQuery = pageQuery({ pageSize: 20, max: 400 }).extend({
  /** The beginning of an address or a number, ignoring case. */
  textFilter: z.string().trim().max(200).default(''),
  state: z.enum(messageStates).optional(),
});

export const mail = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Messages',
    summary: 'Mail and text messages with their states, newest first',
    action: 'operator.mail',
    query: listQuery,
    response: listSchema(message),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Messages/{id}',
    summary: 'A message; without its content if that has a code or a link that grants access',
    action: 'operator.mail',
    params: parameters,
    response: messageWithContent,
  }),
  getHtml: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Messages/{id}/Html',
    summary: 'A mail as its recipient sees it',
    action: 'operator.mail',
    params: parameters,
  }),
  sendAgain: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Messages/{id}/SendAgain',
    summary: 'Sends a message again, as a new one',
    action: 'operator.sendMail',
    params: parameters,
    body: z.object({}).optional(),
    response: z.object({ id: rowId }),
    errors: ['Conflict'],
  }),
  /*
   * The outbox, /dev/outbox: messages with their codes and links. These calls exist in demo mode only; otherwise they
   * answer NotFound.
   */
  listOutbox: defineEndpoint({
    method: 'GET',
    path: '/api/dev/outbox',
    summary: 'Messages of the demo, newest first',
    action: 'outbox.view',
    query: listQuery,
    response: listSchema(message),
  }),
  getOutbox: defineEndpoint({
    method: 'GET',
    path: '/api/dev/outbox/{id}',
    summary: 'A message of the demo, with its content',
    action: 'outbox.view',
    params: parameters,
    response: messageWithContent,
  }),
  getOutboxHtml: defineEndpoint({
    method: 'GET',
    path: '/api/dev/outbox/{id}/Html',
    summary: 'A mail of the demo as its recipient sees it',
    action: 'outbox.view',
    params: parameters,
  }),
};
