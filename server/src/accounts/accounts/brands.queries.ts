import type { Theme } from '@portico/contract';
import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts, companies, companyLogos } from '../../core/db/schema/accounts.gen.ts';
import { inDictionaryOrder, textPatterns } from '../../core/db/text-patterns.ts';
import { type Company, companyColumns } from './companies.queries.ts';

/** The column with the address of a theme's logo. */
export const logoFields = { light: 'logoLight', dark: 'logoDark' } as const satisfies Record<Theme, keyof Company>;

/** The parameters of a page of brands. */
interface CompanyPage {
  readonly page: number;
  readonly pageSize: number;
  readonly order: 'asc' | 'desc';
  /** Part of a name or slug, ignoring case and accents. */
  readonly textFilter: string;
}

/** A picture as it is stored and served. */
export interface Logo {
  /** PNG. */
  readonly content: Buffer;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly hash: string;
}

/** The fields of a brand that operators change. */
export type CompanyFields = Omit<Company, 'id' | 'editedAt'>;

// Drizzle does not qualify column names in a query of one table, so the qualified names are written out.
const accountCount = sql<number>`(select count(*) from ${accounts} as under where under.company_id = ${companies}.id)::int`;

const { mailSender: _mailSender, mailReplyTo: _mailReplyTo, ...listedColumns } = companyColumns;

/** A page of brands, by name. */
export async function listCompanyPage(on: Queryable, { page, pageSize, order, textFilter }: CompanyPage) {
  const { has } = textPatterns(textFilter);
  const where = textFilter
    ? or(sql`search_key(${companies.name}) like ${has}`, sql`${companies.slug} like ${has}`)
    : undefined;
  const direction = order === 'asc' ? asc : desc;
  const [items, [counted]] = await Promise.all([
    on
      .select({
        ...listedColumns,
        accounts: accountCount,
      })
      .from(companies)
      .where(where)
      .orderBy(direction(inDictionaryOrder(companies.name)), direction(companies.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(companies).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

export async function countBrandAccounts(on: Queryable, companyId: number): Promise<number> {
  const [counted] = await on.select({ total: count() }).from(accounts).where(eq(accounts.companyId, companyId));
  return counted?.total ?? 0;
}

/** Locks a brand against all changes and new accounts. Undefined if it does not exist. */
export async function lockCompany(on: Queryable, id: number) {
  const [found] = await on.select().from(companies).where(eq(companies.id, id)).for('update');
  return found;
}

/** Locks a brand against removal until the transaction ends. Undefined if it does not exist. */
export async function shareLockCompany(on: Queryable, id: number): Promise<{ name: string } | undefined> {
  const [found] = await on
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, id))
    .for('key share');
  return found;
}

/** Stores an operator's changes of a brand. From then on, the catalog file does not change it (BRAND-7). */
export async function updateCompany(on: Queryable, id: number, fields: Partial<CompanyFields>): Promise<void> {
  await on
    .update(companies)
    .set({ ...fields, editedAt: sql`now()` })
    .where(eq(companies.id, id));
}

/** Deletes a brand with its logos. Fails while it has accounts. */
export async function deleteCompany(on: Queryable, id: number): Promise<void> {
  await on.delete(companies).where(eq(companies.id, id));
}

export async function moveAccount(on: Queryable, accountId: number, companyId: number): Promise<void> {
  await on.update(accounts).set({ companyId }).where(eq(accounts.id, accountId));
}

export async function saveLogo(on: Queryable, companyId: number, theme: Theme, { hash, content }: Logo): Promise<void> {
  await on
    .insert(companyLogos)
    .values({ companyId, theme, hash, content })
    .onConflictDoUpdate({ target: [companyLogos.companyId, companyLogos.theme], set: { hash, content } });
}

export async function deleteLogo(on: Queryable, companyId: number, theme: Theme): Promise<void> {
  await on.delete(companyLogos).where(and(eq(companyLogos.companyId, companyId), eq(companyLogos.theme, theme)));
}

/** The uploaded logos of a brand, as PNG. */
export function selectLogos(on: Queryable, companyId: number) {
  return on
    .select({ theme: companyLogos.theme, content: companyLogos.content })
    .from(companyLogos)
    .where(eq(companyLogos.companyId, companyId));
}

/** The uploaded logos of all brands, by brand id. */
export async function listAllLogos(on: Queryable): Promise<ReadonlyMap<number, ReadonlyMap<Theme, Buffer>>> {
  const rows = await on
    .select({ companyId: companyLogos.companyId, theme: companyLogos.theme, content: companyLogos.content })
    .from(companyLogos);
  const grouped = Map.groupBy(rows, ({ companyId }) => companyId);
  return new Map([...grouped].map(([id, all]) => [id, new Map(all.map(({ theme, content }) => [theme, content]))]));
}

/** One logo; undefined if it is missing or was replaced. */
export async function selectLogo(
  on: Queryable,
  { id, theme, hash }: { readonly id: number; readonly theme: Theme; readonly hash: string },
): Promise<Buffer | undefined> {
  const [found] = await on
    .select({ content: companyLogos.content })
    .from(companyLogos)
    .where(and(eq(companyLogos.companyId, id), eq(companyLogos.theme, theme), eq(companyLogos.hash, hash)));
  return found?.content;
}
