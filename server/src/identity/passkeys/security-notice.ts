import { findPerson } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { nameDevice } from '../../core/http/user-agent.ts';
import type { Mail } from '../../core/mail/index.ts';

/** Mails the user that a sign-in method was added or removed, in the transaction of the change. */
export async function mailSignInMethodChange(
  transaction: Queryable,
  context: RequestContext & { readonly mail: Pick<Mail, 'enqueue'>; readonly userAgent: string },
  change: 'passkeys' | 'externalLogins',
): Promise<void> {
  const { mail, session, locale, actor, userAgent } = context;
  const { user, account } = session;
  const person = await findPerson(transaction, user.id);
  await mail.enqueue(transaction, {
    template: 'securityNotice',
    data: {
      change,
      login: user.login,
      at: new Date().toISOString(),
      device: nameDevice(userAgent),
      address: actor.address ?? '',
      path: '/Profile?tab=sessions',
    },
    to: { address: user.email, name: `${user.firstName} ${user.lastName}`.trim() || user.login },
    locale: person?.locale ?? locale,
    companyId: account.companyId,
    accountId: account.id,
  });
}
