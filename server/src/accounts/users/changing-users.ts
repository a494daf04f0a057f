import { hasEverything, type LinkKind } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { ForbiddenError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { voidLinks } from '../links/links.service.ts';
import { lockRoles } from './user-changes.queries.ts';
import type { CallContext } from './users.context.ts';
import { UserConflictError } from './users.errors.ts';
import { findUser, type UserRow } from './users.queries.ts';
import type { ChangeRefusal } from './users.rules.ts';

/** Changes of users that an account may make in an hour (LIM-8). Each is an event in its audit log, which only grows. */
export const userChanges = defineLimit('user-change', 300, 3_600);

/**
 * Locks the account's roles and returns the user to change. The caller's own role is read again, so if two admins demote each other concurrently, one
 * is refused (USR-28). @throws NotFoundError, also for another account's user; ForbiddenError if the caller is no longer an admin
 */
export async function lockUser(context: CallContext, transaction: Queryable, id: number): Promise<UserRow> {
  await lockAccountRoles(context, transaction);
  const user = await findUser(transaction, context.accountId, id);
  if (!user) throw new NotFoundError();
  return user;
}

/** Like `lockUser`, before the user exists. @throws ForbiddenError */
export async function lockAccountRoles(
  { session, accountId }: Pick<CallContext, 'session' | 'accountId'>,
  transaction: Queryable,
): Promise<void> {
  await lockRoles(transaction, accountId);
  const caller = await findUser(transaction, accountId, session.user.id);
  if (!caller || !hasEverything(caller) || caller.readOnly || !caller.active) throw new ForbiddenError();
}

/** @throws ForbiddenError; UserConflictError if the refusal is not about the caller's own rights */
export function assertAllowed(refusal: ChangeRefusal | null): void {
  if (refusal === 'user.adminHasAll') throw new UserConflictError(refusal);
  if (refusal) throw new ForbiddenError(refusal);
}

/** Voids a user's links and deletes the contents of their messages. */
export async function voidMailedLinks(
  { mail }: Pick<CallContext, 'mail'>,
  transaction: Queryable,
  userId: number,
  ...kinds: readonly LinkKind[]
): Promise<void> {
  await mail.forget(transaction, ...(await voidLinks(transaction, userId, ...kinds)));
}
