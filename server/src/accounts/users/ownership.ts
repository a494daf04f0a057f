import type { UserWithProducts } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { ForbiddenError } from '../../core/http/app-error.ts';
import { lockUser, userChanges } from './changing-users.ts';
import { updateOwner } from './user-changes.queries.ts';
import { mailOwnershipTransferred } from './user-mails.ts';
import type { CallContext } from './users.context.ts';
import { UserConflictError } from './users.errors.ts';
import { findUser } from './users.queries.ts';
import { ownershipRefusal } from './users.rules.ts';
import { getUser } from './users.service.ts';

/**
 * Makes an active admin the owner in place of the caller, who stays an admin (USR-12). Removes the new owner's identities
 * at providers that others connected (SSO-19), and their passkeys, external logins and sessions (USR-35). Both owners are mailed. Of two concurrent transfers, one succeeds.
 * @throws NotFoundError, also for another account's user; ForbiddenError for anyone but the owner; UserConflictError if
 * the user cannot become the owner; TooManyRequestsError
 */
export async function transferOwnership(context: CallContext, id: number): Promise<UserWithProducts> {
  const { database, accountId, session, audit, actor, endUserSessions, removeOtherWaysIn, unlinkForeignIdentities } =
    context;
  await userChanges.take(database, accountId);
  await database.transaction(async (transaction) => {
    const to = await lockUser(context, transaction, id);
    if (!session.user.isOwner) throw new ForbiddenError('user.ownerTransfers');
    await assertStillOwner(context, transaction);
    const refusal = ownershipRefusal(to);
    if (refusal) throw new UserConflictError(refusal);
    const from = session.user.id;
    await updateOwner(transaction, accountId, { from, to: id });
    // Otherwise an admin who signed in as the user earlier, or whose provider did, could sign in as the owner.
    const removedOthers = await removeOtherWaysIn(transaction, id);
    const unlinkedProviders = await unlinkForeignIdentities(transaction, { accountId, userId: id });
    await endUserSessions(transaction, { userId: id, forgetBrowsers: true });
    await mailOwnershipTransferred(context, transaction, { from, to: id, unlinkedProviders, removedOthers });
    const changes = { ownerId: [from, id] as const };
    const detail = {
      userId: id,
      ...(unlinkedProviders.length > 0 && { unlinkedProviders: unlinkedProviders.join(', ') }),
      changes,
    };
    await audit.record({ ...actor, kind: 'ownershipTransferred', detail }, transaction);
  });
  return getUser(context, id);
}

/** @throws UserConflictError if the ownership was transferred since the request began */
async function assertStillOwner({ accountId, session }: CallContext, transaction: Queryable): Promise<void> {
  const from = await findUser(transaction, accountId, session.user.id);
  if (!from?.isOwner) throw new UserConflictError('user.ownerChanged');
  if (from.isOperator) throw new ForbiddenError('user.operator');
}
