import { comparisonKey, type Locale, paths } from '@portico/contract';
import { isProvedAddress, listAdminRecipients } from '../../accounts/index.ts';
import { findCustomerDetails } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { NoticeContact } from '../expiry-notices/expiry-notices.context.ts';
import { findChoices, listRecipients } from './billing-recipients.queries.ts';
import { receives } from './invoice-mails.rules.ts';
import { documentPath, leaveAtOncePath, leavePath } from './recipient-links.ts';

export interface Receiver {
  readonly address: string;
  readonly name: string;
  readonly language: Locale;
  readonly invoicePath: (invoiceId: string) => string;
  /** The page to end these mails; null for users and the billing address. */
  readonly leavePath: string | null;
  /** For one-click unsubscribe of mail programs. */
  readonly leaveAtOncePath: string | null;
}

/** Users and the billing address end their mail in the portal. */
const noLeavePaths = { leavePath: null, leaveAtOncePath: null };

/** A billing address that must confirm first (REC-10). */
export interface UnconfirmedAddress {
  readonly email: string;
  readonly name: string;
  readonly language: Locale;
}

interface ReceiverOptions {
  readonly accountId: number;
  readonly customerId: string;
  /** Whether the owner and admins were mailed that the payment had failed. */
  readonly wereWarned?: boolean;
}

/**
 * The receivers of mail about an account's invoices (REC-6): its owner and admins as they chose, confirmed
 * recipients, and the billing address if a user proved that it is theirs and did not decline. Each address occurs once.
 * @returns also a billing address that is neither an admin's nor a recipient's (REC-10)
 */
export async function listReceivers(
  on: Queryable,
  appSecret: string,
  { accountId, customerId, wereWarned = false }: ReceiverOptions,
): Promise<{ receivers: readonly Receiver[]; unconfirmed: UnconfirmedAddress | null }> {
  const [users, choices, recipients, details] = await Promise.all([
    listAdminRecipients(on, accountId),
    findChoices(on, accountId),
    listRecipients(on, accountId),
    findCustomerDetails(on, customerId),
  ]);
  const language = details?.language ?? users.find(({ isOwner }) => isOwner)?.locale ?? 'en';
  const found = new Map<string, Receiver>();
  const add = (receiver: Receiver) => {
    const key = comparisonKey(receiver.address);
    if (!found.has(key)) found.set(key, receiver);
  };
  for (const user of users) {
    if (!receives({ ...user, isAdmin: true }, choices, wereWarned)) continue;
    const invoicePath = (id: string) => paths.invoice.replace('$id', id);
    add({ address: user.email, name: user.name, language: user.locale ?? language, invoicePath, ...noLeavePaths });
  }
  for (const { id, email, name, locale, state } of recipients) {
    if (state !== 'confirmed') continue;
    const invoicePath = (invoiceId: string) => documentPath(appSecret, { invoiceId, recipientId: id, email });
    add({
      address: email,
      name,
      language: locale,
      invoicePath,
      leavePath: leavePath(appSecret, { id, email }, locale),
      leaveAtOncePath: leaveAtOncePath(appSecret, { id, email }, locale),
    });
  }
  const email = details?.email ?? '';
  const name = details?.companyName ?? '';
  const isEmail = (other: { readonly email: string }) => comparisonKey(other.email) === comparisonKey(email);
  const isProved = email !== '' && (await isProvedAddress(on, accountId, email));
  if (isProved && !users.some((user) => isEmail(user) && choices.get(user.id) === false)) {
    const invoicePath = (invoiceId: string) => documentPath(appSecret, { invoiceId, recipientId: null, email });
    add({ address: email, name, language, invoicePath, ...noLeavePaths });
  }
  const isUnconfirmed = email !== '' && !isProved && ![...users, ...recipients].some(isEmail);
  return { receivers: [...found.values()], unconfirmed: isUnconfirmed ? { email, name, language } : null };
}

/** The account's confirmed recipients who get expiry notices. */
export async function listNoticeContacts(
  on: Queryable,
  appSecret: string,
  accountId: number,
): Promise<NoticeContact[]> {
  const recipients = await listRecipients(on, accountId);
  return recipients
    .filter(({ state, receivesNotices }) => state === 'confirmed' && receivesNotices)
    .map(({ id, email, name, locale }) => ({
      address: email,
      name,
      language: locale,
      leavePath: leavePath(appSecret, { id, email }, locale),
      leaveAtOncePath: leaveAtOncePath(appSecret, { id, email }, locale),
    }));
}
