import type { Feature } from '@portico/contract';
import { isUniqueViolation, type Queryable } from '../../db/database.ts';
import { InvalidInputError } from '../../http/app-error.ts';
import { insertAccount, insertAccountFeatures } from './accounts.queries.ts';
import { type Company, defaultCompanyId, insertCompany, selectCompany } from './companies.queries.ts';

const unnamedCompany: Company = {
  id: defaultCompanyId,
  name: 'Portico',
  slug: 'portico',
  logoLight: null,
  logoDark: null,
  accentLight: null,
  accentDark: null,
  mailSender: null,
  mailReplyTo: null,
};

/** The brand that a page shows. When it is missing, the default company is id 1 (ACC-2). */
export async function findCompany({ query }: { query: Queryable }, id: number = defaultCompanyId): Promise<Company> {
  return (await selectCompany(query, id)) ?? unnamedCompany;
}

/** @returns the new company's id. @throws InvalidInputError when the slug is taken or cannot be part of an address. */
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
  account: { companyId: number; name: string; features: readonly Feature[] },
): Promise<number> {
  const id = await insertAccount(query, account.companyId, account.name);
  await insertAccountFeatures(query, id, account.features);
  return id;
}
