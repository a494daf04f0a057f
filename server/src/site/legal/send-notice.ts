import { type LegalName, type Locale, locales, paths } from '@portico/contract';
import { findOwners, listAccountsInUse } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { Mail } from '../../core/mail/index.ts';
import { type LegalContext, readLegalText } from './legal.service.ts';
import { claimAccounts, findNoticeById, finishNotice } from './notices.queries.ts';

interface SendContext extends LegalContext {
  readonly database: Database;
  readonly mail: Pick<Mail, 'enqueueMany'>;
}

/** Accounts per transaction. */
const batchSize = 500;

export const noticeJob = { name: 'legal-notice', maxAttempts: 25 };

const pathsOfTexts = {
  terms: paths.terms,
  privacy: paths.privacy,
  'subscription-terms': paths.subscriptionTerms,
} as const satisfies Record<LegalName, string>;

/**
 * Queues the mails of a notice in batches. A batch claims its accounts in the transaction that queues their mails, so
 * each owner is mailed once, even if the process is killed and the job runs again (LEG-6).
 */
export async function queueNoticeMails(context: SendContext, noticeId: number, size = batchSize): Promise<void> {
  const { database } = context;
  const notice = await findNoticeById(database.query, noticeId);
  if (!notice || notice.finishedAt) return;
  const updated = await findDays(context, notice.name);
  const batches = inBatches<Account>(size, (after) => listAccountsInUse(database.query, after?.id ?? 0, size));
  for await (const accounts of batches) await mailBatch(context, { ...notice, updated }, accounts);
  await finishNotice(database.query, noticeId);
}

type Account = Awaited<ReturnType<typeof listAccountsInUse>>[number];
type Days = Readonly<Record<Locale, string | null>>;

interface Notice {
  readonly id: number;
  readonly name: LegalName;
  readonly updated: Days;
}

/** The day on which each language's text changed. */
async function findDays(context: LegalContext, name: LegalName): Promise<Days> {
  const days = await Promise.all(
    locales.map(async (locale) => [locale, (await readLegalText(name, locale, context)).updated] as const),
  );
  return Object.fromEntries(days) as Days;
}

async function mailBatch(
  { database, mail }: SendContext,
  { id, name, updated }: Notice,
  accounts: readonly Account[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    const claimed = await claimAccounts(
      transaction,
      id,
      accounts.map((account) => account.id),
    );
    const owners = await findOwners(transaction, [...claimed]);
    const mails = accounts.flatMap(({ id: accountId, name: accountName, companyId }) => {
      const owner = owners.get(accountId);
      if (!owner?.email) return [];
      const locale = owner.locale ?? 'en';
      const data = { name, accountName, updated: updated[locale], path: pathsOfTexts[name] };
      const to = { address: owner.email, name: owner.name };
      return [{ template: 'legalTextChanged' as const, data, to, locale, companyId, accountId }];
    });
    if (mails.length > 0) await mail.enqueueMany(transaction, mails);
  });
}

export function createNoticeJob(context: SendContext): JobDefinition<{ readonly noticeId: number }> {
  return { ...noticeJob, run: ({ noticeId }) => queueNoticeMails(context, noticeId) };
}
