import { type LegalName, type LegalVersion, type Locale, legalNames } from '@portico/contract';
import { type Audit, countAccountsInUse, findUserNames } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import type { Mail } from '../../core/mail/index.ts';
import { formatMoment } from '../../core/messages/index.ts';
import { LegalTextChangedError, NoticeSentError } from './legal.errors.ts';
import { findVersion, type LegalContext, readLegalText } from './legal.service.ts';
import { countNoticeAccounts, findNotice, insertNotice, type NoticeRow } from './notices.queries.ts';
import { noticeJob } from './send-notice.ts';

export interface LegalNoticesContext extends LegalContext {
  readonly database: Database;
  readonly mail: Pick<Mail, 'enqueueMany'>;
  readonly audit: Audit;
}

type CallContext = LegalNoticesContext & RequestContext;

/** The legal texts with the notices of their versions, and the number of accounts that a new notice would reach. */
export async function listLegalTexts(context: CallContext): Promise<{ items: LegalVersion[]; accounts: number }> {
  const [accounts, ...items] = await Promise.all([
    countAccountsInUse(context.database.query),
    ...legalNames.map((name) => describeText(context, name, context.locale)),
  ]);
  return { items, accounts };
}

/**
 * Mails the owners of all accounts that a text has changed, once for each version (LEG-6). A job sends the mails.
 * @param version that the operator saw
 * @throws LegalTextChangedError if the text has another version; NoticeSentError if the notice was sent already
 */
export async function sendNotice(context: CallContext, name: LegalName, version: string): Promise<LegalVersion> {
  const { database, audit, actor, session, locale } = context;
  if (version !== (await findVersion(name, context))) throw new LegalTextChangedError();
  const isStored = await database.transaction(async (transaction) => {
    const id = await insertNotice(transaction, { name, version, sentBy: session.user.id });
    if (id === undefined) return false;
    await enqueue(transaction, noticeJob, { noticeId: id });
    await audit.record({ kind: 'legalNoticeSent', ...actor, detail: { name, version } }, transaction);
    return true;
  });
  if (!isStored) throw await describeRefusal(context, name, version);
  return describeText(context, name, locale);
}

async function describeRefusal({ database, locale }: CallContext, name: LegalName, version: string): Promise<Error> {
  const notice = await findNotice(database.query, { name, version });
  if (!notice) return new LegalTextChangedError();
  return new NoticeSentError(formatMoment(notice.sentAt, locale), await findSender(database, notice));
}

async function describeText(context: LegalNoticesContext, name: LegalName, locale: Locale): Promise<LegalVersion> {
  const { database } = context;
  const [{ title, updated }, version] = await Promise.all([
    readLegalText(name, locale, context),
    findVersion(name, context),
  ]);
  const notice = await findNotice(database.query, { name, version });
  return { name, title, updated, version, notice: notice ? await describeNotice(database, notice) : null };
}

async function describeNotice(database: Database, notice: NoticeRow) {
  return {
    sentAt: notice.sentAt.toISOString(),
    by: await findSender(database, notice),
    accounts: await countNoticeAccounts(database.query, notice.id),
    isFinished: notice.finishedAt !== null,
  };
}

/** The name of the operator; null if they were deleted or have none. */
async function findSender({ query }: Database, { sentBy }: NoticeRow): Promise<string | null> {
  return sentBy === null ? null : (await findUserNames(query, [sentBy])).get(sentBy) || null;
}
