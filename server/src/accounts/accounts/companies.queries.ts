import { eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { companies } from '../../core/db/schema/accounts.gen.ts';

/** The brand of visitors, and of users without one (ACC-2). */
export const defaultCompanyId = 1;

export const companyColumns = {
  id: companies.id,
  name: companies.name,
  slug: companies.slug,
  logoLight: companies.logoLight,
  logoDark: companies.logoDark,
  accentLight: companies.accentLight,
  accentDark: companies.accentDark,
  mailSender: companies.mailSender,
  mailReplyTo: companies.mailReplyTo,
};

/** Columns that the catalog file does not contain. */
const ownColumns = {
  mailSenderName: companies.mailSenderName,
  contactUrl: companies.contactUrl,
  editedAt: companies.editedAt,
};

export type Company = Pick<typeof companies.$inferSelect, keyof typeof companyColumns | keyof typeof ownColumns>;
/** A brand as the catalog file describes it. */
export type CompanyBrand = Omit<Pick<Company, keyof typeof companyColumns>, 'id'>;

export async function selectCompany(on: Queryable, id: number): Promise<Company | undefined> {
  const [company] = await on
    .select({ ...companyColumns, ...ownColumns })
    .from(companies)
    .where(eq(companies.id, id));
  return company;
}

/** Finds a brand by its slug, in lower case. */
export async function selectCompanyBySlug(on: Queryable, slug: string): Promise<Company | undefined> {
  const [company] = await on
    .select({ ...companyColumns, ...ownColumns })
    .from(companies)
    .where(eq(companies.slug, slug));
  return company;
}

export function listCompanies(on: Queryable): Promise<Company[]> {
  return on
    .select({ ...companyColumns, ...ownColumns })
    .from(companies)
    .orderBy(companies.id);
}

export async function insertCompany(on: Queryable, company: typeof companies.$inferInsert): Promise<number> {
  const [row] = await on.insert(companies).values(company).returning({ id: companies.id });
  if (row && company.id !== undefined) await advanceCompanyIds(on);
  return (row as { id: number }).id;
}

/**
 * Stores the first brand as the default one and the others by slug. Brands that are missing from the list stay, and
 * brands that operators edited are not changed (BRAND-7).
 */
export async function saveCompanies(on: Queryable, [first, ...others]: readonly CompanyBrand[]): Promise<void> {
  if (first) {
    await on
      .insert(companies)
      .values({ id: defaultCompanyId, ...first })
      .onConflictDoUpdate({ target: companies.id, set: first, setWhere: isNull(companies.editedAt) });
    await advanceCompanyIds(on);
  }
  if (others.length === 0) return;
  const columns = getTableColumns(companies);
  const replaced = Object.keys(others[0] as CompanyBrand).map((property) => [
    property,
    sql.raw(`excluded."${columns[property as keyof CompanyBrand].name}"`),
  ]);
  await on
    .insert(companies)
    .values(others)
    .onConflictDoUpdate({
      target: companies.slug,
      set: Object.fromEntries(replaced),
      setWhere: isNull(companies.editedAt),
    });
}

/** Moves the id sequence past explicitly inserted ids. */
async function advanceCompanyIds(on: Queryable): Promise<void> {
  await on.execute(
    sql`select setval(pg_get_serial_sequence('companies', 'id'), greatest((select max(id) from companies), 1))`,
  );
}
