import type { MessageState } from '@portico/contract';
import { and, count, desc, eq, gt, min, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { mailMessages } from '../db/schema/mail.gen.ts';
import { prefixPattern } from '../db/text-patterns.ts';
import type { MessageRow } from './mail.queries.ts';
import type { MailTemplateName } from './templates/index.ts';

export interface MessageListOptions {
  readonly page: number;
  readonly pageSize: number;
  /** The beginning of an address or a number, case-insensitive; empty for all. */
  readonly textFilter: string;
  readonly state?: MessageState | undefined;
}

/** A page of all messages, the newest first. */
export async function listMessages(
  on: Queryable,
  { page, pageSize, textFilter, state }: MessageListOptions,
): Promise<{ items: MessageRow[]; total: number }> {
  const where = and(state && eq(mailMessages.state, state), textFilter ? recipientBeginsWith(textFilter) : undefined);
  const [items, [counted]] = await Promise.all([
    on
      .select()
      .from(mailMessages)
      .where(where)
      .orderBy(desc(mailMessages.queuedAt), desc(mailMessages.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(mailMessages).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

export async function findMessage(on: Queryable, id: number): Promise<MessageRow | undefined> {
  const [row] = await on.select().from(mailMessages).where(eq(mailMessages.id, id));
  return row;
}

function recipientBeginsWith(text: string): SQL {
  return sql`lower(${mailMessages.recipient}) like lower(${prefixPattern(text)})`;
}

/** The messages of the last 24 hours: all, failed ones, and those kept because no transport is set up. */
export async function countLastDay(on: Queryable): Promise<{ total: number; failed: number; kept: number }> {
  const inState = (state: string) =>
    sql<number>`count(*) filter (where ${mailMessages.state} = ${state})`.mapWith(Number);
  const [found] = await on
    .select({ total: count(), failed: inState('failed'), kept: inState('kept') })
    .from(mailMessages)
    .where(gt(mailMessages.queuedAt, sql`now() - interval '24 hours'`));
  return found ?? { total: 0, failed: 0, kept: 0 };
}

/** The given addresses, in lower case, to which at least `limit` mails of one template were queued in the last 24 hours, by any account. */
export async function findOftenMailed(
  on: Queryable,
  template: MailTemplateName,
  addresses: readonly string[],
  limit: number,
): Promise<ReadonlySet<string>> {
  const recipient = sql<string>`lower(${mailMessages.recipient})`;
  const given = sql.param(addresses.map((address) => address.toLowerCase()));
  const found = await on
    .select({ recipient })
    .from(mailMessages)
    .where(
      and(
        sql`${recipient} = any(${given}::text[])`,
        eq(mailMessages.template, template),
        gt(mailMessages.queuedAt, sql`now() - interval '24 hours'`),
      ),
    )
    .groupBy(recipient)
    .having(sql`count(*) >= ${limit}`);
  return new Set(found.map((row) => row.recipient));
}

/** How many mails of one template an account queued in the last 24 hours, how many of them failed, and when the oldest was queued. */
export async function countAccountMails(
  on: Queryable,
  accountId: number,
  template: MailTemplateName,
): Promise<{ total: number; failed: number; oldest: Date | null }> {
  const [found] = await on
    .select({
      total: count(),
      failed: sql<number>`count(*) filter (where ${mailMessages.state} = 'failed')`.mapWith(Number),
      oldest: min(mailMessages.queuedAt),
    })
    .from(mailMessages)
    .where(
      and(
        eq(mailMessages.accountId, accountId),
        eq(mailMessages.template, template),
        gt(mailMessages.queuedAt, sql`now() - interval '24 hours'`),
      ),
    );
  return found ?? { total: 0, failed: 0, oldest: null };
}
