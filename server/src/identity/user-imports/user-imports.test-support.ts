import { beforeEach } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { insertProducts } from '../../../test/products.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Mail } from '../../core/mail/index.ts';
import { userImportsModule } from './user-imports.routes.ts';

/** The first line of a file with all columns. */
export const header = 'login,email,firstName,lastName,phone,comments,admin,readOnly,active,expDate';
/** A line for a user. @param rest the cells after the first name */
export const createLine = (name: string, rest = ',,,,,,') => `${name},${name}@new.example,${name}${rest}`;
export const createFile = (...lines: readonly string[]) => [header, ...lines, ''].join('\n');

/** The request options for a file. */
export const csv = { headers: { 'content-type': 'text/csv' } };

/** The demo's users with the import API and two products. Deletes the users of `new.example` before each test. */
export async function startUserImports() {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await insertProducts(database, 'scan', 'desk');
  let mail: Mail | undefined;
  const paid = { current: false };
  const app = await createTestPortal(database, {
    extend: (portal, parts) => {
      ({ mail } = parts);
      for (const route of userImportsModule({ database, hasPaid: async () => paid.current, ...parts }).routes ?? [])
        route.bind(portal);
    },
  });
  const rows = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows;
  const [{ account_id: accountId }] = (await rows(
    "select account_id from users where login = 'owner@acme.example'",
  )) as [{ account_id: number }];
  const admin = await new Browser(app).signIn('admin@acme.example');

  beforeEach(async () => {
    paid.current = false;
    await rows("delete from users where email like '%@new.example'");
    for (const table of ['rate_limits', 'mail_messages', 'default_features', 'default_refusals', 'default_products'])
      await rows(`delete from ${table}`);
    await rows('delete from graphile_worker._private_jobs');
  });

  return {
    database,
    /** Whether the accounts have ever paid. */
    paid,
    mail: mail as unknown as Mail,
    rows,
    accountId,
    admin,
    readOnly: await new Browser(app).signIn('readonly@acme.example'),
    other: await new Browser(app).signIn('owner@globex.example'),
    countUsers: async () => Number((await rows('select count(*) from users'))[0].count),
    preview: (file: string | Buffer, browser = admin) => browser.post('/api/UserImports/Preview', file, csv),
    importFile: (file: string | Buffer, query = '', browser = admin) =>
      browser.post(`/api/UserImports${query}`, file, csv),
  };
}
