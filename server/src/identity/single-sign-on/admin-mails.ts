import { paths } from '@portico/contract';
import { findSignOnUser, mailAccountAdmins } from '../../accounts/index.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import type { SsoIdentity } from './identity.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'mail'>;

/** Mails about a user whom the provider names as another person, per user and day. */
const otherPersonMails = defineLimit('sso-other-person', 1, 24 * 60 * 60);

/** Mails admins that a person was refused as another one's user, once a day for each user (SSO-57). */
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
