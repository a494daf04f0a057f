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
import { isLeaveToken, parseLeaveToken } from './recipient-links.ts';

/**
 * The maximum number of uses of links per IP address and hour. Tokens cannot be guessed; the limit protects the
 * database.
 */
const linkLimit = defineLimit('billing-recipient-link', 300, 60 * 60);

type LinkAnswer = ResponseOf<typeof billingRecipients.checkLink>;

interface LinkUse {
  readonly token: string;
  readonly origin: RequestOrigin;
}

/** Describes a mailed link without using it, because mail programs open links too. @throws LinkExpiredError */
export async function checkLink(context: BillingRecipientsContext, use: LinkUse): Promise<LinkAnswer> {
  await linkLimit.take(context.database, use.origin.address ?? '');
  const { row, kind } = await getRecipientByToken(context, use.token);
  return presentLink(context, row, kind);
}

/**
 * Confirms an address (REC-3). Confirming again has the same answer.
 * @throws LinkExpiredError if the link has expired or was replaced, or the recipient left or was removed
 */
export async function confirm(context: BillingRecipientsContext, use: LinkUse): Promise<LinkAnswer> {
  const { database, audit, mail } = context;
  await linkLimit.take(database, use.origin.address ?? '');
  const { row, kind } = await getRecipientByToken(context, use.token);
  if (kind !== 'confirm') throw new LinkExpiredError();
  await database.transaction(async (transaction) => {
    if (!(await markConfirmed(transaction, row.id, row.linkHash))) return;
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    await audit.record(
      { ...createActor(row, use), kind: 'billingRecipientConfirmed', detail: { email: row.email } },
      transaction,
    );
  });
  // The recipient may have been removed, left or got another link at the same time.
  const now = await findRecipientOfLink(database.query, row.id);
  if (now?.state !== 'confirmed') throw new LinkExpiredError();
  return presentLink(context, now, 'confirm');
}

/** Ends mail to an address (REC-5). Leaving again is not an error. @throws LinkExpiredError if the recipient was removed */
export async function leave(context: BillingRecipientsContext, use: LinkUse): Promise<LinkAnswer> {
  const { database, audit } = context;
  await linkLimit.take(database, use.origin.address ?? '');
  const { row, kind } = await getRecipientByToken(context, use.token);
  if (kind !== 'leave') throw new LinkExpiredError();
  await database.transaction(async (transaction) => {
    if (!(await markLeft(transaction, row.id))) return;
    await audit.record(
      { ...createActor(row, use), kind: 'billingRecipientLeft', detail: { email: row.email } },
      transaction,
    );
  });
  return presentLink(context, row, 'leave');
}

interface LinkRecipient {
  readonly row: RecipientRow;
  readonly kind: 'confirm' | 'leave';
}

async function getRecipientByToken(
  { database, config }: BillingRecipientsContext,
  token: string,
): Promise<LinkRecipient> {
  const id = parseLeaveToken(token);
  if (id !== undefined) {
    const row = await findRecipientOfLink(database.query, id);
    if (!row || !isLeaveToken(config.appSecret, token, row)) throw new LinkExpiredError();
    return { row, kind: 'leave' };
  }
  const row = await findRecipientByHash(database.query, hashSecret(token));
  if (!row || row.state === 'left') throw new LinkExpiredError();
  return { row, kind: 'confirm' };
}

async function presentLink(
  { database }: BillingRecipientsContext,
  { accountId, email, locale }: RecipientRow,
  kind: LinkRecipient['kind'],
): Promise<LinkAnswer> {
  const account = await findAccountBrand(database.query, accountId);
  if (!account) throw new LinkExpiredError();
  return { kind, email, accountName: account.name, language: locale };
}

/** No user of the account acts, so the event contains the IP address. */
function createActor({ accountId }: RecipientRow, { origin: { address, requestId } }: LinkUse) {
  return { accountId, userId: null, realUserId: null, address, requestId };
}
