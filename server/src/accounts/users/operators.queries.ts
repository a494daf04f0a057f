import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { inDictionaryOrder, textPatterns } from '../../core/db/text-patterns.ts';
import { displayName, mailLocale, searchableNames } from './user-columns.queries.ts';

/** Whether an account has operators, including inactive ones. */
export async function hasOperators(on: Queryable, accountId: number): Promise<boolean> {
  const found = await on
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.isOperator, true)))
    .limit(1);
  return found.length > 0;
}

/** The accounts that have operators; normally one. */
export async function listOperatorAccounts(on: Queryable): Promise<number[]> {
  const found = await on
    .selectDistinctOn([users.accountId], { accountId: users.accountId })
    .from(users)
    .where(eq(users.isOperator, true))
    .orderBy(users.accountId)
    .limit(10);
  return found.map(({ accountId }) => accountId);
}

/** The owners of accounts, by account id. */
export async function findOwners(on: Queryable, accountIds: readonly number[]) {
  const found = await on
    .select({
      accountId: users.accountId,
      id: users.id,
      name: displayName,
      email: users.email,
      locale: mailLocale,
    })
    .from(users)
    .where(and(inArray(users.accountId, [...accountIds]), eq(users.isOwner, true)));
  return new Map(found.map(({ accountId, ...owner }) => [accountId, owner]));
}

/** The users of an account whose mailbox other accounts have too, under another spelling (TRL-12). */
export function listSharedMailboxes(on: Queryable, accountId: number, limit: number) {
  const others = alias(users, 'others');
  return on
    .select({ email: users.email, otherEmail: others.email, otherAccountId: others.accountId })
    .from(users)
    .innerJoin(others, and(eq(others.mailboxKey, users.mailboxKey), ne(others.accountId, users.accountId)))
    .where(eq(users.accountId, accountId))
    .orderBy(asc(users.id), asc(others.id))
    .limit(limit);
}

/** Whether an account has more than one user, including inactive and invited ones. */
export async function hasSeveralUsers(on: Queryable, accountId: number): Promise<boolean> {
  const found = await on.select({ id: users.id }).from(users).where(eq(users.accountId, accountId)).limit(2);
  return found.length > 1;
}

/** Counts an account's users. */
export async function countUsers(on: Queryable, accountId: number): Promise<{ active: number; total: number }> {
  const [counted] = await on
    .select({ total: count(), active: sql<number>`count(*) filter (where ${users.active})`.mapWith(Number) })
    .from(users)
    .where(eq(users.accountId, accountId));
  return counted ?? { active: 0, total: 0 };
}

export interface UsersOfAccountPage {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: 'login' | 'lastLoginDate';
  readonly textFilter: string;
}

/** A page of an account's users, for operators. The id makes the order total, so pages never overlap. */
export async function listUsersOfAccount(
  on: Queryable,
  accountId: number,
  { page, pageSize, order, sortField, textFilter }: UsersOfAccountPage,
) {
  const direction = order === 'asc' ? asc : desc;
  const column: SQL = sortField === 'login' ? inDictionaryOrder(users.login) : sql`${users.lastLoginAt}`;
  const matches = textFilter ? sql`${searchableNames} like ${textPatterns(textFilter).has}` : undefined;
  const where = and(eq(users.accountId, accountId), matches);
  const [items, [counted]] = await Promise.all([
    on
      .select({
        id: users.id,
        login: users.login,
        email: users.email,
        name: displayName,
        isActive: users.active,
        isOwner: users.isOwner,
        isAdmin: users.isAdmin,
        readOnly: users.readOnly,
        lastLoginDate: users.lastLoginAt,
      })
      .from(users)
      .where(where)
      .orderBy(sql`${direction(column)} nulls last`, direction(users.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(users).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}
