import type { accounts as endpoints, ParsedRequestOf } from '@portico/contract';
import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts, companies } from '../../core/db/schema/accounts.gen.ts';
import { inDictionaryOrder, textPatterns, trigram } from '../../core/db/text-patterns.ts';

export type AccountListOptions = ParsedRequestOf<typeof endpoints.list>['query'];

/** Excludes accounts of unsettled registrations (SIGN-15). */
export const isOpen = eq(accounts.isRegistering, false);

const searchableName = sql`search_key(${accounts.name})`;

/** A page of all accounts, by name. */
export async function listAccounts(on: Queryable, { page, pageSize, textFilter }: AccountListOptions) {
  const where = and(isOpen, textFilter ? nameContains(textFilter) : undefined);
  const [items, [counted]] = await Promise.all([
    on
      .select({ id: accounts.id, name: accounts.name })
      .from(accounts)
      .where(where)
      .orderBy(asc(inDictionaryOrder(accounts.name)), asc(accounts.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(accounts).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

const isInUse = and(isOpen, isNull(accounts.disabledAt));

/** Counts the accounts that are neither disabled nor registering. */
export function countAccountsInUse(on: Queryable): Promise<number> {
  return on.$count(accounts, isInUse);
}

/** A batch of the accounts that are neither disabled nor registering, by id. @param after the last id of the batch before; 0 at first */
export function listAccountsInUse(on: Queryable, after: number, limit: number) {
  return on
    .select({ id: accounts.id, name: accounts.name, companyId: accounts.companyId })
    .from(accounts)
    .where(and(isInUse, gt(accounts.id, after)))
    .orderBy(accounts.id)
    .limit(limit);
}

/** The accounts whose names contain a text, ignoring case and accents. */
export async function listAccountIds(on: Queryable, text: string): Promise<number[]> {
  const found = await on.select({ id: accounts.id }).from(accounts).where(nameContains(text));
  return found.map(({ id }) => id);
}

/** Account names by id. */
export async function findAccountNames(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await on
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** A trigram index covers the names. */
export function nameContains(text: string): SQL {
  return sql`${searchableName} like ${textPatterns(text).has}`;
}

/**
 * Finds accounts by name, for texts of at least two characters: names that begin with the text, names with such a
 * word, then others. Each part stops at `limit` without sorting, so frequent texts cost no more.
 */
export async function searchAccounts(on: Queryable, text: string, limit: number) {
  const { begins, wordBegins, has } = textPatterns(text);
  const part = (pattern: string): SQL =>
    sql`(select ${accounts.id}, ${accounts.name} from ${accounts} where ${searchableName} like ${pattern} and not ${accounts.isRegistering} limit ${limit})`;
  const parts = [part(begins), part(wordBegins), ...(text.length < trigram ? [] : [part(has)])];
  const { rows } = await on.execute<{ id: number; name: string }>(
    sql`select distinct * from (${sql.join(parts, sql` union all `)}) as found`,
  );
  return rows;
}

/** An account and its brand, as mail to its users names them. */
export async function findAccountBrand(on: Queryable, accountId: number) {
  const [found] = await on
    .select({ name: accounts.name, companyId: accounts.companyId, companyName: companies.name })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(eq(accounts.id, accountId));
  return found;
}
