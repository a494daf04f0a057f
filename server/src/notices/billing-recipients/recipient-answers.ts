import type { billingRecipients, ResponseOf } from '@portico/contract';
import { findAccountBrand, LinkExpiredError } from '../../accounts/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { hashSecret } from '../../core/secrets.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import {
  findRecipientByHash,
  findRecipientOfLink,
  markConfirmed,
  markLeft,
  type RecipientRow,
} from './billing-recipients.queries.ts';
import { isLeaveToken, readLeaveToken } from './recipient-links.ts';

/** Uses of links from one address in an hour. The tokens cannot be guessed: this keeps the database from being kept busy. */
const uses = defineLimit('billing-recipient-link', 300, 60 * 60);

type LinkAnswer = ResponseOf<typeof billingRecipients.checkLink>;

interface Use {
  readonly token: string;
  readonly origin: RequestOrigin;
}

/** What a mailed link is for, without using it: programs open links in mail, too. @throws LinkExpiredError */
export async function checkLink(context: BillingRecipientsContext, use: Use): Promise<LinkAnswer> {
  await uses.take(context.database, use.origin.address ?? '');
  const { row, kind } = await findByToken(context, use.token);
  return present(context, row, kind);
}

/**
 * Confirms an address (REC-3). Whoever has confirmed is answered alike.
 * @throws LinkExpiredError where the link is too old, was replaced, or they left or were removed since
 */
export async function confirm(context: BillingRecipientsContext, use: Use): Promise<LinkAnswer> {
  const { database, audit, mail } = context;
  await uses.take(database, use.origin.address ?? '');
  const { row, kind } = await findByToken(context, use.token);
  if (kind !== 'confirm') throw new LinkExpiredError();
  await database.transaction(async (transaction) => {
    if (!(await markConfirmed(transaction, row.id, row.linkHash))) return;
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    await audit.record(
      { ...actorOf(row, use), kind: 'billingRecipientConfirmed', detail: { email: row.email } },
      transaction,
    );
  });
  // They were removed, left or got another link in the same moment.
  const now = await findRecipientOfLink(database.query, row.id);
  if (now?.state !== 'confirmed') throw new LinkExpiredError();
  return present(context, now, 'confirm');
}

/** Ends mail to an address (REC-5). Once more is no error. @throws LinkExpiredError where they were removed since */
export async function leave(context: BillingRecipientsContext, use: Use): Promise<LinkAnswer> {
  const { database, audit } = context;
  await uses.take(database, use.origin.address ?? '');
  const { row, kind } = await findByToken(context, use.token);
  if (kind !== 'leave') throw new LinkExpiredError();
  await database.transaction(async (transaction) => {
    if (!(await markLeft(transaction, row.id))) return;
    await audit.record(
      { ...actorOf(row, use), kind: 'billingRecipientLeft', detail: { email: row.email } },
      transaction,
    );
  });
  return present(context, row, 'leave');
}

interface Found {
  readonly row: RecipientRow;
  readonly kind: 'confirm' | 'leave';
}

async function findByToken({ database, config }: BillingRecipientsContext, token: string): Promise<Found> {
  const id = readLeaveToken(token);
  if (id !== undefined) {
    const row = await findRecipientOfLink(database.query, id);
    if (!row || !isLeaveToken(config.appSecret, token, row)) throw new LinkExpiredError();
    return { row, kind: 'leave' };
  }
  const row = await findRecipientByHash(database.query, hashSecret(token));
  if (!row || row.state === 'left') throw new LinkExpiredError();
  return { row, kind: 'confirm' };
}

async function present(
  { database }: BillingRecipientsContext,
  { accountId, email, locale }: RecipientRow,
  kind: Found['kind'],
): Promise<LinkAnswer> {
  const account = await findAccountBrand(database.query, accountId);
  if (!account) throw new LinkExpiredError();
  return { kind, email, accountName: account.name, language: locale };
}

/** Nobody of the account does it: the event names the address. */
function actorOf({ accountId }: RecipientRow, { origin: { address, requestId } }: Use) {
  return { accountId, userId: null, realUserId: null, address, requestId };
}
