import type { accounts as endpoints, ParsedRequestOf } from '@portico/contract';
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts, companies } from '../../core/db/schema/accounts.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

export type AccountListOptions = ParsedRequestOf<typeof endpoints.list>['query'];

/** Excludes accounts of unsettled registrations (SIGN-15). */
export const isOpen = eq(accounts.isRegistering, false);

const nameInLowerCase = sql`lower(${accounts.name})`;

/** A page of all accounts, by name. */
export async function listAccounts(on: Queryable, { page, pageSize, textFilter }: AccountListOptions) {
  const where = and(isOpen, textFilter ? nameContains(textFilter) : undefined);
  const [items, [counted]] = await Promise.all([
    on
      .select({ id: accounts.id, name: accounts.name })
      .from(accounts)
      .where(where)
      .orderBy(asc(nameInLowerCase), asc(accounts.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(accounts).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** The accounts whose names contain a text, in any case. */
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
  return sql`${nameInLowerCase} like ${textPatterns(text).has}`;
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
