import { searchKey } from '@portico/contract';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The collation by which lists of names are sorted: a dictionary's order, in which 'Élodie' is between 'Eli' and 'Emil'. */
export const dictionaryOrder = 'collate "und-x-icu"';

/** A name in SQL as lists sort by it. */
export const inDictionaryOrder = (name: SQLWrapper): SQL => sql`${name} ${sql.raw(dictionaryOrder)}`;

/** Patterns for SQL's `like` on a `search_key`. `%`, `_` and `\` in the text match literally. */
export function textPatterns(text: string): { begins: string; wordBegins: string; has: string } {
  const escaped = escapePattern(searchKey(text));
  return { begins: `${escaped}%`, wordBegins: `% ${escaped}%`, has: `%${escaped}%` };
}

/** Minimum length of a text that is searched within words, because an index of trigrams cannot find shorter ones. */
export const trigram = 3;

/** A pattern for SQL's `like` that matches what begins with the text. */
export const prefixPattern = (text: string) => `${escapePattern(text)}%`;

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');
