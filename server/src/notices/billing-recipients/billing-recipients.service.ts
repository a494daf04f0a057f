import type { BillingRecipient, billingRecipients, Locale, ResponseOf } from '@portico/contract';
import { isAccountAdmin, maxRecipients } from '@portico/contract';
import { changesBetween, findAccountBrand, lockAccount } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import { NotWaitingError, RecipientKnownError, TooManyRecipientsError } from './billing-recipients.errors.ts';
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
import { receives } from './receivers.rules.ts';
import { confirmLife, newConfirmLink } from './recipient-links.ts';

/** Mails to addresses that nobody confirmed: of an account in a day, and to one address in a day, whoever asks. */
const mailsOfAccount = defineLimit('billing-recipient', 30, 24 * 60 * 60);
const mailsToAddress = defineLimit('billing-recipient-address', 5, 24 * 60 * 60);
/** Other changes of an account in an hour. */
const changes = defineLimit('billing-recipient-change', 100, 60 * 60);

type Asking = BillingRecipientsContext & RequestContext;

interface NewRecipient {
  readonly email: string;
  readonly name: string;
  readonly language: Locale;
}

/** Who gets the account's invoices and receipts, and whether the reader does (REC-1, REC-6). */
export async function listRecipients(context: Asking): Promise<ResponseOf<typeof billingRecipients.list>> {
  const { database, accountId, session } = context;
  const [rows, choices] = await Promise.all([
    listRows(database.query, accountId),
    findChoices(database.query, accountId),
  ]);
  const { user } = session;
  const own = isAccountAdmin(user) ? { email: user.email, receives: receives(user, choices) } : null;
  return { items: rows.map(present), own };
}

/**
 * Mails a link to an address. What is answered does not depend on who has the address (REC-2).
 * @throws RecipientKnownError; TooManyRecipientsError; TooManyRequestsError by account and by address
 */
export async function addRecipient(
  context: Asking,
  { email, name, language }: NewRecipient,
): Promise<BillingRecipient> {
  const { database, accountId, audit, actor } = context;
  await takeMail(context, email);
  return database.transaction(async (transaction) => {
    // Of two who add at once the second sees the first one's.
    await lockAccount(transaction, accountId);
    const known = await findRecipientByEmail(transaction, accountId, email);
    if (known && known.state !== 'left') throw new RecipientKnownError();
    if (!known && (await countRecipients(transaction, accountId)) >= maxRecipients) throw new TooManyRecipientsError();
    const link = await mailLink(context, transaction, { email, language });
    const row = known
      ? await updateWaiting(transaction, known.id, { ...link, name, locale: language })
      : await insertRecipient(transaction, { ...link, accountId, email, name, locale: language });
    await audit.record({ ...actor, kind: 'billingRecipientAdded', detail: { email } }, transaction);
    return present(row);
  });
}

/**
 * Mails a new link; the former one is void (REC-3).
 * @throws NotFoundError also for another account's; NotWaitingError; TooManyRequestsError
 */
export async function resendLink(context: Asking, id: number): Promise<BillingRecipient> {
  const { database, accountId, mail } = context;
  const found = (await listRows(database.query, accountId)).find((row) => row.id === id);
  if (!found) throw new NotFoundError();
  if (found.state !== 'waiting') throw new NotWaitingError();
  await takeMail(context, found.email);
  return database.transaction(async (transaction) => {
    const row = await lockRecipient(transaction, accountId, id);
    if (!row) throw new NotFoundError();
    if (row.state !== 'waiting') throw new NotWaitingError();
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    const link = await mailLink(context, transaction, { email: row.email, language: row.locale });
    return present(await updateWaiting(transaction, id, link));
  });
}

/** Removes a recipient; its links are void. @throws NotFoundError also for another account's; TooManyRequestsError */
export async function removeRecipient(context: Asking, id: number): Promise<Record<never, never>> {
  const { database, accountId, audit, actor, mail } = context;
  await changes.take(database, accountId);
  await database.transaction(async (transaction) => {
    const row = await deleteRecipient(transaction, accountId, id);
    if (!row) throw new NotFoundError();
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    const detail = { email: row.email };
    await audit.record({ ...actor, kind: 'billingRecipientRemoved', detail }, transaction);
  });
  return {};
}

/** Whether the caller, an owner or admin, gets invoices and receipts (REC-6). @throws TooManyRequestsError */
export async function setOwn(
  { database, accountId, session }: Asking,
  wanted: boolean,
): Promise<ResponseOf<typeof billingRecipients.setOwn>> {
  await changes.take(database, accountId);
  await saveChoice(database.query, { userId: session.user.id, accountId, receives: wanted });
  return { email: session.user.email, receives: wanted };
}

/**
 * Whether a recipient gets notices of renewals and ends as well (EXP-5).
 * @throws NotFoundError also for another account's; TooManyRequestsError
 */
export async function setNotices(context: Asking, id: number, wanted: boolean): Promise<BillingRecipient> {
  const { database, accountId, audit, actor } = context;
  await changes.take(database, accountId);
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
    return present(row);
  });
}

async function takeMail({ database, accountId }: Asking, email: string): Promise<void> {
  await mailsOfAccount.take(database, accountId);
  await mailsToAddress.take(database, email.toLowerCase());
}

/** Queues the mail with a link to confirm. The name is an admin's words, and the address may be a stranger's: it is not greeted. */
async function mailLink(
  { mail, accountId }: Asking,
  transaction: Queryable,
  { email, language }: Pick<NewRecipient, 'email' | 'language'>,
) {
  const account = await findAccountBrand(transaction, accountId);
  if (!account) throw new NotFoundError();
  const { path, hash, until } = newConfirmLink(language);
  const linkMessageId = await mail.enqueue(transaction, {
    template: 'recipientConfirmation',
    data: { accountName: account.name, path, days: confirmLife / (24 * 60 * 60) },
    to: { address: email },
    locale: language,
    companyId: account.companyId,
    accountId,
    expiresAt: until,
  });
  return { linkHash: hash, linkUntil: until, linkMessageId };
}

function present({
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
