import type { LegalName } from '@portico/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { legalNoticeAccounts, legalNotices } from '../../core/db/schema/legal.gen.ts';

interface Version {
  readonly name: LegalName;
  readonly version: string;
}

export type NoticeRow = typeof legalNotices.$inferSelect;

/** The notice of a text's version, if it was sent. */
export async function findNotice(on: Queryable, { name, version }: Version): Promise<NoticeRow | undefined> {
  const [found] = await on
    .select()
    .from(legalNotices)
    .where(and(eq(legalNotices.name, name), eq(legalNotices.version, version)));
  return found;
}

/** Stores a notice. @returns its id; undefined if the version has one already */
export async function insertNotice(on: Queryable, notice: Version & { sentBy: number }): Promise<number | undefined> {
  const [stored] = await on
    .insert(legalNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: legalNotices.id });
  return stored?.id;
}

/** Claims accounts for a notice. @returns those that were not claimed before */
export async function claimAccounts(
  transaction: Queryable,
  noticeId: number,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const claimed = await transaction
    .insert(legalNoticeAccounts)
    .values(accountIds.map((accountId) => ({ noticeId, accountId })))
    .onConflictDoNothing()
    .returning({ accountId: legalNoticeAccounts.accountId });
  return new Set(claimed.map(({ accountId }) => accountId));
}

export async function finishNotice(on: Queryable, id: number): Promise<void> {
  await on.update(legalNotices).set({ finishedAt: sql`now()` }).where(eq(legalNotices.id, id));
}

export async function findNoticeById(on: Queryable, id: number): Promise<NoticeRow | undefined> {
  const [found] = await on.select().from(legalNotices).where(eq(legalNotices.id, id));
  return found;
}

/** The number of accounts that a notice has reached. */
export function countNoticeAccounts(on: Queryable, noticeId: number): Promise<number> {
  return on.$count(legalNoticeAccounts, eq(legalNoticeAccounts.noticeId, noticeId));
}
