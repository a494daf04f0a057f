import { paths } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { findAccountBrand } from '../accounts/listing.queries.ts';
import { findAccountSignOn } from '../accounts/single-sign-on.queries.ts';
import { findRecipient } from './recipients.queries.ts';
import type { Asking } from './users.context.ts';

/** Tells a user that an admin changed a way in of theirs. */
export async function mailChangedByAdmin(
  context: Pick<Asking, 'mail' | 'session' | 'accountId' | 'locale'>,
  transaction: Queryable,
  userId: number,
  change: 'password' | 'secondFactor',
): Promise<void> {
  const { mail, session, accountId, locale } = context;
  const [user, brand] = await Promise.all([
    findRecipient(transaction, userId),
    findAccountBrand(transaction, accountId),
  ]);
  if (!user || !brand) return;
  await mail.enqueue(transaction, {
    template: 'changedByAdmin',
    data: {
      change,
      login: user.login,
      adminName: nameOf(session.user),
      accountName: brand.name,
      at: new Date().toISOString(),
      path: paths.login,
    },
    to: { address: user.email, name: user.name },
    locale: user.locale ?? locale,
    companyId: brand.companyId,
    accountId,
  });
}

/** Tells the former and the new owner of an account (USR-12), and the new one that the way in for when the identity provider fails is theirs to make (SSO-33). */
export async function mailOwnershipTransferred(
  { mail, accountId, locale }: Asking,
  transaction: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
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
        otherName: other.name || other.login,
        accountName: brand.name,
        at: new Date().toISOString(),
        path: paths.users,
      },
      to: { address: user.email, name: user.name },
      locale: user.locale ?? locale,
      companyId: brand.companyId,
      accountId,
    });
}

/** A user as mails name them. */
export function nameOf({ firstName, lastName, login }: { firstName: string; lastName: string; login: string }): string {
  return `${firstName} ${lastName}`.trim() || login;
}
