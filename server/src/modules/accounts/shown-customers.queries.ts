import { asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { companies, shownCustomers } from '../../db/schema/accounts.gen.ts';
import { defaultCompanyId } from './companies.queries.ts';

/** A customer that a company names on its sign-up. The logo is a data: URI, or null. */
export interface ShownCustomer {
  readonly name: string;
  readonly logo: string | null;
}

/** The customers of a company as the catalog file names them; the first company of the file is the default one. */
export interface CustomersOfCompany {
  readonly slug: string;
  readonly customers: readonly ShownCustomer[];
}

export function listShownCustomers(on: Queryable, companyId: number): Promise<ShownCustomer[]> {
  return on
    .select({ name: shownCustomers.name, logo: shownCustomers.logo })
    .from(shownCustomers)
    .where(eq(shownCustomers.companyId, companyId))
    .orderBy(asc(shownCustomers.position));
}

/** The same of every company that has some, by its id. */
export async function listAllShownCustomers(on: Queryable): Promise<ReadonlyMap<number, readonly ShownCustomer[]>> {
  const rows = await on
    .select()
    .from(shownCustomers)
    .orderBy(asc(shownCustomers.companyId), asc(shownCustomers.position));
  const grouped = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ name, logo }) => ({ name, logo }))]));
}

/** Stores the customers of the file's companies in place of those before. Operators do not edit them, so they follow the file also where a brand does not. */
export async function saveShownCustomers(on: Queryable, brands: readonly CustomersOfCompany[]): Promise<void> {
  const slugs = brands.slice(1).map(({ slug }) => slug);
  const known =
    slugs.length === 0
      ? []
      : await on
          .select({ id: companies.id, slug: companies.slug })
          .from(companies)
          .where(inArray(companies.slug, slugs));
  const idOf = new Map(known.map(({ id, slug }) => [slug, id]));
  const named = brands.flatMap(({ slug, customers }, index) => {
    const companyId = index === 0 ? defaultCompanyId : idOf.get(slug);
    return companyId === undefined ? [] : [{ companyId, customers }];
  });
  if (named.length === 0) return;
  await on.delete(shownCustomers).where(
    inArray(
      shownCustomers.companyId,
      named.map(({ companyId }) => companyId),
    ),
  );
  const rows = named.flatMap(({ companyId, customers }) =>
    customers.map(({ name, logo }, position) => ({ companyId, position, name, logo })),
  );
  if (rows.length > 0) await on.insert(shownCustomers).values(rows);
}
