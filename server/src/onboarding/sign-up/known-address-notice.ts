import { type Locale, paths } from '@portico/contract';
import { findAccountBrand, findPerson, findUserByEmail, recordLinkMessage, reissueLink } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import { colleagueMails, hashEmail, knownAddressMails } from './sign-up.limits.ts';
import { remindToConfirm } from './welcome.ts';

interface NoticeContext {
  readonly database: Database;
  readonly mail: Pick<Mail, 'enqueue' | 'forget'>;
}

interface KnownAddress {
  /** The account that proved the address's domain, if no user has the address. */
  readonly organization?: number | undefined;
  /** Whether the form paid for an order, and the known address is a correction (SIGN-52). */
  readonly hasOrder?: boolean;
}

/** Days for which the mail's content is kept if it contains no link that expires. */
const contentDays = 7;

/**
 * Mails users who sign up again how to sign in, or sends their invitation again (SIGN-18). The page does not reveal it. Inactive
 * users get no mail.
 */
export async function notifyKnownAddress(
  context: NoticeContext,
  email: string,
  locale: Locale,
  { organization, hasOrder = false }: KnownAddress = {},
): Promise<void> {
  const { database } = context;
  const found = await findUserByEmail(database.query, email);
  if (!found) {
    if (organization !== undefined) await mailColleague(context, email, locale, { organization, hasOrder });
    return;
  }
  const person = await findPerson(database.query, found.id);
  // Perhaps somebody else signed up with the address, and cannot confirm it (SIGN-49).
  if (person?.active && !person.isEmailConfirmed) return void (await remindToConfirm(context, found.id));
  if (!(await knownAddressMails.tryTake(database, found.id))) return;
  await database.transaction((transaction) => mailKnownUser(context, transaction, found.id, { locale, hasOrder }));
}

/**
 * Mails a person whose organization already has an account, in which users are invited (SIGN-32). The mail contains the account's name, but no text that a stranger typed.
 */
async function mailColleague(
  { database, mail }: NoticeContext,
  email: string,
  locale: Locale,
  { organization: accountId, hasOrder }: { readonly organization: number; readonly hasOrder: boolean },
): Promise<void> {
  if (!(await colleagueMails.tryTake(database, hashEmail(email)))) return;
  const brand = await findAccountBrand(database.query, accountId);
  if (!brand) return;
  await database.transaction((transaction) =>
    mail.enqueue(transaction, {
      template: 'signUpOrganization',
      data: { accountName: brand.name, hasOrder, path: paths.login },
      to: { address: email },
      locale,
      companyId: brand.companyId,
      accountId,
      expiresAt: new Date(Date.now() + contentDays * 86_400_000),
    }),
  );
}

async function mailKnownUser(
  { mail }: NoticeContext,
  transaction: Queryable,
  userId: number,
  { locale, hasOrder }: { readonly locale: Locale; readonly hasOrder: boolean },
): Promise<void> {
  const person = await findPerson(transaction, userId);
  const brand = person?.active ? await findAccountBrand(transaction, person.accountId) : undefined;
  if (!person || !brand) return;
  const invitation = person.hasPassword ? undefined : await reissueLink(transaction, userId, 'invitation');
  const messageId = await mail.enqueue(transaction, {
    template: 'signUpKnown',
    data: {
      accountName: brand.name,
      login: person.login,
      isInvited: invitation !== undefined,
      hasOrder,
      path: invitation?.path ?? paths.login,
    },
    to: { address: person.email, name: `${person.firstName} ${person.lastName}`.trim() },
    locale: person.locale ?? locale,
    companyId: brand.companyId,
    accountId: person.accountId,
    expiresAt: invitation?.expiresAt ?? new Date(Date.now() + contentDays * 86_400_000),
  });
  if (!invitation) return;
  if (invitation.messageId !== null) await mail.forget(transaction, invitation.messageId);
  await recordLinkMessage(transaction, invitation.token, messageId);
}
