import type { Logger } from 'pino';
import { ZodError, z } from 'zod';
import type { Config } from '../config.ts';
import { createBatches, runSeparatelyOnDataError } from '../db/batches.ts';
import type { Database, Queryable } from '../db/database.ts';
import { dropJobs } from '../jobs/queue.queries.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import { DeliveryError } from './delivery-error.ts';
import {
  beginTries,
  type EndedTry,
  type Ending,
  endTries,
  isBeingSent,
  listWaitingJobs,
  type MessageRow,
} from './mail.queries.ts';
import type { Brand } from './render/brand.ts';
import { type RenderedMail, renderMail } from './render/render.ts';
import type { OutgoingMail, Smtp } from './smtp.ts';
import { createWords, type MailTemplate, type Reader, type TextTemplate } from './templates/define-template.ts';
import { findTemplate } from './templates/index.ts';
import type { TextService } from './text-service.ts';

/**
 * Maximum number of tries of a message. With the queue's delays they take about two days, as with mail servers
 * (MAIL-3).
 */
const maxTries = 16;

/**
 * Number of tries for which a mail waits for its PDF, about half an hour. Afterwards it is sent with only the link
 * (REC-9).
 */
const triesWithPdf = 7;

/** The extra tries are for runs of the job that find the message held by a lost run. */
export const sendJob = { name: 'mail-send', maxAttempts: maxTries + 8 } as const;

/** Finds what a message's formats depend on: the recipient's time zone (SET-11), and the country of its account (UI-1). */
export type FindReader = (on: Queryable, message: Pick<MessageRow, 'recipient' | 'accountId'>) => Promise<Reader>;

export interface SendContext {
  readonly database: Database;
  readonly logger: Logger;
  readonly config: Pick<Config, 'mode' | 'mail'>;
  readonly publicUrl: string;
  readonly findBrand: (on: Queryable, companyId: number) => Promise<Brand>;
  readonly findReader: FindReader;
  readonly readPdf: ReadPdf;
  /** If undefined, mail is kept instead of sent. */
  readonly smtp: Smtp | undefined;
  /** If undefined, text messages are kept instead of sent. */
  readonly texts: TextService | undefined;
}

/**
 * Reads the PDF of an invoice or a credit note for a mail; null if none, or if it is too large for mailboxes.
 * @throws if it could not be fetched.
 */
export type ReadPdf = (documentId: string) => Promise<Buffer | null>;

const payload = z.object({ id: z.int() });

/** Another worker is sending the message, or was killed while it did. */
class BeingSentError extends Error {}

/** Maximum number of following messages that are sent at once, and milliseconds until no more are taken. */
const chunk = 4;
const takingMilliseconds = 500;

/** Ends tries in batches. A promise resolves once its result is stored. */
type EndTry = (ended: EndedTry) => Promise<void>;

/**
 * Sends a message, and then messages whose jobs wait behind it. Running the job again never sends a message twice
 * (MAIL-1).
 */
export function createSendJob(context: SendContext): JobDefinition<{ id: number }> {
  const { database } = context;
  const endTry: EndTry = createBatches(
    (ended) =>
      runSeparatelyOnDataError(ended, async (some) => {
        await endTries(database.query, some);
        return some.map(() => undefined);
      }),
    { maxItems: 100, atOnce: 2, maxWait: 5 },
  );
  return {
    ...sendJob,
    run: async (input) => {
      const { id } = payload.parse(input);
      const [message] = await beginTries(database.query, [id]);
      if (message) {
        const withBrands = rememberBrands(context);
        const retry = await attempt(withBrands, endTry, message);
        if (retry) throw retry;
        await sendNext(withBrands, endTry, id);
      } else if (await isBeingSent(database.query, id)) throw new BeingSentError(`The message ${id} is being sent`);
    },
  };
}

/** Caches the brands for one run. */
function rememberBrands(context: SendContext): SendContext {
  const brands = new Map<number, Promise<Brand>>();
  return {
    ...context,
    findBrand: (on, companyId) => {
      const brand = brands.get(companyId) ?? context.findBrand(on, companyId);
      brands.set(companyId, brand);
      return brand;
    },
  };
}

/** Delivers a message whose try has begun, and stores the result. @returns the error if the job must be retried */
async function attempt(context: SendContext, endTry: EndTry, message: MessageRow): Promise<Error | undefined> {
  const { state, error, retry } = await deliver(context, message);
  const isOver = state === 'sent' || state === 'kept';
  const removesContent = message.sensitive && isOver && context.config.mode === 'production';
  const { id, attempts } = message;
  await endTry({ id, attempts, state, error: error && toStorable(error), removesContent });
  return retry;
}

/** The beginning of a mail server's text, which may contain anything, without what the database refuses. */
const toStorable = (text: string) => text.slice(0, 500).toWellFormed().replaceAll('\0', '');

/**
 * Sends the messages that follow in the queue, a few at once and for a short time, so that an urgent one soon gets its
 * turn. A message that must be retried is left to its own job.
 */
async function sendNext(context: SendContext, endTry: EndTry, after: number): Promise<void> {
  const { query } = context.database;
  const until = performance.now() + takingMilliseconds;
  for (let hasMore = true; hasMore && performance.now() < until; ) {
    const jobs = await listWaitingJobs(query, mailQueueName(after), chunk);
    const byMessage = new Map(jobs.map((job) => [payload.parse(job.payload).id, job]));
    const messages = jobs.length > 0 ? await beginTries(query, [...byMessage.keys()]) : [];
    const retries = await Promise.all(messages.map((message) => attempt(context, endTry, message)));
    const done = messages.filter((_, index) => !retries[index]).flatMap(({ id }) => byMessage.get(id) ?? []);
    await dropJobs(query, done);
    hasMore = jobs.length === chunk && done.length === chunk;
  }
}

/** Number of queues for the jobs. A hanging mail server blocks at most this many of a process's workers. */
const lanes = 2;

export const mailQueueName = (id: number) => `mail-${id % lanes}`;

type Outcome = Omit<Ending, 'removesContent'> & {
  /** The error for the queue, so that it retries. */
  readonly retry?: Error;
};

const failed = (error: string): Outcome => ({ state: 'failed', error });

/** Makes one try. @returns its result. */
async function deliver(context: SendContext, message: MessageRow): Promise<Outcome> {
  const { id, template, attempts } = message;
  if (message.data === null || message.keepUntil <= new Date())
    return failed('Its time was over before it could be sent');
  try {
    return await send(context, message);
  } catch (error) {
    if (error instanceof ZodError) return failed(`Its content does not fit the template ${template}`);
    const isRefused = error instanceof DeliveryError;
    const isFinal = (isRefused && error.isFinal) || attempts >= maxTries;
    context.logger.warn({ err: error, message: id, template, attempts, isFinal }, 'a message was not sent');
    // The texts of other errors are not for operators.
    const reason = isRefused ? error.message : 'The portal could not make it';
    return isFinal ? failed(reason) : { state: 'queued', error: reason, retry: error as Error };
  }
}

async function send(context: SendContext, message: MessageRow): Promise<Outcome> {
  const template = findTemplate(message.template);
  if (!template) return failed(`There is no template ${message.template}`);
  const brand = await context.findBrand(context.database.query, message.companyId);
  return template.channel === 'email'
    ? sendMail(context, message, template, brand)
    : sendText(context, message, template, brand);
}

const sent: Outcome = { state: 'sent', error: null };
const kept: Outcome = { state: 'kept', error: null };

async function sendMail(
  ...[context, message, template, brand]: [SendContext, MessageRow, MailTemplate, Brand]
): Promise<Outcome> {
  const { database, logger, config, publicUrl, smtp } = context;
  const reader = await context.findReader(database.query, message);
  const rendered = renderMail(template, message.data, { locale: message.locale, brand, publicUrl, reader });
  if (!smtp) {
    // The log contains only the subject of a message's content (MAIL-7).
    const about = { message: message.id, template: message.template, to: message.recipient, subject: rendered.subject };
    logger.info(about, 'mail is kept, because SMTP_URL is not set');
    return kept;
  }
  const pdf = await findPdf(context, message, rendered.document);
  const replyTo = message.replyTo ?? brand.mailReplyTo ?? config.mail.replyTo;
  await smtp.send({
    ...rendered,
    messageId: `<${message.publicId}@${new URL(publicUrl).hostname}>`,
    // The company may have its own sender and reply-to address (MAIL-8).
    from: { name: brand.mailSenderName ?? brand.name, address: brand.mailSender ?? config.mail.sender },
    to: { name: message.recipientName, address: message.recipient },
    replyTo: replyTo === null ? null : { name: message.replyToName, address: replyTo },
    pdf,
  });
  return sent;
}

/** The PDF attached to a mail; null for none. @throws DeliveryError if the mail should wait for it. */
async function findPdf(
  { readPdf, logger }: SendContext,
  { id, attempts }: MessageRow,
  document: RenderedMail['document'],
): Promise<OutgoingMail['pdf']> {
  if (!document) return null;
  try {
    const content = await readPdf(document.id);
    return content && { fileName: document.fileName, content };
  } catch (error) {
    if (attempts < triesWithPdf) throw new DeliveryError('The PDF could not be fetched', false, error);
    logger.warn({ err: error, message: id }, 'a mail was sent without its PDF');
    return null;
  }
}

async function sendText(
  ...[{ logger, texts }, message, template, brand]: [SendContext, MessageRow, TextTemplate, Brand]
): Promise<Outcome> {
  const text = template.fill(message.data, createWords(message.locale, brand.name));
  if (!texts) {
    const about = { message: message.id, template: message.template, to: message.recipient };
    logger.info(about, 'a text message is kept, because SMS_WEBHOOK_URL is not set');
    return kept;
  }
  await texts.send({ id: message.publicId, to: message.recipient, text });
  return sent;
}
