import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';
import { textPatterns, trigram } from '../../core/db/text-patterns.ts';
import { searchableNames } from './user-columns.queries.ts';

interface FoundUser extends Record<string, unknown> {
  readonly id: number;
  readonly accountId: number;
  readonly login: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Finds users of all accounts by login, address or names, for texts of at least two characters: exact matches, then
 * matching beginnings, then others. Each part stops at `limit` without sorting, so frequent texts cost no more. Skips
 * owners of unsettled registrations (SIGN-15).
 */
export async function searchUsers(on: Queryable, text: string, limit: number): Promise<FoundUser[]> {
  const { begins, wordBegins, has } = textPatterns(text);
  const part = (where: SQL): SQL => sql`(
    select ${users.id}, ${users.accountId} as "accountId", ${users.login}, ${users.email},
           trim(${users.firstName} || ' ' || ${users.lastName}) as name
    from ${users} where ${where} and (${users.active} or ${users.emailConfirmedAt} is not null) limit ${limit})`;
  const parts = [
    part(sql`${users.loginKey} = comparison_key(${text})`),
    part(sql`${users.emailKey} = comparison_key(${text})`),
    part(sql`search_key(${users.login}) like ${begins}`),
    part(sql`${searchableNames} like ${wordBegins}`),
    ...(text.length < trigram ? [] : [part(sql`${searchableNames} like ${has}`)]),
  ];
  const { rows } = await on.execute<FoundUser>(
    sql`select distinct * from (${sql.join(parts, sql` union all `)}) as found`,
  );
  return rows;
}
