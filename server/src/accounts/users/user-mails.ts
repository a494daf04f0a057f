import { type Locale, paths } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import type { Mail, MailTemplateName, TemplateData } from '../../core/mail/index.ts';
import { findAccountBrand } from '../accounts/listing.queries.ts';
import { findAccountSignOn } from '../accounts/single-sign-on.queries.ts';
import { findOwnerRecipient, findRecipient, listAdminRecipients, type Recipient } from './recipients.queries.ts';
import type { CallContext } from './users.context.ts';

interface AdminChange {
  readonly change: 'password' | 'secondFactor' | 'email';
  /** Whether passkeys and external logins were removed as well. */
  readonly removedOthers?: boolean;
  /** The former address, which gets the mail about a new one. */
  readonly formerEmail?: string;
}

/** Mails a user that an admin changed their password, second factor or email address. */
export async function mailChangedByAdmin(
  context: Pick<CallContext, 'mail' | 'session' | 'accountId' | 'locale'>,
  transaction: Queryable,
  userId: number,
  { change, removedOthers = false, formerEmail }: AdminChange,
): Promise<void> {
  const { mail, session, accountId } = context;
  const [user, brand] = await Promise.all([
    findRecipient(transaction, userId),
    findAccountBrand(transaction, accountId),
  ]);
  if (!user || !brand) return;
  await mail.enqueue(transaction, {
    template: 'changedByAdmin',
    data: {
      change,
      removedOthers,
      login: user.login,
      adminName: userDisplayName(session.user),
      accountName: brand.name,
      at: new Date().toISOString(),
      path: paths.login,
    },
    ...addressedTo({ ...user, email: formerEmail ?? user.email }, brand, context),
  });
}

/** Maximum number of new admins whom a mail names. */
const maxNamedAdmins = 10;

/** Mails an account's owner that users became admins, also if the owner did it: the session may be a stranger's (USR-36). @param emails of the new admins */
export async function mailOwnerAboutAdmins(
  context: Pick<CallContext, 'mail' | 'session' | 'accountId' | 'locale'>,
  transaction: Queryable,
  emails: readonly string[],
): Promise<void> {
  const { mail, session, accountId } = context;
  const owner = await findOwnerRecipient(transaction, accountId);
  const brand = await findAccountBrand(transaction, accountId);
  if (!owner || !brand) return;
  await mail.enqueue(transaction, {
    template: 'adminsAdded',
    data: {
      emails: emails.slice(0, maxNamedAdmins),
      count: emails.length,
      actorName: userDisplayName(session.user),
      accountName: brand.name,
      at: new Date().toISOString(),
      path: paths.users,
    },
    ...addressedTo(owner, brand, context),
  });
}

/**
 * Mails the former and the new owner of an account (USR-12). If single sign-on is required, the new owner is asked to
 * create a break-glass code (SSO-33).
 * @param change.unlinkedProviders names of providers whose links to the new owner were removed (SSO-19)
 * @param change.removedOthers whether passkeys or external logins of the new owner were removed (USR-35)
 */
export async function mailOwnershipTransferred(
  context: CallContext,
  transaction: Queryable,
  {
    from,
    to,
    unlinkedProviders,
    removedOthers,
  }: {
    readonly from: number;
    readonly to: number;
    readonly unlinkedProviders: string[];
    readonly removedOthers: boolean;
  },
): Promise<void> {
  const { mail, accountId } = context;
  const former = await findRecipient(transaction, from);
  const owner = await findRecipient(transaction, to);
  const brand = await findAccountBrand(transaction, accountId);
  const isSignOnRequired = (await findAccountSignOn(transaction, accountId))?.ssoRequired === true;
  if (!former || !owner || !brand) return;
  const pairs = [
    { user: former, other: owner },
    { user: owner, other: former },
  ];
  for (const { user, other } of pairs)
    await mail.enqueue(transaction, {
      template: 'ownershipTransferred',
      data: {
        isNewOwner: user === owner,
        needsBreakGlassCode: user === owner && isSignOnRequired,
        unlinkedProviders: user === owner ? unlinkedProviders : [],
        removedOthers: user === owner && removedOthers,
        otherName: other.name || other.login,
        accountName: brand.name,
        at: new Date().toISOString(),
        path: paths.users,
      },
      ...addressedTo(user, brand, context),
    });
}

/** The address, language (MAIL-11) and brand of a mail to a user. */
function addressedTo(
  { email, name, locale: own }: Pick<Recipient, 'email' | 'name' | 'locale'>,
  { companyId }: { readonly companyId: number },
  { accountId, locale }: Pick<CallContext, 'accountId' | 'locale'>,
) {
  return { to: { address: email, name }, locale: own ?? locale, companyId, accountId };
}

/** The name of a user in mail. */
export function userDisplayName({
  firstName,
  lastName,
  login,
}: {
  firstName: string;
  lastName: string;
  login: string;
}): string {
  return `${firstName} ${lastName}`.trim() || login;
}

type MailOf<Name extends MailTemplateName> = {
  [Each in Name]: { readonly template: Each; readonly data: TemplateData<Each> };
}[Name];

/** Queues a mail to an account's active owner and admins, each in their language, in the transaction of its cause (LATE-7). */
export async function mailAccountAdmins<Name extends MailTemplateName>(
  { mail }: { readonly mail: Pick<Mail, 'enqueueMany'> },
  transaction: Queryable,
  accountId: number,
  mailFor: (reader: { readonly accountName: string; readonly locale: Locale }) => MailOf<Name>,
): Promise<void> {
  const account = await findAccountBrand(transaction, accountId);
  if (!account) return;
  const admins = await listAdminRecipients(transaction, accountId);
  const mails = admins
    .filter(({ email }) => email !== '')
    .map(({ email, name, locale: chosen }) => {
      const locale = chosen ?? 'en';
      const to = { address: email, name };
      return { ...mailFor({ accountName: account.name, locale }), to, locale, companyId: account.companyId, accountId };
    });
  if (mails.length > 0) await mail.enqueueMany(transaction, mails);
}
