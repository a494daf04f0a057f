import {
  type BillingRecipient,
  type billingRecipients,
  comparisonKey,
  isAccountAdmin,
  type Locale,
  maxRecipients,
  type ResponseOf,
} from '@portico/contract';
import { changesBetween, findAccountBrand, lockAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { AppError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import { RecipientExistsError, RecipientNotWaitingError, TooManyRecipientsError } from './billing-recipients.errors.ts';
import {
  countRecipients,
  deleteRecipient,
  findChoices,
  findRecipientByEmail,
  insertRecipient,
  listRecipients as listRows,
  lockRecipient,
  type RecipientRow,
  saveChoice,
  updateNotices,
  updateWaiting,
} from './billing-recipients.queries.ts';
import { receives } from './invoice-mails.rules.ts';
import { confirmLinkSeconds, createConfirmLink } from './recipient-links.ts';

/** The maximum number of mails per day to unconfirmed addresses: by account, and to one address from all accounts. */
const accountMailLimit = defineLimit('billing-recipient', 30, 24 * 60 * 60);
const addressMailLimit = defineLimit('billing-recipient-address', 5, 24 * 60 * 60);
/** The maximum number of other changes by an account per hour. */
const changeLimit = defineLimit('billing-recipient-change', 100, 60 * 60);

type RecipientRequestContext = BillingRecipientsContext & RequestContext;

type AddingContext = Pick<RecipientRequestContext, 'database' | 'mail' | 'audit' | 'accountId' | 'actor'>;

interface NewRecipient {
  readonly email: string;
  readonly name: string;
  readonly language: Locale;
}

/** The recipients of the account's invoices and receipts, and whether the caller gets them (REC-1, REC-6). */
export async function listRecipients(
  context: RecipientRequestContext,
): Promise<ResponseOf<typeof billingRecipients.list>> {
  const { database, accountId, session } = context;
  const [rows, choices] = await Promise.all([
    listRows(database.query, accountId),
    findChoices(database.query, accountId),
  ]);
  const { user } = session;
  const own = isAccountAdmin(user) ? { email: user.email, receives: receives(user, choices) } : null;
  return { items: rows.map(presentRecipient), own };
}

/**
 * Mails a link to an address. The answer does not reveal whether the address belongs to a user (REC-2).
 * @throws RecipientExistsError; TooManyRecipientsError; TooManyRequestsError by account and by address
 */
export async function addRecipient(
  context: AddingContext,
  { email, name, language }: NewRecipient,
): Promise<BillingRecipient> {
  const { database, accountId, audit, actor } = context;
  await assertUnderMailLimits(context, email);
  return database.transaction(async (transaction) => {
    // Of two simultaneous callers, the second one sees the first one's recipient.
    await lockAccount(transaction, accountId);
    const known = await findRecipientByEmail(transaction, accountId, email);
    if (known && known.state !== 'left') throw new RecipientExistsError();
    if (!known && (await countRecipients(transaction, accountId)) >= maxRecipients) throw new TooManyRecipientsError();
    const link = await sendConfirmLink(context, transaction, { email, language });
    const row = known
      ? await updateWaiting(transaction, known.id, { ...link, name, locale: language })
      : await insertRecipient(transaction, { ...link, accountId, email, name, locale: language });
    await audit.record({ ...actor, kind: 'billingRecipientAdded', detail: { email } }, transaction);
    return presentRecipient(row);
  });
}

/**
 * Makes the billing address a recipient, which must confirm before it gets mail (REC-10). Does nothing if the account's
 * limits of recipients or mails are reached; the next invoice tries again.
 */
export async function askBillingAddress(
  context: Omit<AddingContext, 'actor'>,
  address: NewRecipient,
  requestId: string,
): Promise<void> {
  const actor = { accountId: context.accountId, userId: null, realUserId: null, address: null, requestId };
  try {
    await addRecipient({ ...context, actor }, address);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/**
 * Mails a new link and invalidates the former one (REC-3).
 * @throws NotFoundError also for another account's recipient; RecipientNotWaitingError; TooManyRequestsError
 */
export async function resendLink(context: RecipientRequestContext, id: number): Promise<BillingRecipient> {
  const { database, accountId, mail } = context;
  const found = (await listRows(database.query, accountId)).find((row) => row.id === id);
  if (!found) throw new NotFoundError();
  if (found.state !== 'waiting') throw new RecipientNotWaitingError();
  await assertUnderMailLimits(context, found.email);
  return database.transaction(async (transaction) => {
    const row = await lockRecipient(transaction, accountId, id);
    if (!row) throw new NotFoundError();
    if (row.state !== 'waiting') throw new RecipientNotWaitingError();
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    const link = await sendConfirmLink(context, transaction, { email: row.email, language: row.locale });
    return presentRecipient(await updateWaiting(transaction, id, link));
  });
}

/**
 * Removes a recipient and invalidates its links.
 * @throws NotFoundError also for another account's recipient; TooManyRequestsError
 */
export async function removeRecipient(context: RecipientRequestContext, id: number): Promise<Record<never, never>> {
  const { database, accountId, audit, actor, mail } = context;
  await changeLimit.take(database, accountId);
  await database.transaction(async (transaction) => {
    const row = await deleteRecipient(transaction, accountId, id);
    if (!row) throw new NotFoundError();
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    const detail = { email: row.email };
    await audit.record({ ...actor, kind: 'billingRecipientRemoved', detail }, transaction);
  });
  return {};
}

/** Sets whether the caller, an owner or admin, gets invoices and receipts (REC-6). @throws TooManyRequestsError */
export async function setOwn(
  { database, accountId, session }: RecipientRequestContext,
  wanted: boolean,
): Promise<ResponseOf<typeof billingRecipients.setOwn>> {
  await changeLimit.take(database, accountId);
  await saveChoice(database.query, { userId: session.user.id, accountId, receives: wanted });
  return { email: session.user.email, receives: wanted };
}

/**
 * Sets whether a recipient also gets expiry notices (EXP-5).
 * @throws NotFoundError also for another account's recipient; TooManyRequestsError
 */
export async function setNotices(
  context: RecipientRequestContext,
  id: number,
  wanted: boolean,
): Promise<BillingRecipient> {
  const { database, accountId, audit, actor } = context;
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const before = await lockRecipient(transaction, accountId, id);
    if (!before) throw new NotFoundError();
    const row = await updateNotices(transaction, accountId, id, wanted);
    if (!row) throw new NotFoundError();
    if (before.receivesNotices !== wanted) {
      const detail = {
        email: row.email,
        changes: changesBetween(before, { receivesNotices: wanted }, ['receivesNotices']),
      };
      await audit.record({ ...actor, kind: 'billingRecipientChanged', detail }, transaction);
    }
    return presentRecipient(row);
  });
}

async function assertUnderMailLimits({ database, accountId }: AddingContext, email: string): Promise<void> {
  await accountMailLimit.take(database, accountId);
  await addressMailLimit.take(database, comparisonKey(email));
}

/** Queues the mail with a confirmation link. It does not contain the name, because an admin chose it and the address may be a stranger's. */
async function sendConfirmLink(
  { mail, accountId }: AddingContext,
  transaction: Queryable,
  { email, language }: Pick<NewRecipient, 'email' | 'language'>,
) {
  const account = await findAccountBrand(transaction, accountId);
  if (!account) throw new NotFoundError();
  const { path, hash, until } = createConfirmLink(language);
  const linkMessageId = await mail.enqueue(transaction, {
    template: 'recipientConfirmation',
    data: { accountName: account.name, path, days: confirmLinkSeconds / (24 * 60 * 60) },
    to: { address: email },
    locale: language,
    companyId: account.companyId,
    accountId,
    expiresAt: until,
  });
  return { linkHash: hash, linkUntil: until, linkMessageId };
}

function presentRecipient({
  id,
  email,
  name,
  locale,
  state,
  createdAt,
  linkUntil,
  receivesNotices,
}: RecipientRow): BillingRecipient {
  const confirmUntil = state === 'waiting' ? linkUntil.toISOString() : null;
  return { id, email, name, language: locale, state, addedAt: createdAt.toISOString(), confirmUntil, receivesNotices };
}
