import { eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { displayName } from './names.queries.ts';

/** A user of any account, whom an operator wants to act as. */
export interface ActingTarget {
  readonly accountId: number;
  readonly login: string;
  readonly name: string;
  readonly isOperator: boolean;
}

/** A user of any account, for operators alone. */
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
