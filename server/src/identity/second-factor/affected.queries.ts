import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { dictionaryOrder } from '../../core/db/text-patterns.ts';

interface AffectedRow extends Record<string, unknown> {
  id: number;
  name: string;
  login: string;
  last_login_at: Date | null;
}

/** Active users of the account who have neither a method nor a passkey. */
const affected = (accountId: number) => sql`
  from users u
  where u.account_id = ${accountId} and u.active
    and not exists (select from second_factors f where f.user_id = u.id)
    and not exists (select from passkeys p where p.user_id = u.id)`;

/** A page of the affected users, sorted by login and then by id, so that pages never overlap. */
export async function selectAffected(
  on: Queryable,
  accountId: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<AffectedRow[]> {
  const { rows } = await on.execute<AffectedRow>(sql`
    select u.id, coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.login) as name, u.login, u.last_login_at
    ${affected(accountId)}
    order by u.login ${sql.raw(dictionaryOrder)}, u.id
    limit ${pageSize} offset ${(page - 1) * pageSize}`);
  return rows.map((row) => ({ ...row, last_login_at: row.last_login_at && new Date(row.last_login_at) }));
}

/** The number of affected users, and of all active users. */
export async function countAffected(on: Queryable, accountId: number): Promise<{ total: number; activeUsers: number }> {
  const { rows } = await on.execute<{ total: number; active_users: number }>(sql`
    select (select count(*) ${affected(accountId)})::int as total,
           (select count(*) from users where account_id = ${accountId} and active)::int as active_users`);
  return { total: rows[0]?.total ?? 0, activeUsers: rows[0]?.active_users ?? 0 };
}
