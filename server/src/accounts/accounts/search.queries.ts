import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts } from '../../core/db/schema/accounts.gen.ts';
import { textPatterns, trigram } from '../../core/db/text-patterns.ts';

const name = sql`lower(${accounts.name})`;

/**
 * Finds accounts by name, for texts of at least two characters: first names that begin with the text, then names with such a word, then others. Each
 * part stops at `limit` and does not sort, so frequent texts cost no more than rare ones.
 */
export async function searchAccounts(on: Queryable, text: string, limit: number) {
  const { begins, wordBegins, has } = textPatterns(text);
  const part = (pattern: string): SQL =>
    sql`(select ${accounts.id}, ${accounts.name} from ${accounts} where ${name} like ${pattern} and not ${accounts.isRegistering} limit ${limit})`;
  const parts = [part(begins), part(wordBegins), ...(text.length < trigram ? [] : [part(has)])];
  const { rows } = await on.execute<{ id: number; name: string }>(
    sql`select distinct * from (${sql.join(parts, sql` union all `)}) as found`,
  );
  return rows;
}
