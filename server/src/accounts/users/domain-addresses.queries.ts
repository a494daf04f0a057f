import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';

/**
 * Whether a user never proved to have their address (USR-31): never signed in, never chose a password, and, as the
 * owner, never confirmed the sign-up.
 */
export const isUnproved = sql<boolean>`(${users.lastLoginAt} is null and ${users.passwordChangedAt} is null
  and not ${users.isOperator} and (not ${users.isOwner} or ${users.emailConfirmedAt} is null))`;

/** A user who lost a login or an address. */
interface ReleasedUser {
  readonly id: number;
  readonly accountId: number;
  /** The former address. */
  readonly email: string;
}

/**
 * Replaces these logins and addresses of unproved users of other accounts by ones that nobody can have. The users lose
 * their passwords and are deactivated, except owners, who must stay active (USR-1).
 */
export async function releaseUnprovedNames(
  transaction: Queryable,
  accountId: number,
  names: readonly string[],
): Promise<ReleasedUser[]> {
  const { rows } = await transaction.execute<{ id: string; account_id: string; email: string }>(sql`
    with claimed as (select array_agg(comparison_key(name)) as keys from unnest(${sql.param(names)}::text[]) as name),
    found as (
      select id, account_id, email, login_key = any(keys) as has_login, email_key = any(keys) as has_email
      from ${users}, claimed
      where account_id <> ${accountId} and (login_key = any(keys) or email_key = any(keys)) and ${isUnproved}
      for update of ${users}
    )
    update users set
      login = case when has_login then 'released-' || found.id else login end,
      email = case when has_email then 'released-' || found.id || '@released.invalid' else users.email end,
      password_hash = null, active = is_owner
    from found where users.id = found.id
    returning found.id, found.account_id, found.email`);
  return rows.map(({ id, account_id, email }) => ({ id: Number(id), accountId: Number(account_id), email }));
}
