import type { UserWithProducts } from '@portico/contract';
import { type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { findAccountBrand } from '../accounts/listing.queries.ts';
import { accessLinks } from '../links/links.schema.ts';
import { assertAllowed, lockUser, userChanges, voidMailedLinks } from './changing-users.ts';
import { updatePassword } from './people.queries.ts';
import { hashChosenPassword } from './user-creation.ts';
import { mailChangedByAdmin } from './user-mails.ts';
import type { CallContext } from './users.context.ts';
import { findUser, type UserRow } from './users.queries.ts';
import { signInMethodsRefusal } from './users.rules.ts';
import { getUser } from './users.service.ts';

/** Passwords that an admin may choose for others in 15 minutes: each is estimated and hashed (LIM-8). */
const passwordsForOthers = defineLimit('password-for-others', 30, 15 * 60);

/** @throws NotFoundError; ForbiddenError for the caller, the owner and operators (USR-27) */
async function lockOtherUser(context: CallContext, transaction: Queryable, id: number): Promise<UserRow> {
  const user = await lockUser(context, transaction, id);
  assertAllowed(signInMethodsRefusal(context.session.user, user));
  return user;
}

interface NewPassword {
  readonly newPassword: string;
  readonly newPasswordConfirmation: string;
}

/**
 * Sets another user's password (USR-27). Their sessions and mailed links end, their passkeys and external logins are removed (USR-35), and they get a
 * mail. @throws
 * NotFoundError; ForbiddenError as `lockOtherUser`; InvalidInputError (PWD-1 to PWD-4, PWD-9); TooManyRequestsError
 */
export async function changeUserPassword(context: CallContext, id: number, chosen: NewPassword): Promise<void> {
  const { database, accountId, session, audit, actor, endUserSessions, removeOtherWaysIn } = context;
  const [user, brand] = await Promise.all([
    findUser(database.query, accountId, id),
    findAccountBrand(database.query, accountId),
  ]);
  if (!user) throw new NotFoundError();
  assertAllowed(signInMethodsRefusal(session.user, user));
  await passwordsForOthers.take(database, session.user.id);
  const passwordHash = await hashChosenPassword(context, {
    password: chosen.newPassword,
    confirmation: chosen.newPasswordConfirmation,
    own: [user.login, user.email, user.firstName, user.lastName, brand?.name ?? ''],
  });
  await transactionWithRetry(database, async (transaction) => {
    await lockOtherUser(context, transaction, id);
    await updatePassword(transaction, id, passwordHash, true);
    const removedOthers = await removeOtherWaysIn(transaction, id);
    await endUserSessions(transaction, { userId: id, forgetBrowsers: true });
    await voidMailedLinks(context, transaction, id, ...accessLinks);
    await mailChangedByAdmin(context, transaction, id, { change: 'password', removedOthers });
    await audit.record({ ...actor, kind: 'userPasswordChanged', detail: { userId: id } }, transaction);
  });
}

/**
 * Removes another user's second factors, recovery codes and passkeys (USR-27). Their sessions end, and they get a mail. @param
 * verification how the caller verified the person, for the audit log (USR-33) @throws
 * NotFoundError; ForbiddenError as `lockOtherUser`; TooManyRequestsError
 */
export async function resetSecondFactor(
  context: CallContext,
  id: number,
  verification: string,
): Promise<UserWithProducts> {
  const { database, accountId, audit, actor, endUserSessions, removeSecondFactors } = context;
  await userChanges.take(database, accountId);
  await transactionWithRetry(database, async (transaction) => {
    await lockOtherUser(context, transaction, id);
    if (!(await removeSecondFactors(transaction, id))) return;
    await endUserSessions(transaction, { userId: id, forgetBrowsers: true });
    await mailChangedByAdmin(context, transaction, id, { change: 'secondFactor' });
    await audit.record({ ...actor, kind: 'userSecondFactorReset', detail: { userId: id, verification } }, transaction);
  });
  return getUser(context, id);
}

/**
 * Ends another user's sessions. All their browsers need the second factor again (USR-27). @returns the number of ended
 * sessions @throws NotFoundError; ForbiddenError as `lockOtherUser`; TooManyRequestsError
 */
export async function endUserSessions(context: CallContext, id: number): Promise<number> {
  const { database, accountId, audit, actor, endUserSessions } = context;
  await userChanges.take(database, accountId);
  return transactionWithRetry(database, async (transaction) => {
    await lockOtherUser(context, transaction, id);
    const ended = await endUserSessions(transaction, { userId: id, forgetBrowsers: true });
    await audit.record({ ...actor, kind: 'userSessionsEnded', detail: { userId: id, ended } }, transaction);
    return ended;
  });
}
