import { eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { displayName } from './user-columns.queries.ts';

/** A user as logs name them. A user without a name is named by the login. */
export interface NamedUser {
  readonly name: string;
  readonly isOperator: boolean;
}

/** The names of users by id, in any account: callers have the ids from data that their account may see. */
export async function findNamedUsers(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, NamedUser>> {
  if (ids.length === 0) return new Map();
  const found = await on
    .select({
      id: users.id,
      name: displayName,
      isOperator: users.isOperator,
    })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(found.map(({ id, ...named }) => [id, named]));
}

/** A user of any account whom an operator wants to act as. */
export interface ActingTarget {
  readonly accountId: number;
  readonly login: string;
  readonly name: string;
  readonly isOperator: boolean;
}

/** Finds a user of any account; for operators only. */
export async function findActingTarget(on: Queryable, userId: number): Promise<ActingTarget | undefined> {
  const [found] = await on
    .select({
      accountId: users.accountId,
      login: users.login,
      name: displayName,
      isOperator: users.isOperator,
    })
    .from(users)
    .where(eq(users.id, userId));
  return found;
}
