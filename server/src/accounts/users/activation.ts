import type { Queryable } from '../../core/db/database.ts';
import type { Changes } from '../audit/changes.ts';
import { voidMailedLinks } from './changing-users.ts';
import { updateInviteeToInactive } from './invitees.queries.ts';
import { hasOtherPermanentAdmin } from './user-changes.queries.ts';
import type { CallContext } from './users.context.ts';
import { UserConflictError } from './users.errors.ts';
import { findUser } from './users.queries.ts';
import { isPermanentAdmin } from './users.rules.ts';

/**
 * What follows when a user was activated or deactivated (USR-11, OPR-10). Who was deactivated loses sessions and waiting sign-ins, and what was mailed
 * opens nothing any more. The audit log has it.
 */
export async function applyActivation(
  context: Pick<CallContext, 'audit' | 'mail' | 'actor' | 'endSessionsOf'>,
  transaction: Queryable,
  userId: number,
  active: boolean,
): Promise<void> {
  const { audit, actor, endSessionsOf } = context;
  if (!active) {
    await endSessionsOf(transaction, { userId, forgetBrowsers: true });
    await voidMailedLinks(context, transaction, userId, 'resetPassword', 'invitation', 'confirmEmail');
  }
  const changes: Changes = { active: [!active, active] };
  const kind = active ? 'userActivated' : 'userDeactivated';
  await audit.record({ ...actor, kind, detail: { userId, changes } }, transaction);
}

/**
 * Deactivates a user who never came in (LINK-9), in a transaction that has locked the account's roles.
 * @returns false for one who has a password, signed in, or is the owner: they stay as they are.
 * @throws UserConflictError where the account would be without an admin (USR-22).
 */
export async function deactivateInvitee(transaction: Queryable, accountId: number, userId: number): Promise<boolean> {
  const before = await findUser(transaction, accountId, userId);
  if (!before || !(await updateInviteeToInactive(transaction, accountId, userId))) return false;
  if (isPermanentAdmin(before) && !(await hasOtherPermanentAdmin(transaction, accountId, userId)))
    throw new UserConflictError('user.lastAdmin');
  return true;
}
