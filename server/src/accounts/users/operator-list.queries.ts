import { and, asc, count, desc, eq, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { inDictionaryOrder, textPatterns } from '../../core/db/text-patterns.ts';
import { displayName, searchableNames } from './user-columns.queries.ts';

const columns = {
  id: users.id,
  accountId: users.accountId,
  name: displayName,
  email: users.email,
  active: users.active,
  isOwner: users.isOwner,
  readOnly: users.readOnly,
  expiresAt: users.expiresAt,
  lastLoginAt: users.lastLoginAt,
};

export type OperatorRow = NonNullable<Awaited<ReturnType<typeof findOperator>>>;

export interface OperatorPage {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  readonly sortField: 'email' | 'lastLoginDate';
  readonly textFilter: string;
}

/** A page of the operators. The id makes the order total, so pages never overlap. */
export async function listOperators(
  on: Queryable,
  { page, pageSize, order, sortField, textFilter }: OperatorPage,
): Promise<{ items: OperatorRow[]; total: number }> {
  const direction = order === 'asc' ? asc : desc;
  const column: SQL = sortField === 'email' ? inDictionaryOrder(users.email) : sql`${users.lastLoginAt}`;
  const matches = textFilter ? sql`${searchableNames} like ${textPatterns(textFilter).has}` : undefined;
  const where = and(eq(users.isOperator, true), matches);
  const [items, [counted]] = await Promise.all([
    on
      .select(columns)
      .from(users)
      .where(where)
      .orderBy(sql`${direction(column)} nulls last`, direction(users.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(users).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** Finds an operator by id; undefined for other users. */
export async function findOperator(on: Queryable, id: number) {
  const [found] = await on
    .select(columns)
    .from(users)
    .where(and(eq(users.id, id), eq(users.isOperator, true)));
  return found;
}

/** Serializes changes of operators until the transaction ends, so that two of them cannot remove the last operator (OPR-10). */
export async function lockOperators(transaction: Queryable): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(727466042)`);
}

/** Whether another operator has signed in before and is permanent: active, not read-only, without an end of access. */
export async function hasOtherPermanentOperator(on: Queryable, exceptId: number): Promise<boolean> {
  const rows = await on
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.isOperator, true),
        ne(users.id, exceptId),
        users.active,
        not(users.readOnly),
        isNull(users.expiresAt),
        isNotNull(users.lastLoginAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function updateOperatorActivation(on: Queryable, id: number, active: boolean): Promise<void> {
  await on
    .update(users)
    .set({ active })
    .where(and(eq(users.id, id), eq(users.isOperator, true)));
}
