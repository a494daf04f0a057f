import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import type { Database } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { Audit } from '../audit/audit.service.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { hasOperators } from '../users/operators.queries.ts';
import { findUserNames } from '../users/users.queries.ts';

/** What the module of accounts needs besides the database and the audit log. */
export const accountParts = { accountPeople: { hasOperators, findUserNames } };

type ModuleParts = { readonly database: Database; readonly audit: Audit } & typeof accountParts;

/** A portal with the demonstration's people, modules about accounts, and an operator who is signed in. */
export async function startAccounts(createModules: (parts: ModuleParts) => readonly PortalModule[]) {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database, {
    extend: (portal, { audit }) => {
      for (const { routes = [] } of createModules({ database, audit, ...accountParts }))
        for (const route of routes) route.bind(portal);
    },
  });
  const findAccountId = async (email: string): Promise<number> =>
    (await database.pool.query('select account_id as id from users where email = $1', [email])).rows[0].id;
  const acme = await findAccountId('owner@acme.example');
  return {
    app,
    database,
    operator: await new Browser(app).signIn('operator@portico.example'),
    acme,
    vendor: await findAccountId('operator@portico.example'),
    path: (rest = '', id = acme) => `/api/Operator/Accounts/${id}${rest}`,
    /** The latest two events about accounts. */
    events: async () =>
      (
        await database.pool.query(
          "select kind, account_id, detail from audit_events where kind like 'account%' order by id desc limit 2",
        )
      ).rows,
  };
}
