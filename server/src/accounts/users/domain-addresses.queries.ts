import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';

/**
 * Whether the user with this email address or login never proved that it is theirs (USR-31). Only the user's
 * current email address can be proved. @param key of the address
 */
export const isUnproved = (key: SQL) =>
  sql<boolean>`(not ${users.isOperator} and (${users.emailProvedAt} is null or ${users.emailKey} <> ${key}))`;

/** A user who lost a login or an address. */
interface ReleasedUser {
  readonly id: number;
  readonly accountId: number;
  /** The address that the user lost. */
  readonly email: string;
  /** Whether the user only lost the login, and keeps a proved email address. */
  readonly hasOtherAddress: boolean;
}

/**
 * Takes these logins and addresses from users of other accounts who never proved them. Users with another, proved
 * address sign in with that. All others get names that nobody can have, lose their passwords and are deactivated. An
 * owner must stay active (USR-1), and keeps the password after the first sign-in.
 */
export async function releaseUnprovedNames(
  transaction: Queryable,
  accountId: number,
  names: readonly string[],
): Promise<ReleasedUser[]> {
  const { rows } = await transaction.execute<{
    id: string;
    account_id: string;
    email: string;
    has_other_address: boolean;
  }>(sql`
    with claimed as (select array_agg(comparison_key(name)) as keys from unnest(${sql.param(names)}::text[]) as name),
    found as (
      select id, account_id, login, email, login_key = any(keys) as has_login, email_key = any(keys) as has_email,
             email_proved_at is not null as is_proved
      from ${users}, claimed
      where account_id <> ${accountId} and ((login_key = any(keys) and ${isUnproved(sql`login_key`)})
        or (email_key = any(keys) and ${isUnproved(sql`email_key`)}))
      for update of ${users}
    )
    update users set
      login = case when not has_login then users.login when is_proved then users.email else 'released-' || found.id end,
      email = case when has_email and not is_proved then 'released-' || found.id || '@released.invalid' else users.email end,
      password_hash = case when is_proved or (is_owner and last_login_at is not null) then password_hash end,
      active = is_owner or (active and is_proved)
    from found where users.id = found.id
    returning found.id, found.account_id, case when has_email and not is_proved then found.email else found.login end as email,
              is_proved as has_other_address`);
  return rows.map(({ id, account_id, email, has_other_address }) => ({
    id: Number(id),
    accountId: Number(account_id),
    email,
    hasOtherAddress: has_other_address,
  }));
}
