import { paths } from '@portico/contract';
import { findSignOnUser, mailAccountAdmins } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import type { SsoIdentity } from './identity.ts';
import { listLeftOutClaims } from './mappings.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'mail'>;

/** Maximum mails about a user whom the provider knows as another person, per user and day. */
const otherPersonMails = defineLimit('sso-other-person', 1, 24 * 60 * 60);

/** Maximum mails about groups that a provider left out, per provider and 30 days. */
const leftOutMails = defineLimit('sso-groups-left-out', 1, 30 * 24 * 60 * 60);

/** Whether admins must be mailed that the provider left mapped claims out, at most once in 30 days (SSO-58). Counts the mail as sent. */
export async function isLeftOutMailDue(
  { database }: Pick<Context, 'database'>,
  { id }: ProviderSettings,
  { claims }: Pick<SsoIdentity, 'claims'>,
): Promise<boolean> {
  return listLeftOutClaims(claims).length > 0 && leftOutMails.tryTake(database, id);
}

/** Mails admins that the provider left groups out, and what to change there (SSO-58). */
export function mailGroupsLeftOut(
  { mail }: Pick<Context, 'mail'>,
  transaction: Queryable,
  { id, name: providerName, accountId }: ProviderSettings,
): Promise<void> {
  const path = paths.externalProvider.replace('$id', String(id));
  return mailAccountAdmins({ mail }, transaction, accountId, ({ accountName }) => ({
    template: 'groupsLeftOut',
    data: { providerName, accountName, path },
  }));
}

/** Mails admins that a person was refused because the user is linked to another person, once a day for each user (SSO-57). */
export async function mailPersonKnownOtherwise(
  { database, mail }: Context,
  { name: providerName, accountId }: ProviderSettings,
  { firstName, lastName, email }: SsoIdentity,
  userId: number,
): Promise<void> {
  const user = await findSignOnUser(database.query, userId);
  if (!user || !(await otherPersonMails.tryTake(database, userId))) return;
  const path = paths.user.replace('$userId', String(userId)).replace('$id', String(userId));
  await database.transaction((transaction) =>
    mailAccountAdmins({ mail }, transaction, accountId, ({ accountName }) => ({
      template: 'personKnownOtherwise',
      data: {
        providerName,
        accountName,
        userName: user.name,
        personName: `${firstName} ${lastName}`.trim(),
        email: email ?? '',
        path,
      },
    })),
  );
}
