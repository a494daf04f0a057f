import type { Queryable } from '../../core/db/database.ts';
import type { Changes } from '../audit/changes.ts';
import { accessLinks } from '../links/links.schema.ts';
import { voidMailedLinks } from './changing-users.ts';
import { updateInviteeToInactive } from './invitees.queries.ts';
import { hasOtherPermanentAdmin } from './user-changes.queries.ts';
import type { CallContext } from './users.context.ts';
import { UserConflictError } from './users.errors.ts';
import { findUser } from './users.queries.ts';
import { isPermanentAdmin } from './users.rules.ts';

/** Ends the sessions, pending sign-ins and mailed links of a deactivated user, and records the change (USR-11, OPR-10). */
export async function applyActivation(
  context: Pick<CallContext, 'audit' | 'mail' | 'actor' | 'endUserSessions'>,
  transaction: Queryable,
  userId: number,
  active: boolean,
): Promise<void> {
  const { audit, actor, endUserSessions } = context;
  if (!active) {
    await endUserSessions(transaction, { userId, forgetBrowsers: true });
    await voidMailedLinks(context, transaction, userId, ...accessLinks);
  }
  const changes: Changes = { active: [!active, active] };
  const kind = active ? 'userActivated' : 'userDeactivated';
  await audit.record({ ...actor, kind, detail: { userId, changes } }, transaction);
}

/**
 * Deactivates an invited user who never signed in (LINK-9). The transaction must hold the account's role lock. @returns false, and changes nothing,
 * for the owner and for a user who has a password or has signed in. @throws UserConflictError for the last permanent admin (USR-22)
 */
export async function deactivateInvitee(transaction: Queryable, accountId: number, userId: number): Promise<boolean> {
  const before = await findUser(transaction, accountId, userId);
  if (!before || !(await updateInviteeToInactive(transaction, accountId, userId))) return false;
  if (isPermanentAdmin(before) && !(await hasOtherPermanentAdmin(transaction, accountId, userId)))
    throw new UserConflictError('user.lastAdmin');
  return true;
}
