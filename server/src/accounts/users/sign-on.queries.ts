import { eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { displayName, hasAccess } from './user-columns.queries.ts';

/** A user as far as an account's identity provider decides about them. */
export interface SignOnUser {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  readonly isOwner: boolean;
  readonly isOperator: boolean;
  readonly admin: boolean;
  readonly readOnly: boolean;
  /** Whether the user can sign in: neither deactivated nor expired (USR-5, USR-23). */
  readonly active: boolean;
}

const columns = {
  id: users.id,
  accountId: users.accountId,
  name: displayName,
  email: users.email,
  isOwner: users.isOwner,
  isOperator: users.isOperator,
  admin: users.isAdmin,
  readOnly: users.readOnly,
  active: hasAccess,
};

/** A user by id, of any account: the caller has the id from what is tied to it. */
export async function findSignOnUser(on: Queryable, id: number): Promise<SignOnUser | undefined> {
  const [found] = await on.select(columns).from(users).where(eq(users.id, id));
  return found;
}

/** The user of any account whose e-mail address or login an address is, in any case. A name finds one user (USR-2). */
export async function findSignOnUserByAddress(on: Queryable, address: string): Promise<SignOnUser | undefined> {
  const [found] = await on
    .select(columns)
    .from(users)
    .where(or(sql`lower(${users.email}) = lower(${address})`, sql`lower(${users.login}) = lower(${address})`))
    .limit(1);
  return found;
}
