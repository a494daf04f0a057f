import type { Queryable } from '../../core/db/database.ts';
import { updateInviteeToInactive } from './invitees.queries.ts';
import { hasOtherLastingAdmin } from './user-changes.queries.ts';
import { UserConflictError } from './users.errors.ts';
import { findUser } from './users.queries.ts';
import { isLastingAdmin } from './users.rules.ts';

/**
 * Deactivates a user who never came in (LINK-9), in a transaction that has locked the account's roles.
 * @returns false for one who has a password, signed in, or is the owner: they stay as they are.
 * @throws UserConflictError where the account would be without an admin (USR-22).
 */
export async function deactivateInvitee(transaction: Queryable, accountId: number, userId: number): Promise<boolean> {
  const before = await findUser(transaction, accountId, userId);
  if (!before || !(await updateInviteeToInactive(transaction, accountId, userId))) return false;
  if (isLastingAdmin(before) && !(await hasOtherLastingAdmin(transaction, accountId, userId)))
    throw new UserConflictError('user.lastAdmin');
  return true;
}
