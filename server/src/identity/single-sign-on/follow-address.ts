import { comparisonKey } from '@portico/contract';
import { accessLinks, changesBetween, findSignOnUser, isAddressFree, updateEmail } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { linkActor } from '../profile/email-change.ts';
import { endLinks, findAddressee, mailNotice } from '../profile/mailed-links.ts';
import { findIdentityEmail, updateIdentityEmail } from './identities.queries.ts';
import { isWithin } from './identity.ts';
import type { SingleSignOnContext, SsoSignIn } from './single-sign-on.context.ts';

/**
 * Gives a user a new address if the provider states another one than at the last sign-in (SSO-59). The former address may
 * be another person's by now, so its links end, and the mail to it cannot undo the change.
 */
export async function followAddress(
  { audit, mail }: Pick<SingleSignOnContext, 'audit' | 'mail'>,
  transaction: Queryable,
  { settings, identity: { email }, origin, locale }: SsoSignIn,
  { identityId, userId }: { readonly identityId: number; readonly userId: number },
): Promise<void> {
  if (email === null) return;
  const former = await findIdentityEmail(transaction, identityId);
  if (former !== null && isSame(former, email)) return;
  const person = former === null ? undefined : await findAddressee(transaction, userId);
  const user = person && (await findSignOnUser(transaction, userId));
  // An owner's address follows only a provider that the owner connected (SSO-19).
  const mayFollow =
    user && isWithin(email, settings.provedDomains) && (!user.isOwner || settings.connectedBy === userId);
  if (person && mayFollow && isSame(person.email, former ?? '')) {
    if (!(await isAddressFree(transaction, email, userId))) return;
    await updateEmail(transaction, userId, email);
    await endLinks(mail, transaction, userId, ...accessLinks, 'undoEmail');
    for (const to of [person, { ...person, email }])
      await mailNotice(mail, transaction, to, { change: 'emailFollowed', origin, locale });
    const detail = { provider: settings.name, changes: changesBetween(person, { email }, ['email']) };
    await audit.record({ ...linkActor(person, origin), kind: 'emailChanged', detail }, transaction);
  }
  await updateIdentityEmail(transaction, identityId, email);
}

const isSame = (one: string, other: string) => comparisonKey(one) === comparisonKey(other);
