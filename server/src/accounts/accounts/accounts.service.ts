import type { Feature } from '@portico/contract';
import { isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import type { Brand } from '../../core/mail/index.ts';
import { insertAccount, insertAccountFeatures } from './accounts.queries.ts';
import { logoFields, selectLogos } from './brands.queries.ts';
import { type Company, defaultCompanyId, insertCompany, selectCompany } from './companies.queries.ts';

const fallbackCompany: Company = {
  id: defaultCompanyId,
  name: 'Portico',
  slug: 'portico',
  logoLight: null,
  logoDark: null,
  accentLight: null,
  accentDark: null,
  mailSender: null,
  mailReplyTo: null,
  mailSenderName: null,
  contactUrl: null,
  editedAt: null,
};

/** The brand that a page shows: by default id 1, or a built-in brand if it is missing (ACC-2). */
export async function findCompany({ query }: { query: Queryable }, id: number = defaultCompanyId): Promise<Company> {
  return (await selectCompany(query, id)) ?? fallbackCompany;
}

/** The brand of a message (MAIL-8). Uploaded logos are embedded, because mail carries its pictures. */
export async function findBrand(on: Queryable, companyId: number): Promise<Brand> {
  const [company, logos] = await Promise.all([findCompany({ query: on }, companyId), selectLogos(on, companyId)]);
  return {
    ...company,
    ...Object.fromEntries(logos.map(({ theme, content }) => [logoFields[theme], pngDataUri(content)])),
  };
}

const pngDataUri = (content: Buffer) => `data:image/png;base64,${content.toString('base64')}`;

/** The contact link of a brand, otherwise the installation's. */
export async function findContact(
  on: Queryable,
  companyId: number,
  { contactUrl }: { readonly contactUrl: string | null },
): Promise<string | null> {
  return (await selectCompany(on, companyId))?.contactUrl ?? contactUrl;
}

/** @returns the new brand's id @throws InvalidInputError if the slug is taken or cannot be part of an address */
export async function createCompany(
  query: Queryable,
  company: {
    id?: number;
    name: string;
    slug: string;
    logoLight?: string;
    logoDark?: string;
    accentLight?: string;
    accentDark?: string;
  },
): Promise<number> {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(company.slug)) {
    throw new InvalidInputError({ slug: [{ key: 'validation.format', values: { field: 'slug' } }] });
  }
  try {
    return await insertCompany(query, company);
  } catch (error) {
    if (isUniqueViolation(error))
      throw new InvalidInputError({ slug: [{ key: 'session.taken', values: { field: 'slug' } }] });
    throw error;
  }
}

/** @returns the new account's id. */
export async function createAccount(
  query: Queryable,
  account: { companyId: number; name: string; features: readonly Feature[]; isRegistering?: boolean },
): Promise<number> {
  const { features, ...columns } = account;
  const id = await insertAccount(query, columns);
  await insertAccountFeatures(query, id, features);
  return id;
}
