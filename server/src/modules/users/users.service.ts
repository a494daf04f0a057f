import type { ResponseOf, User, UserDetails, users } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { can } from '../../http/access.ts';
import { ForbiddenError, NotFoundError } from '../../http/app-error.ts';
import { defineLimit } from '../../http/limits.ts';
import { listAnswer } from '../../http/list-answer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Audit } from '../audit/index.ts';
import { voidLinks } from '../links/index.ts';
import { assertNamesFree } from './user-creation.ts';
import {
  findUser,
  listUsers as listUserRows,
  type UserListOptions,
  type UserRow,
  updateUser,
} from './users.queries.ts';

/** Changes of users that an account may make in an hour. Each one is an event in its audit log, which only grows. */
const changeLimit = defineLimit('user-change', 300, 3_600);

export interface UsersContext {
  readonly database: Database;
  readonly audit: Audit;
}

type Asking = UsersContext & RequestContext;

export async function listUsers(context: Asking, options: UserListOptions): Promise<ResponseOf<typeof users.list>> {
  const { items, total } = await listUserRows(context.database.query, context.accountId, options);
  return listAnswer(
    items.map((row) => present(context, row)),
    total,
    options,
  );
}

/** @throws NotFoundError also for another account's. */
export async function getUser(context: Asking, id: number): Promise<User> {
  const found = await findUser(context.database.query, context.accountId, id);
  if (!found) throw new NotFoundError();
  return present(context, found);
}

/**
 * Changes a user's details. With another e-mail address, links that were mailed to the former one are void (LINK-7).
 * @throws NotFoundError also for another account's; ForbiddenError (USR-19); InvalidInputError when a login or an e-mail address is taken;
 * TooManyRequestsError.
 */
export async function saveUser(context: Asking, id: number, details: UserDetails): Promise<User> {
  const { database, accountId, actor, audit } = context;
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const before = await findUser(transaction, accountId, id);
    if (!before) throw new NotFoundError();
    if (!mayChange(context.session.user, before)) throw new ForbiddenError('user.ownerOnly');
    await assertNamesFree(transaction, details, id);
    await updateUser(transaction, accountId, id, details);
    if (details.email !== before.email) await voidLinks(transaction, id, 'resetPassword', 'invitation', 'confirmEmail');
    await audit.record({ ...actor, kind: 'userChanged', detail: { userId: id } }, transaction);
    return present(context, { ...before, ...details });
  });
}

/**
 * Whether a user may change another's details (USR-19). Who can change an e-mail address can take over its user. An owner's details are therefore
 * changed by that owner or an operator, and an operator's by operators.
 */
export function mayChange(
  asker: Pick<RequestContext['session']['user'], 'id' | 'isOperator'>,
  { id, isOwner, isOperator }: Pick<UserRow, 'id' | 'isOwner' | 'isOperator'>,
): boolean {
  return asker.id === id || asker.isOperator || !(isOwner || isOperator);
}

function present({ session }: Asking, { isOperator, lastLoginDate, ...row }: UserRow): User {
  const editingAllowed = can('users.manage', session) && mayChange(session.user, { ...row, isOperator });
  return { ...row, lastLoginDate: lastLoginDate?.toISOString() ?? null, editingAllowed };
}
