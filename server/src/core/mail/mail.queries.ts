import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { expiryOf, retention } from '../db/retention.ts';
import { mailMessages } from '../db/schema/mail.gen.ts';
import { listNextJobs, type WaitingJob } from '../jobs/queue.queries.ts';

export type MessageRow = typeof mailMessages.$inferSelect;

/** The columns of a new message. */
const newColumns = {
  channel: mailMessages.channel,
  template: mailMessages.template,
  locale: mailMessages.locale,
  companyId: mailMessages.companyId,
  accountId: mailMessages.accountId,
  recipient: mailMessages.recipient,
  recipientName: mailMessages.recipientName,
  replyTo: mailMessages.replyTo,
  replyToName: mailMessages.replyToName,
  data: mailMessages.data,
  sensitive: mailMessages.sensitive,
  keepUntil: mailMessages.keepUntil,
};
export type NewMessage = Pick<typeof mailMessages.$inferInsert, keyof typeof newColumns | 'repeatsId'>;

/** Seconds after which an unfinished try counts as lost (MAIL-4). No try takes that long. */
const lostAfter = 120;

/** @returns its id. */
export async function insertMessage(transaction: Queryable, message: NewMessage): Promise<number> {
  const [row] = await transaction.insert(mailMessages).values(message).returning({ id: mailMessages.id });
  return (row as { id: number }).id;
}

/** Inserts many mails with one statement. @returns their ids, in order. */
export async function insertMessages(transaction: Queryable, messages: readonly NewMessage[]): Promise<number[]> {
  const named = messages.map((message) => ({ ...message, publicId: randomUUID() }));
  const { rows } = await transaction.execute<{ id: string; public_id: string }>(sql`
    insert into mail_messages (public_id, channel, template, locale, company_id, account_id, recipient, recipient_name, reply_to, reply_to_name,
                               data, sensitive, keep_until)
    select "publicId", channel, template, locale, "companyId", "accountId", recipient, "recipientName", "replyTo", "replyToName",
           data, sensitive, "keepUntil"
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as message
      ("publicId" uuid, channel text, template text, locale text, "companyId" integer, "accountId" bigint, recipient text, "recipientName" text,
       "replyTo" text, "replyToName" text, data jsonb, sensitive boolean, "keepUntil" timestamptz)
    returning id, public_id`);
  const ids = new Map(rows.map(({ id, public_id }) => [public_id, Number(id)]));
  return named.map(({ publicId }) => ids.get(publicId) as number);
}

/**
 * Begins a try of each message in one statement. If several callers try the same message, only one succeeds. Skips
 * messages with nothing to send or with a running try.
 */
export async function beginTries(on: Queryable, ids: readonly number[]): Promise<MessageRow[]> {
  const isLost = sql`${mailMessages.state} = 'sending' and ${mailMessages.sendingAt} < now() - make_interval(secs => ${lostAfter})`;
  return on
    .update(mailMessages)
    .set({ state: 'sending', attempts: sql`${mailMessages.attempts} + 1`, sendingAt: sql`now()` })
    .where(and(inArray(mailMessages.id, [...ids]), sql`(${mailMessages.state} = 'queued' or ${isLost})`))
    .returning();
}

/** The jobs that are waiting in a mail queue. */
export function listWaitingJobs(on: Queryable, queueName: string, limit: number): Promise<WaitingJob[]> {
  return listNextJobs(on, sql`${queueName}::text`, {}, limit);
}

/** Whether a try of the message is running. */
export async function isBeingSent(on: Queryable, id: number): Promise<boolean> {
  const [row] = await on
    .select({ id: mailMessages.id })
    .from(mailMessages)
    .where(and(eq(mailMessages.id, id), eq(mailMessages.state, 'sending')));
  return row !== undefined;
}

/** A new message that repeats a finished one, if its content is still valid. */
export async function findRepeatable(on: Queryable, id: number): Promise<NewMessage | undefined> {
  const [found] = await on
    .select({ ...newColumns, repeatsId: mailMessages.id })
    .from(mailMessages)
    .where(
      and(
        eq(mailMessages.id, id),
        isNotNull(mailMessages.endedAt),
        isNotNull(mailMessages.data),
        gt(mailMessages.keepUntil, sql`now()`),
      ),
    );
  return found;
}

/** The result of a try. `queued`: it will be retried. */
export interface Ending {
  readonly state: 'queued' | 'sent' | 'failed' | 'kept';
  readonly error: string | null;
  readonly removesContent: boolean;
}

/** A try with its result. */
export type EndedTry = Pick<MessageRow, 'id' | 'attempts'> & Ending;

/** Ends tries in one statement. Skips those that counted as lost and were followed by another try. */
export async function endTries(on: Queryable, ended: readonly EndedTry[]): Promise<void> {
  await on.execute(sql`
    update mail_messages set state = ended.state, error = ended.error, ended_at = case when ended.state <> 'queued' then now() end,
                             data = case when not ended."removesContent" then data end
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended (id bigint, attempts integer, state text, error text, "removesContent" boolean)
    where mail_messages.id = ended.id and mail_messages.state = 'sending' and mail_messages.attempts = ended.attempts`);
}

/** Removes the content of messages, whether or not they were sent. */
export async function removeContent(on: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await on
      .update(mailMessages)
      .set({ data: null })
      .where(inArray(mailMessages.id, [...ids]));
}

/** Deletes all expired content, and old records (MAIL-5). */
export async function removeExpired(on: Queryable): Promise<void> {
  await on.delete(mailMessages).where(sql`${mailMessages.queuedAt} < ${expiryOf(retention.messageRecord)}`);
  await on
    .update(mailMessages)
    .set({ data: null })
    .where(and(isNotNull(mailMessages.data), lte(mailMessages.keepUntil, sql`now()`)));
}
