import { tableOwners } from '../../server/src/core/db/schema/owners.ts';
import { nounOf } from './places.ts';

/** Folders of owners that are not modules. */
const folders: Readonly<Record<string, string>> = {
  'built-files': 'server/src/core/http/',
  installation: 'server/src/core/db/',
  limits: 'server/src/core/http/',
  mail: 'server/src/core/mail/',
  operations: 'server/src/core/operations/',
  stripe: 'server/src/core/stripe/',
};

/** Owners of tables that the mirror writes. */
const mirrored: ReadonlySet<string> = new Set(['cards', 'customers', 'invoices', 'payments', 'subscriptions']);

interface Exception {
  readonly path: string;
  readonly owners: readonly string[];
  readonly reason: string;
}

const exceptions: readonly Exception[] = [
  {
    path: 'server/src/identity/session/session.queries.ts',
    owners: ['accounts', 'users', 'limits'],
    reason:
      'A request finds its session, user, account and features in one statement. Expired limits are purged with expired sessions.',
  },
  {
    path: 'server/src/identity/session/sign-in.queries.ts',
    owners: ['accounts', 'users', 'limits', 'second-factor'],
    reason: 'Signing in changes limits, session and user in one statement (decision 0014).',
  },
  {
    path: 'server/src/identity/session/entry.queries.ts',
    owners: ['accounts', 'users', 'second-factor'],
    reason: 'What follows a first factor is read with it, and a session begins in one statement (decision 0028).',
  },
  {
    path: 'server/src/identity/session/challenge.queries.ts',
    owners: ['accounts', 'users'],
    reason: 'A second step reads its sign-in, user and account in one statement (decision 0028).',
  },
  {
    path: 'server/src/identity/session/open-sessions.queries.ts',
    owners: ['accounts', 'users'],
    reason: 'Whether a session is open depends on its account.',
  },
  {
    path: 'server/src/licensing/product-tokens/working-token.queries.ts',
    owners: ['accounts'],
    reason: 'A call of a product finds its token and whether the account is open in one statement (TOK-6).',
  },
  {
    path: 'server/src/identity/second-factor/second-factor.queries.ts',
    owners: ['accounts', 'users', 'limits'],
    reason: 'The state of a second factor depends on the requirement of the account and on its limit.',
  },
  {
    path: 'server/src/identity/second-factor/affected.queries.ts',
    owners: ['users', 'passkeys'],
    reason: 'Who has no second factor is found and counted in one statement (SET-7).',
  },
  {
    path: 'server/src/identity/second-factor/codes.queries.ts',
    owners: ['limits'],
    reason: 'A try is counted in its limit and at its method in one statement (MFA-5).',
  },
  {
    path: 'server/src/accounts/users/users.queries.ts',
    owners: ['second-factor', 'links'],
    reason: 'A page of users shows second factors and invitations with one statement.',
  },
  {
    path: 'server/src/accounts/users/user-products.queries.ts',
    owners: ['catalog'],
    reason: 'A grant of a product that the catalog does not have is ignored in the statement that writes it.',
  },
  {
    path: 'server/src/licensing/licensing/look-up.queries.ts',
    owners: ['accounts', 'catalog', 'devices', 'licenses', 'orders'],
    reason:
      'A product’s request finds its token, licenses and device in one statement, which is most of what it costs.',
  },
  {
    path: 'server/src/licensing/releases/releases.queries.ts',
    owners: ['devices'],
    reason: 'The history of its devices has the releases that a license used (DEV-10).',
  },
  {
    path: 'server/src/billing/invoices/invoices.queries.ts',
    owners: ['catalog'],
    reason: 'The most used list reads the version of the catalog with its rows (decision 0050).',
  },
  {
    path: 'server/src/billing/payments/payments.queries.ts',
    owners: ['catalog', 'invoices'],
    reason: 'A page of payments shows the purpose of each with one statement (decision 0050).',
  },
  {
    path: 'server/src/core/stripe/provider.queries.ts',
    owners: ['accounts', 'installation'],
    reason: 'Binding a database to a provider looks into every table that has ids of Stripe, and stores the binding.',
  },
];

/** Why the file at `path` may not use tables of `owner`; undefined if it may. */
function refusesOwner(path: string, owner: string): string | undefined {
  const folder = folders[owner];
  if (folder ? path.startsWith(folder) : nounOf(path) === owner) return undefined;
  if (mirrored.has(owner) && path.startsWith('server/src/core/stripe/')) return undefined;
  if (exceptions.some((exception) => exception.path === path && exception.owners.includes(owner))) return undefined;
  return `tables of ${owner} are used by their owner alone: ask its index.ts`;
}

/** Why an import of `file` is refused; undefined if it is allowed, or not a file of the schema. */
export function refusesSchemaFile(path: string, file: string): string | undefined {
  const name = /^server\/src\/core\/db\/schema\/([\w-]+)(\.gen)?\.ts$/.exec(file);
  if (!name) return undefined;
  if (name[1] === 'index') return 'tables are imported from the file of their owner';
  return name[2] ? refusesOwner(path, name[1] as string) : undefined;
}

/** Why a statement may not name `table`; undefined if it may, or if it is not a table of the portal. */
export function refusesTable(path: string, table: string): string | undefined {
  const owner = tableOwners[table];
  return owner === undefined ? undefined : refusesOwner(path, owner);
}
