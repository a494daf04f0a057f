import type { Locale } from '@portico/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../db/database.ts';
import { retention } from '../db/retention.ts';
import { enqueue, enqueueMany, type JobDefinition } from '../jobs/queue.ts';
import {
  findRepeatable,
  insertMessage,
  insertMessages,
  type NewMessage,
  removeContent,
  removeExpired,
} from './mail.queries.ts';
import type { Brand } from './render/brand.ts';
import { createSendJob, type FindReader, mailQueueName, type ReadPdf, sendJob } from './send-job.ts';
import { createSmtp, type Smtp } from './smtp.ts';
import {
  type MailTemplateName,
  mailTemplates,
  type TemplateData,
  type TextTemplateName,
  textTemplates,
} from './templates/index.ts';
import { permitText, type TextAddressee, type TextPermit } from './text-limits.ts';
import { createTextService, type TextService } from './text-service.ts';

const day = 86_400_000;

interface Addressee {
  readonly address: string;
  readonly name?: string;
}

/** A mail to send. */
export interface NewMail<Name extends MailTemplateName> {
  readonly template: Name;
  readonly data: TemplateData<Name>;
  readonly to: Addressee;
  /** The reply-to address; left out for the company's address. */
  readonly replyTo?: Addressee;
  readonly locale: Locale;
  /** The company whose brand the mail has. */
  readonly companyId: number;
  /** The account that the mail is about, if any. */
  readonly accountId?: number;
  /** When its code or link expires. Required for sensitive templates. */
  readonly expiresAt?: Date;
}

/** A text message to send. */
export interface NewText<Name extends TextTemplateName> {
  readonly template: Name;
  readonly data: TemplateData<Name>;
  readonly locale: Locale;
  /** The company that the text message names. */
  readonly companyId: number;
  /** When its code expires. Required for sensitive templates. */
  readonly expiresAt?: Date;
}

export interface Mail {
  /**
   * Queues a mail in the transaction of its cause: both are committed, or neither. A job sends it once (MAIL-1).
   * @returns the message's id, for `forget`. @throws Error for an invalid address, or a sensitive template without an
   * expiry.
   */
  enqueue<Name extends MailTemplateName>(transaction: Queryable, mail: NewMail<Name>): Promise<number>;
  /**
   * Queues many mails with two statements. They are sent after all other mails, so that nobody waits for a code
   * because of them (IMP-6).
   * @returns the messages' ids, in the order of the mails.
   * @throws Error as `enqueue`.
   */
  enqueueMany<Name extends MailTemplateName>(
    transaction: Queryable,
    mails: readonly NewMail<Name>[],
  ): Promise<readonly number[]>;
  /**
   * Counts a text message to a number, before the transaction that queues it (MAIL-9).
   * @throws InvalidInputError for an invalid number; TooManyRequestsError if the number, the account or the country has
   * reached its limit.
   */
  permitText(to: TextAddressee): Promise<TextPermit>;
  /** Queues a text message in the transaction of its cause, like `enqueue` a mail. @returns the message's id. */
  enqueueText<Name extends TextTemplateName>(
    transaction: Queryable,
    permit: TextPermit,
    text: NewText<Name>,
  ): Promise<number>;
  /**
   * Queues a copy of a message in the transaction of its cause.
   * @returns the new message's id; undefined if the message is not finished or its content was deleted.
   */
  repeat(transaction: Queryable, id: number): Promise<number | undefined>;
  /**
   * Deletes the content of messages whose codes or links were used. A waiting message is not sent any more (MAIL-5).
   */
  forget(transaction: Queryable, ...ids: readonly number[]): Promise<void>;
  readonly jobs: readonly JobDefinition<never>[];
}

export interface MailDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly config: Pick<Config, 'mode' | 'mail' | 'texts'>;
  readonly publicUrl: string;
  /** The company as shown in its messages. */
  readonly findBrand: (on: Queryable, companyId: number) => Promise<Brand>;
  readonly findReader: FindReader;
  readonly readPdf: ReadPdf;
  /** Certificates of the mail server's own certificate authority, in PEM. */
  readonly authority?: string;
}

/** Mail and text messages: queued with their cause, sent by jobs, and stored with their result. */
export function createMail(dependencies: MailDependencies): Mail {
  const { database } = dependencies;
  const smtp = openSmtp(dependencies);
  return {
    enqueue: (transaction, mail) => queue(transaction, rowOfMail(mail)),
    enqueueMany: (transaction, mails) => queueMany(transaction, mails.map(rowOfMail)),
    permitText: (to) => permitText(database, to),
    enqueueText: (transaction, permit, text) => queue(transaction, rowOfText(permit, text)),
    async repeat(transaction, id) {
      const message = await findRepeatable(transaction, id);
      return message && queue(transaction, message);
    },
    forget: (transaction, ...ids) => removeContent(transaction, ids),
    jobs: [
      createSendJob({ ...dependencies, smtp, texts: openTexts(dependencies) }) as JobDefinition<never>,
      {
        name: 'mail-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: () => removeExpired(database.query),
      },
    ],
  };
}

function openSmtp({ config, publicUrl, authority }: MailDependencies): Smtp | undefined {
  const { smtpUrl } = config.mail;
  return smtpUrl === undefined
    ? undefined
    : createSmtp({ url: smtpUrl, ownName: new URL(publicUrl).hostname, ...(authority !== undefined && { authority }) });
}

function openTexts({ config }: MailDependencies): TextService | undefined {
  const { url, service, from } = config.texts;
  return url === undefined ? undefined : createTextService({ url, service, from });
}

/** Stores a message together with the job that sends it. @returns its id. */
async function queue(transaction: Queryable, message: NewMessage): Promise<number> {
  const id = await insertMessage(transaction, message);
  await enqueue(transaction, sendJob, { id }, { queue: mailQueueName(id) });
  return id;
}

/** Stores many messages with their jobs. @returns their ids, in order. */
async function queueMany(transaction: Queryable, messages: readonly NewMessage[]): Promise<readonly number[]> {
  const ids = await insertMessages(transaction, messages);
  const jobs = ids.map((id) => ({ payload: { id }, queue: mailQueueName(id) }));
  await enqueueMany(transaction, sendJob, jobs);
  return ids;
}

function rowOfMail<Name extends MailTemplateName>(mail: NewMail<Name>): NewMessage {
  const { template, data, to, replyTo, locale, companyId, accountId, expiresAt } = mail;
  return {
    channel: 'email',
    template,
    locale,
    companyId,
    accountId: accountId ?? null,
    recipient: validAddress(to),
    recipientName: singleLineName(to),
    replyTo: replyTo ? validAddress(replyTo) : null,
    replyToName: replyTo ? singleLineName(replyTo) : '',
    data,
    ...contentExpiry(template, mailTemplates[template].sensitive, expiresAt),
  };
}

function rowOfText<Name extends TextTemplateName>(permit: TextPermit, text: NewText<Name>): NewMessage {
  const { template, data, locale, companyId, expiresAt } = text;
  return {
    channel: 'text',
    template,
    locale,
    companyId,
    accountId: permit.accountId,
    recipient: permit.number,
    data,
    ...contentExpiry(template, textTemplates[template].sensitive, expiresAt),
  };
}

/** When the content expires (MAIL-5). */
function contentExpiry(template: string, sensitive: boolean, expiresAt: Date | undefined) {
  if (sensitive && !expiresAt) throw new Error(`The message ${template} needs the expiry of its code or link`);
  return { sensitive, keepUntil: expiresAt ?? new Date(Date.now() + retention.messageContent.value * day) };
}

/** @throws Error for an invalid address, several addresses, or an injected header. */
function validAddress({ address }: Addressee): string {
  if (!/^[^\s<>()[\],;:"\\\p{Cc}]+@[^\s<>()[\],;:"\\@\p{Cc}]+$/u.test(address))
    throw new Error('This is not a mail address');
  return address;
}

/** The name as a single line. */
function singleLineName({ name = '' }: Addressee): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}
