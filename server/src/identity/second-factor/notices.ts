import { type Locale, paths } from '@portico/contract';
import { findAccountBrand, findRecipient, listAdminRecipients, type Recipient } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { nameDevice } from '../../core/http/user-agent.ts';
import type { Mail } from '../../core/mail/index.ts';

/** The events that users are mailed about. */
export type Notice = 'secondFactor' | 'recoveryCodes' | 'recoveryCodeUsed' | 'factorClosed' | 'breakGlassTries';

/** The origin of a change. */
export interface ChangeOrigin {
  readonly userId: number;
  readonly companyId: number;
  /** IP address. */
  readonly address: string | null;
  readonly userAgent: string;
  /** The language for users who have not chosen one. */
  readonly locale: Locale;
}

/** Mails the user what changed, in the transaction of the change (MFA-10). */
export async function mailUserNotice(
  mail: Pick<Mail, 'enqueue'>,
  transaction: Queryable,
  change: Notice,
  origin: ChangeOrigin,
): Promise<void> {
  const user = await findRecipient(transaction, origin.userId);
  if (!user) return;
  await mail.enqueue(transaction, {
    template: 'securityNotice',
    data: { ...mailCircumstances(origin), change, login: user.login, path: `${paths.profile}?tab=mfa` },
    ...addressed(user, origin),
  });
}

/** Mails admins that the account's owner signed in with a recovery code (MFA-8) or a break-glass code (SSO-34). */
export async function mailOwnerSignIn(
  mail: Pick<Mail, 'enqueue'>,
  transaction: Queryable,
  { owner, includesOwner }: { readonly owner: Recipient; readonly includesOwner: boolean },
  origin: Pick<ChangeOrigin, 'address' | 'userAgent' | 'locale'>,
): Promise<void> {
  const admins = await listAdminRecipients(transaction, owner.accountId);
  const account = await findAccountBrand(transaction, owner.accountId);
  if (!account) return;
  const about = { userName: owner.name || owner.login, accountName: account.name, login: owner.login };
  for (const admin of admins.filter(({ id }) => includesOwner || id !== owner.id))
    await mail.enqueue(transaction, {
      template: 'breakGlassUsed',
      data: { ...mailCircumstances(origin), ...about, path: paths.users },
      ...addressed(admin, { ...origin, companyId: account.companyId }),
    });
}

function mailCircumstances({ userAgent, address }: Pick<ChangeOrigin, 'userAgent' | 'address'>) {
  return { at: new Date().toISOString(), device: nameDevice(userAgent), address: address ?? '' };
}

function addressed({ email, name, locale, accountId }: Recipient, origin: Pick<ChangeOrigin, 'locale' | 'companyId'>) {
  return { to: { address: email, name }, locale: locale ?? origin.locale, companyId: origin.companyId, accountId };
}
