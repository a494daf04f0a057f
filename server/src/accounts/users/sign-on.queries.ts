import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { isUnproved } from './domain-addresses.queries.ts';
import { displayName, hasAccess } from './user-columns.queries.ts';

/** The fields of a user that matter to the account's identity provider. */
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

/** Finds a user of any account: the caller has the id from a linked identity. */
export async function findSignOnUser(on: Queryable, id: number): Promise<SignOnUser | undefined> {
  const [found] = await on.select(columns).from(users).where(eq(users.id, id));
  return found;
}

/**
 * Finds the user of any account with this email address or login. A name identifies one user (USR-2). The address of an
 * unproved user gives way to the account that proved its mail domain (USR-31).
 */
export async function findSignOnUserByAddress(
  on: Queryable,
  address: string,
): Promise<(SignOnUser & { readonly isUnproved: boolean }) | undefined> {
  const key = sql`comparison_key(${address})`;
  const [found] = await on
    .select({ ...columns, isUnproved: isUnproved(key) })
    .from(users)
    .where(sql`${key} in (${users.emailKey}, ${users.loginKey})`)
    .limit(1);
  return found;
}
