import { comparisonKey, type Locale, paths } from '@portico/contract';
import { findAccountBrand, findContact, listAdminRecipients } from '../../accounts/index.ts';
import { nameProduct, type Product } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { NewMail } from '../../core/mail/index.ts';
import type { ExpiryNoticesContext } from './expiry-notices.context.ts';
import type { Expiry } from './expiry-notices.rules.ts';

interface Receiver {
  readonly address: string;
  readonly name: string;
  readonly locale: Locale;
  /** Null for users, who sign in. */
  readonly leavePath: string | null;
  readonly leaveAtOncePath: string | null;
}

interface Notice {
  readonly end: Expiry;
  readonly daysLeft: number;
}

/** Queues the mails of a notice to the account's owner and admins and its contacts, each in their language (EXP-5). */
export async function mailNotice(
  context: ExpiryNoticesContext,
  transaction: Queryable,
  notice: Notice,
  products: ReadonlyMap<string, Product>,
): Promise<void> {
  const { accountId, kind } = notice.end;
  const account = await findAccountBrand(transaction, accountId);
  if (!account) return;
  const { companyId, name: accountName } = account;
  const contact = kind === 'license' ? await findContact(transaction, companyId, context.config) : null;
  const receivers = await listReceivers(context, transaction, accountId);
  const mails = receivers.map(({ address, name, locale, leavePath, leaveAtOncePath }) => ({
    ...createContent(notice, {
      productName: nameProduct(products, notice.end.productId, locale),
      accountName,
      contact,
      leavePath,
      leaveAtOncePath,
    }),
    to: { address, name },
    locale,
    companyId,
    accountId,
  }));
  if (mails.length > 0) await context.mail.enqueueMany(transaction, mails);
}

/** Each address occurs once. A user who is also a contact gets the user's mail. */
async function listReceivers(
  { config, listNoticeContacts }: ExpiryNoticesContext,
  transaction: Queryable,
  accountId: number,
): Promise<Receiver[]> {
  const users = await listAdminRecipients(transaction, accountId);
  const contacts = await listNoticeContacts(transaction, config.appSecret, accountId);
  const found = new Map<string, Receiver>();
  for (const { email, name, locale } of users.filter((user) => user.email !== '')) {
    found.set(comparisonKey(email), {
      address: email,
      name,
      locale: locale ?? 'en',
      leavePath: null,
      leaveAtOncePath: null,
    });
  }
  for (const { address, name, language, leavePath, leaveAtOncePath } of contacts) {
    if (found.has(comparisonKey(address))) continue;
    found.set(comparisonKey(address), { address, name, locale: language, leavePath, leaveAtOncePath });
  }
  return [...found.values()];
}

interface Common {
  readonly productName: string;
  readonly accountName: string;
  readonly contact: string | null;
  readonly leavePath: string | null;
  readonly leaveAtOncePath: string | null;
}

type NoticeTemplate = 'trialEnds' | 'renewalAhead' | 'subscriptionEnds' | 'licenseEnds';

/** The mail for a contact without a login has no link to the portal. */
function createContent(
  { end, daysLeft }: Notice,
  { contact, ...common }: Common,
): Pick<NewMail<NoticeTemplate>, 'template' | 'data'> {
  const { kind, at, amount, currency, canceledAt, licenseNumber, subjectId } = end;
  // Without the product, because the pages of a disabled product redirect (CAT-22).
  const subscription = paths.subscription.replace('$id', String(subjectId));
  const portalPath = (path: string) => (common.leavePath === null ? path : null);
  const data = { ...common, daysLeft, at: at.toISOString() };
  switch (kind) {
    case 'trial':
      return { template: 'trialEnds', data: { ...data, amount, currency, path: portalPath(subscription) } };
    case 'renewal':
      return { template: 'renewalAhead', data: { ...data, amount, currency, path: portalPath(subscription) } };
    case 'ending':
      return {
        template: 'subscriptionEnds',
        data: { ...data, canceledAt: canceledAt?.toISOString() ?? null, path: portalPath(subscription) },
      };
    case 'license':
      return {
        template: 'licenseEnds',
        data: {
          ...data,
          licenseNumber: licenseNumber ?? '',
          contact: contact?.replace(/^mailto:/, '') ?? null,
          path: portalPath(paths.license.replace('$id', String(subjectId))),
        },
      };
  }
}
