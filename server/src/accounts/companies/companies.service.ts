import type {
  CompanyRow,
  Company as CompanyShown,
  companies as endpoints,
  ParsedRequestOf,
  ResponseOf,
  Theme,
} from '@portico/contract';
import type { Config } from '../../core/config.ts';
import { type Database, isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { AppError, InvalidInputError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import {
  type CompanyFields,
  countBrandAccounts,
  deleteCompany,
  deleteLogo,
  type Logo,
  listCompanyPage,
  lockCompany,
  logoFields,
  saveLogo,
  selectLogo,
  updateCompany,
} from '../accounts/brands.queries.ts';
import { defaultCompanyId, insertCompany, selectCompany } from '../accounts/companies.queries.ts';
import { listShownCustomers, replaceShownCustomers, type ShownCustomer } from '../accounts/shown-customers.queries.ts';
import type { Audit } from '../audit/audit.service.ts';
import { changesBetween } from '../audit/changes.ts';
import { auditedFields, brandRevision, customerChanges } from './companies.rules.ts';
import { logoAddress } from './logos.ts';
import { readCustomers, readLogo } from './pictures.ts';

export interface CompaniesContext {
  readonly database: Database;
  readonly audit: Audit;
  /** Defaults for brands without a sender, reply address or link of their own. */
  readonly config: Pick<Config, 'mail' | 'contactUrl'>;
}

/** Visitors see the default brand, and accounts need theirs (BRAND-5). */
export class CompanyInUseError extends AppError {
  constructor(reason: 'isDefault' | 'hasAccounts') {
    super({ code: 'Conflict', message: { key: `companies.${reason}` } });
  }
}

/** Another operator saved the brand after it was read (BRAND-8). */
export class CompanyChangedError extends AppError {
  constructor() {
    super({ code: 'Conflict', message: { key: 'companies.changed' } });
  }
}

type CallContext = CompaniesContext & RequestContext;
type Input = ParsedRequestOf<typeof endpoints.add>['body'];
type SavedInput = ParsedRequestOf<typeof endpoints.save>['body'];

/** Brands that an operator may save in ten minutes. Drawing a logo costs processor time. */
const saveLimit = defineLimit('company-save', 60, 600);

/** A page of the vendor's brands (BRAND-1). */
export async function listCompanyRows(
  { database }: CallContext,
  query: ParsedRequestOf<typeof endpoints.list>['query'],
): Promise<ResponseOf<typeof endpoints.list>> {
  const { items, total } = await listCompanyPage(database.query, query);
  const rows = items.map((row): CompanyRow => ({ ...row, isDefault: row.id === defaultCompanyId }));
  return listAnswer(rows, total, query);
}

/** @throws NotFoundError */
export async function getCompany({ database, config }: CallContext, id: number): Promise<CompanyShown> {
  const on = database.query;
  const [company, accounts, customers] = await Promise.all([
    selectCompany(on, id),
    countBrandAccounts(on, id),
    listShownCustomers(on, id),
  ]);
  if (!company) throw new NotFoundError();
  const { editedAt: _editedAt, ...shown } = company;
  const { sender: mailSender, replyTo: mailReplyTo } = config.mail;
  return {
    ...shown,
    customers,
    revision: brandRevision(company, customers),
    isDefault: id === defaultCompanyId,
    accounts,
    installation: { mailSender, mailReplyTo, contactUrl: config.contactUrl },
  };
}

/** Adds a brand (BRAND-1). @throws InvalidInputError for a taken slug or an invalid picture */
export async function addCompany(context: CallContext, input: Input): Promise<CompanyShown> {
  const { database, audit, actor } = context;
  const { fields, logos, customers = [] } = await readInput(context, input, []);
  const id = await rejectTakenSlugs(() =>
    database.transaction(async (transaction) => {
      const added = await insertCompany(transaction, fields);
      await updateCompany(transaction, added, await storeLogos(transaction, added, logos));
      await replaceShownCustomers(transaction, added, customers);
      const detail = { company: added, name: fields.name, slug: fields.slug };
      await audit.record({ ...actor, kind: 'companyAdded', detail }, transaction);
      return added;
    }),
  );
  return getCompany(context, id);
}

/**
 * Changes a brand. From then on, the catalog file does not change it (BRAND-7). @throws NotFoundError;
 * InvalidInputError as `addCompany`; CompanyChangedError if another operator changed it after it was read (BRAND-8)
 */
export async function saveCompany(
  context: CallContext,
  id: number,
  { revision, ...input }: SavedInput,
): Promise<CompanyShown> {
  const { database, audit, actor } = context;
  const { fields, logos, customers } = await readInput(context, input, await listShownCustomers(database.query, id));
  await rejectTakenSlugs(() =>
    database.transaction(async (transaction) => {
      const before = await lockCompany(transaction, id);
      if (!before) throw new NotFoundError();
      const named = await listShownCustomers(transaction, id);
      if (revision !== brandRevision(before, named)) throw new CompanyChangedError();
      const after = { ...fields, ...(await storeLogos(transaction, id, logos)) };
      await updateCompany(transaction, id, after);
      if (customers) await replaceShownCustomers(transaction, id, customers);
      const changes = {
        ...changesBetween(before, after, auditedFields),
        ...customerChanges(named, customers ?? named),
      };
      if (Object.keys(changes).length > 0)
        await audit.record({ ...actor, kind: 'companyChanged', detail: { company: id, changes } }, transaction);
    }),
  );
  return getCompany(context, id);
}

/** Removes a brand. @throws NotFoundError; CompanyInUseError for the default brand, and while it has accounts (BRAND-5) */
export async function removeCompany({ database, audit, actor }: CallContext, id: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const company = await lockCompany(transaction, id);
    if (!company) throw new NotFoundError();
    if (id === defaultCompanyId) throw new CompanyInUseError('isDefault');
    if ((await countBrandAccounts(transaction, id)) > 0) throw new CompanyInUseError('hasAccounts');
    await deleteCompany(transaction, id);
    const detail = { company: id, name: company.name, slug: company.slug };
    await audit.record({ ...actor, kind: 'companyRemoved', detail }, transaction);
  });
}

/** A logo as PNG. @throws NotFoundError, also for a replaced logo */
export async function getLogo(
  { database }: Pick<CompaniesContext, 'database'>,
  params: ParsedRequestOf<typeof endpoints.getLogo>['params'],
): Promise<Buffer> {
  const content = await selectLogo(database.query, params);
  if (!content) throw new NotFoundError();
  return content;
}

/** For each theme: a new logo, null to remove it, undefined to keep it. */
type LogoChanges = Readonly<Record<Theme, Logo | null | undefined>>;

/** Draws the pictures before anything is locked. @throws InvalidInputError with the problem of each picture at its field */
async function readInput(
  { database, session }: CallContext,
  { logoLight, logoDark, customers: sent, ...fields }: Input,
  stored: readonly ShownCustomer[],
) {
  await saveLimit.take(database, session.user.id);
  const [light, dark] = await Promise.all([readLogo(logoLight), readLogo(logoDark)]);
  const { customers, problems } = await readCustomers(sent ?? [], stored);
  if (typeof light === 'string' || typeof dark === 'string' || Object.keys(problems).length > 0) {
    throw new InvalidInputError({
      ...(typeof light === 'string' && { logoLight: [{ key: light }] }),
      ...(typeof dark === 'string' && { logoDark: [{ key: dark }] }),
      ...problems,
    });
  }
  return { fields, logos: { light, dark } satisfies LogoChanges, customers: sent && customers };
}

/** @returns the addresses of the logos that changed */
async function storeLogos(on: Queryable, id: number, logos: LogoChanges): Promise<Partial<CompanyFields>> {
  const addresses: { -readonly [Field in (typeof logoFields)[Theme]]?: string | null } = {};
  for (const theme of ['light', 'dark'] as const) {
    const logo = logos[theme];
    if (logo === undefined) continue;
    await (logo ? saveLogo(on, id, theme, logo) : deleteLogo(on, id, theme));
    addresses[logoFields[theme]] = logo && logoAddress(id, theme, logo);
  }
  return addresses;
}

/** If two brands take the same slug concurrently, the database refuses the second. @throws InvalidInputError */
async function rejectTakenSlugs<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error, 'companies_slug_key'))
      throw new InvalidInputError({ slug: [{ key: 'companies.slugTaken' }] });
    throw error;
  }
}
