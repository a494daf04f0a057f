import { actions, type users as endpoints, type ParsedRequestOf, type UserSortField } from '@portico/contract';
import { and, asc, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '../../core/db/database.ts';
import { type ListWithTotal, listedColumns, listWithKeptTotal } from '../../core/db/kept-total.ts';
import { userFeatures, users } from '../../core/db/schema/users.gen.ts';
import { dictionaryOrder, inDictionaryOrder, textPatterns } from '../../core/db/text-patterns.ts';
import { displayName, hasAccess, searchableNames } from './user-columns.queries.ts';

const columns = {
  id: users.id,
  login: users.login,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  comments: users.comments,
  active: users.active,
  readOnly: users.readOnly,
  admin: users.isAdmin,
  isOwner: users.isOwner,
  isOperator: users.isOperator,
  expDate: users.expiresAt,
  lastLoginDate: users.lastLoginAt,
  isLoginChanged: users.isLoginChanged,
  isPasswordOfOther: users.isPasswordOfOther,
};

/**
 * SQL for facts about a user from the tables of other modules.
 * @param id the user's id in SQL
 */
const facts = (id: string) => ({
  hasSecondFactor: `exists (select from second_factors where user_id = ${id})`,
  isInvited: `exists (
    select from one_time_links
    where user_id = ${id} and kind = 'invitation' and used_at is null and expires_at > now())`,
});

const { hasSecondFactor, isInvited } = facts('users.id');
const columnsWithFacts = {
  ...columns,
  hasSecondFactor: sql<boolean>`${sql.raw(hasSecondFactor)}`,
  isInvited: sql<boolean>`${sql.raw(isInvited)}`,
};

/** Each column except the last sign-in has an index, which serves both directions. */
const sortColumns: Record<UserSortField, SQL | AnyPgColumn> = {
  login: inDictionaryOrder(users.login),
  email: inDictionaryOrder(users.email),
  firstName: inDictionaryOrder(users.firstName),
  lastName: inDictionaryOrder(users.lastName),
  lastLoginDate: users.lastLoginAt,
};

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export type UserListOptions = ParsedRequestOf<typeof endpoints.list>['query'];
export type UserFilter = Pick<UserListOptions, 'textFilter' | 'status' | 'role'>;

const roleConditions = {
  owner: users.isOwner,
  admin: or(users.isOwner, users.isAdmin),
  user: not(or(users.isOwner, users.isAdmin) as SQL),
  readOnly: users.readOnly,
};

/** The condition of the list's filter (USR-7), which the report shares. */
export function userFilter(accountId: number, { textFilter, status, role }: UserFilter): SQL | undefined {
  return and(
    eq(users.accountId, accountId),
    textFilter ? sql`${searchableNames} like ${textPatterns(textFilter).has}` : undefined,
    status === undefined ? undefined : status === 'active' ? hasAccess : not(hasAccess),
    role && (roleConditions[role] as SQL),
  );
}

/** The order of the list, which the report shares. The id makes it total, so pages never overlap. */
export function userOrder({ order, sortField }: Pick<UserListOptions, 'order' | 'sortField'>): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  const first = direction(sortColumns[sortField]);
  return [sortField === 'lastLoginDate' ? sql`${first} nulls last` : first, direction(users.id)];
}

/** A page of an account's users. With a filter, the total counts the matching users. */
export async function listUsers(
  database: Database,
  accountId: number,
  options: UserListOptions,
): Promise<{ items: UserRow[]; total: number }> {
  const { page, pageSize, textFilter, status, role } = options;
  if (!textFilter && status === undefined && role === undefined) {
    return listWithKeptTotal(database, allUsers(options), accountId, options);
  }
  const where = userFilter(accountId, options);
  const [items, total] = await Promise.all([
    database.query
      .select(columnsWithFacts)
      .from(users)
      .where(where)
      .orderBy(...userOrder(options))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    database.query.$count(users, where),
  ]);
  return { items, total };
}

/** The sort column in SQL. @param of the prefix of each column: empty or `listed.` */
const sortExpressions: Record<UserSortField, (of: string) => string> = {
  login: (of) => `${of}login ${dictionaryOrder}`,
  email: (of) => `${of}email ${dictionaryOrder}`,
  firstName: (of) => `${of}first_name ${dictionaryOrder}`,
  lastName: (of) => `${of}last_name ${dictionaryOrder}`,
  lastLoginDate: (of) => `${of}last_login_at`,
};

function allUsers({ sortField, order }: Pick<UserListOptions, 'order' | 'sortField'>): ListWithTotal {
  const listed = facts('listed.id');
  const nulls = sortField === 'lastLoginDate' ? ' nulls last' : '';
  return {
    name: `list-users-${sortField}-${order}`,
    from: 'users',
    columns: `${listedColumns(columns)},
  ${listed.hasSecondFactor} as "hasSecondFactor", ${listed.isInvited} as "isInvited"`,
    owner: 'account_id',
    orderBy: (of) => `${sortExpressions[sortField](of)} ${order}${nulls}, ${of}id ${order}`,
    totals: { table: 'user_totals', column: 'users' },
  };
}

/** Undefined for another account's user. */
export async function findUser(on: Queryable, accountId: number, id: number) {
  const [found] = await on
    .select(columnsWithFacts)
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.id, id)));
  return found;
}

/** The features that `purchase.buy` requires. */
const buying = [...actions['purchase.buy'].features];

/**
 * Active users of an account who may buy and are not read-only (USR-20): the owner, then admins, then users with the
 * required features. A user who has not accepted the invitation yet is not one of them.
 */
export function listBuyers(on: Queryable, accountId: number, limit: number) {
  const granted = on
    .select({ userId: userFeatures.userId })
    .from(userFeatures)
    .innerJoin(users, eq(users.id, userFeatures.userId))
    .where(and(eq(users.accountId, accountId), inArray(userFeatures.feature, buying)))
    .groupBy(userFeatures.userId)
    .having(sql`count(distinct ${userFeatures.feature}) = ${buying.length}`);
  return on
    .select({
      name: displayName,
      email: users.email,
    })
    .from(users)
    .where(
      and(
        eq(users.accountId, accountId),
        hasAccess,
        not(users.readOnly),
        // Nobody can ask a person who has not accepted the invitation yet.
        or(isNotNull(users.passwordHash), isNotNull(users.lastLoginAt)),
        or(users.isOwner, users.isAdmin, inArray(users.id, granted)),
      ),
    )
    .orderBy(desc(users.isOwner), desc(users.isAdmin), asc(users.id))
    .limit(limit);
}

/** The names of users by id, in any account. This is safe: callers take the ids from data that their account may see. */
export async function findUserNames(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await on
    .select({ id: users.id, name: sql<string>`trim(concat_ws(' ', ${users.firstName}, ${users.lastName}))` })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}
