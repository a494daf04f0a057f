import { emailAddress } from '@portico/contract';
import type { CommandIo } from '../../core/command.ts';
import { openCommandDatabase } from '../../core/db/command-database.ts';
import type { Database } from '../../core/db/database.ts';
import { claimDatabase } from '../../core/db/installation.ts';
import { migrate } from '../../core/db/migrations.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { translate } from '../../core/messages/index.ts';
import { createAccount, createCompany } from '../accounts/accounts.service.ts';
import { defaultCompanyId, selectCompany } from '../accounts/companies.queries.ts';
import { issueLink } from '../links/links.service.ts';
import { findVendorAccount, findWaitingOperator } from './user-creation.queries.ts';
import { insertNewUser } from './user-creation.ts';

export interface OperatorInput {
  readonly email: string;
  /** The name of the vendor's brand, if it has to be created. */
  readonly company?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export type OperatorOutcome = { readonly link: string } | { readonly problems: readonly string[] };

/**
 * Adds an operator to an installation's database (RUN-7). An operator without a password gets a new link. @returns the
 * link with which they choose a password, once, within seven days (LINK-3) @throws InstallationError if production settings meet a demo database
 */
export async function makeOperator(
  input: OperatorInput,
  readConfig: CommandIo['readConfig'],
): Promise<OperatorOutcome> {
  if (!emailAddress().safeParse(input.email).success) return { problems: [`${input.email} is not an email address.`] };
  const config = await readConfig();
  await using opened = new AsyncDisposableStack();
  const { database } = await openCommandDatabase(config, opened, { mayMake: true });
  await migrate(database.pool);
  // A vendor's own operators are never added to a demo database, because its passwords are public.
  if (config.mode === 'production') await claimDatabase(database, 'production');
  try {
    const operator = (await findWaitingOperator(database.query, input.email)) ?? (await addOperator(database, input));
    const data = { accountId: operator.accountId, invitedBy: null };
    const { path } = await issueLink(database.query, { kind: 'invitation', userId: operator.id, data });
    return { link: `${config.publicUrl ?? `http://localhost:${config.port}`}${path}` };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const problems = Object.values(error.propertyErrors ?? {}).flat();
    return { problems: problems.map((one) => ('text' in one ? one.text : translate('en', one.key, one.values))) };
  }
}

/** Adds an operator to the vendor's own account. Creates the brand and the account if they are missing. */
export async function addOperator(
  database: Database,
  input: OperatorInput,
): Promise<{ id: number; accountId: number }> {
  return database.transaction(async (transaction) => {
    if (!(await selectCompany(transaction, defaultCompanyId))) {
      const name = input.company ?? 'Portico';
      const slug =
        name
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{M}/gu, '')
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-+|-+$/g, '') || 'portico';
      await createCompany(transaction, { id: defaultCompanyId, name, slug });
    }
    const vendor = await findVendorAccount(transaction);
    const accountId =
      vendor ??
      (await createAccount(transaction, {
        companyId: defaultCompanyId,
        name: input.company ?? 'Operators',
        features: ['customerAdmin', 'billing'],
      }));
    const person = {
      accountId,
      login: input.email,
      email: input.email,
      firstName: input.firstName ?? input.email.split('@')[0] ?? input.email,
      lastName: input.lastName ?? '',
      password: null,
      isOwner: vendor === undefined,
      isAdmin: true,
      isOperator: true,
    };
    return { id: await insertNewUser(transaction, person, null), accountId };
  });
}
