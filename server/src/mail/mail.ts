import type { Locale } from '@portico/contract';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../db/database.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import { insertMessage, removeContent, removeExpired } from './mail.queries.ts';
import type { Brand } from './render/brand.ts';
import { sendJob, sendJobOf } from './send-job.ts';
import { createSmtp, type Smtp } from './smtp.ts';
import { type MailTemplateName, mailTemplates, type TemplateData } from './templates/index.ts';

/** Days for which the content of a message without a secret is kept. */
const daysKept = 90;
const day = 86_400_000;

interface Addressee {
  readonly address: string;
  readonly name?: string;
}

/** A mail to be sent. */
export interface NewMail<Name extends MailTemplateName> {
  readonly template: Name;
  readonly data: TemplateData<Name>;
  readonly to: Addressee;
  /** Where answers go; left out for the company's address. */
  readonly replyTo?: Addressee;
  readonly locale: Locale;
  /** The brand that it carries. */
  readonly companyId: number;
  /** The account that it is about; left out for none. */
  readonly accountId?: number;
  /** When the code or link in it ends. Sensitive templates need it. */
  readonly expiresAt?: Date;
}

export interface Mail {
  /**
   * Queues a mail in the transaction of its cause: both are committed, or neither. It is sent once, by a job (MAIL-1).
   * @returns the message's id, for `forget`. @throws Error for an address that is none, or a sensitive template without an end.
   */
  enqueue<Name extends MailTemplateName>(transaction: Queryable, mail: NewMail<Name>): Promise<number>;
  /** Removes the content of a message whose code or link was used. One that waits is not sent any more (MAIL-5). */
  forget(transaction: Queryable, id: number): Promise<void>;
  readonly jobs: readonly JobDefinition<never>[];
}

export interface MailDependencies {
  readonly database: Database;
  readonly logger: Logger;
  readonly config: Pick<Config, 'mode' | 'mail'>;
  readonly publicUrl: string;
  /** The company as its messages show it. */
  readonly findBrand: (on: Queryable, companyId: number) => Promise<Brand>;
  /** Certificates of the mail server's own authority, in PEM. */
  readonly authority?: string;
}

/** Mail and text messages: queued with their cause, sent by jobs, and kept with how they ended. */
export function createMail(dependencies: MailDependencies): Mail {
  const { database } = dependencies;
  const smtp = openSmtp(dependencies);
  return {
    async enqueue(transaction, mail) {
      const id = await insertMessage(transaction, rowOf(mail));
      await enqueue(transaction, sendJob, { id }, { queue: laneOf(id) });
      return id;
    },
    forget: removeContent,
    jobs: [
      sendJobOf({ ...dependencies, smtp }) as JobDefinition<never>,
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

/** Queues of the jobs. A mail server that hangs takes as many of a process's workers, and leaves the others to other work. */
const lanes = 2;

function laneOf(id: number): string {
  return `mail-${id % lanes}`;
}

function rowOf<Name extends MailTemplateName>(mail: NewMail<Name>) {
  const { template, data, to, replyTo, locale, companyId, accountId, expiresAt } = mail;
  const { sensitive } = mailTemplates[template];
  if (sensitive && !expiresAt) throw new Error(`The mail ${template} needs the end of what it has`);
  return {
    channel: 'email' as const,
    template,
    locale,
    companyId,
    accountId: accountId ?? null,
    recipient: addressOf(to),
    recipientName: nameOf(to),
    replyTo: replyTo ? addressOf(replyTo) : null,
    replyToName: replyTo ? nameOf(replyTo) : '',
    data,
    sensitive,
    keepUntil: expiresAt ?? new Date(Date.now() + daysKept * day),
  };
}

/** @throws Error for what is no address, or several, or would be a header. */
function addressOf({ address }: Addressee): string {
  if (!/^[^\s<>()[\],;:"\\\p{Cc}]+@[^\s<>()[\],;:"\\@\p{Cc}]+$/u.test(address))
    throw new Error('This is no mail address');
  return address;
}

/** The name on one line. */
function nameOf({ name = '' }: Addressee): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}
