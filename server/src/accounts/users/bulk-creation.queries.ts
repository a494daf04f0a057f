import type { Feature, Permission } from '@portico/contract';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';

/** A name as the database compares it, and whether it is some user's login or email address. */
export interface NameStatus {
  readonly name: string;
  /** Equal for two names that count as the same (USR-2). */
  readonly key: string;
  readonly isTaken: boolean;
  /** Whether only users of other accounts have it. */
  readonly isElsewhere: boolean;
}

/** Looks up many names with one statement. */
export async function matchNamesToUsers(
  on: Queryable,
  accountId: number,
  names: readonly string[],
): Promise<NameStatus[]> {
  const { rows } = await on.execute<{ name: string; key: string; is_own: boolean | null }>(sql`
    with given as (select name, comparison_key(name) as key from unnest(${sql.param(names)}::text[]) as name),
    taken as (
      select key, bool_or(account_id = ${accountId}) as is_own from (
        select key, account_id from given join users on login_key = key
        union all
        select key, account_id from given join users on email_key = key
      ) as found group by key
    )
    select name, key, is_own from given left join taken using (key)`);
  return rows.map(({ name, key, is_own }) => ({ name, key, isTaken: is_own !== null, isElsewhere: is_own === false }));
}

/** A user from a file or another list: not an owner, not an operator, without a password. */
export interface ListedUser {
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly comments: string;
  readonly admin: boolean;
  readonly readOnly: boolean;
  readonly active: boolean;
  /** When access ends; null for never. */
  readonly expiresAt: Date | null;
}

/** Inserts users with one statement. @returns their ids, in order. */
export async function insertUsers(on: Queryable, accountId: number, users: readonly ListedUser[]): Promise<number[]> {
  const { rows } = await on.execute<{ id: string; email: string }>(sql`
    insert into users (account_id, login, email, first_name, last_name, phone, comments, is_admin, read_only, active, expires_at)
    select ${accountId}, login, email, "firstName", "lastName", phone, comments, admin, "readOnly", active, "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as listed
      (login text, email text, "firstName" text, "lastName" text, phone text, comments text, admin boolean, "readOnly" boolean,
       active boolean, "expiresAt" timestamptz)
    returning id, email`);
  const ids = new Map(rows.map(({ id, email }) => [email, Number(id)]));
  return users.map(({ email }) => ids.get(email) as number);
}

/** Grants the same features to many users who have none yet. */
export async function insertFeatureGrants(
  on: Queryable,
  userIds: readonly number[],
  features: readonly Feature[],
): Promise<void> {
  if (userIds.length === 0 || features.length === 0) return;
  await on.execute(sql`
    insert into user_features (user_id, feature)
    select user_id, feature from unnest(${sql.param(userIds)}::bigint[]) as user_id, unnest(${sql.param(features)}::text[]) as feature`);
}

/** Withholds the same permissions from many users who still have all permissions. */
export async function insertPermissionRefusals(
  on: Queryable,
  userIds: readonly number[],
  permissions: readonly Permission[],
): Promise<void> {
  if (userIds.length === 0 || permissions.length === 0) return;
  await on.execute(sql`
    insert into user_refusals (user_id, permission)
    select user_id, permission from unnest(${sql.param(userIds)}::bigint[]) as user_id, unnest(${sql.param(permissions)}::text[]) as permission`);
}
