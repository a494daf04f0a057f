import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { companies, shownCustomers } from '../../core/db/schema/accounts.gen.ts';
import { defaultCompanyId } from './companies.queries.ts';

/** A customer shown on a brand's sign-up page. `logo` is a data: URI or null. */
export interface ShownCustomer {
  readonly name: string;
  readonly logo: string | null;
}

/** The customers of a brand in the catalog file, whose first brand is the default one. */
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

/** The shown customers of all brands, by brand id. */
export async function listAllShownCustomers(on: Queryable): Promise<ReadonlyMap<number, readonly ShownCustomer[]>> {
  const rows = await on
    .select()
    .from(shownCustomers)
    .orderBy(asc(shownCustomers.companyId), asc(shownCustomers.position));
  const grouped = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ name, logo }) => ({ name, logo }))]));
}

/** Replaces the customers of the file's brands, except brands that operators edited (BRAND-7). `saveCompanies` must have locked the brands. */
export async function saveShownCustomers(on: Queryable, brands: readonly CustomersOfCompany[]): Promise<void> {
  if (brands.length === 0) return;
  const slugs = brands.slice(1).map(({ slug }) => slug);
  const unedited = await on
    .select({ id: companies.id, slug: companies.slug })
    .from(companies)
    .where(and(isNull(companies.editedAt), or(eq(companies.id, defaultCompanyId), inArray(companies.slug, slugs))));
  const idsBySlug = new Map(unedited.map(({ id, slug }) => [slug, id]));
  const hasDefault = unedited.some(({ id }) => id === defaultCompanyId);
  const named = brands.flatMap(({ slug, customers }, index) => {
    const companyId = index > 0 ? idsBySlug.get(slug) : hasDefault ? defaultCompanyId : undefined;
    return companyId === undefined ? [] : [{ companyId, customers }];
  });
  await replaceAll(on, named);
}

/** Replaces the customers shown on a brand's sign-up page, in order. */
export function replaceShownCustomers(
  on: Queryable,
  companyId: number,
  customers: readonly ShownCustomer[],
): Promise<void> {
  return replaceAll(on, [{ companyId, customers }]);
}

async function replaceAll(
  on: Queryable,
  named: readonly { readonly companyId: number; readonly customers: readonly ShownCustomer[] }[],
): Promise<void> {
  if (named.length === 0) return;
  const ids = named.map(({ companyId }) => companyId);
  await on.delete(shownCustomers).where(inArray(shownCustomers.companyId, ids));
  const rows = named.flatMap(({ companyId, customers }) =>
    customers.map(({ name, logo }, position) => ({ companyId, position, name, logo })),
  );
  if (rows.length > 0) await on.insert(shownCustomers).values(rows);
}
