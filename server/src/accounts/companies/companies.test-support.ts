import type { Company, CompanyInput } from '@portico/contract';
import sharp from 'sharp';
import { beforeEach } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { accountsModule } from '../accounts/accounts.routes.ts';
import { accountParts } from '../accounts/accounts.test-support.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { companiesModule } from './companies.routes.ts';

export const installation = {
  mailSender: 'portal@vendor.example',
  mailReplyTo: null,
  contactUrl: 'mailto:care@vendor.example',
};

const createPng = (background: string) =>
  sharp({ create: { width: 300, height: 60, channels: 4, background } })
    .png()
    .toBuffer();
export const png = await createPng('#0f766e');
export const otherPng = await createPng('#fff');

export const lumen: CompanyInput = {
  name: 'Lumen',
  slug: 'lumen',
  accentLight: '#0b6e4f',
  accentDark: null,
  mailSenderName: 'Lumen Care',
  mailSender: 'mail@lumen.example',
  mailReplyTo: null,
  contactUrl: 'https://lumen.example/help',
};

export const path = (rest = '') => `/api/Operator/Companies${rest}`;

/** Starts a light portal with brands and accounts. Before each test, only the default brand exists. */
export async function startCompanies() {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database, {
    extend: (portal, { audit }) => {
      const config = {
        mail: { smtpUrl: undefined, sender: installation.mailSender, replyTo: null },
        contactUrl: installation.contactUrl,
      };
      const modules = [
        accountsModule({ database, audit, ...accountParts }),
        companiesModule({ database, audit, config }),
      ];
      for (const route of modules.flatMap(({ routes = [] }) => routes)) route.bind(portal);
    },
  });
  const operator = await new Browser(app).signIn('operator@portico.example');
  const { rows } = await database.pool.query("select account_id as id from users where email = 'owner@acme.example'");
  let lastEvent = 0;
  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
    await database.pool.query('update accounts set company_id = 1');
    await database.pool.query('delete from companies where id <> 1');
    const found = await database.pool.query('select coalesce(max(id), 0) as id from audit_events');
    lastEvent = found.rows[0].id;
  });
  const add = (input: object = lumen) => operator.post(path(), input);
  return {
    database,
    app,
    operator,
    acme: rows[0].id as number,
    add,
    added: async (input: object = lumen) => (await add(input)).json<Company>(),
    /** Saves over the current state, or over the revision in `input`. */
    save: async (id: number, input: object) => {
      const { revision = '' } = (await operator.get(path(`/${id}`))).json<Partial<Company>>();
      return operator.send('PUT', path(`/${id}`), { payload: { revision, ...input } });
    },
    put: (account: number, companyId: number) =>
      operator.send('PUT', `/api/Operator/Accounts/${account}/Company`, { payload: { companyId } }),
    /** The events of a kind since the test began, newest first. */
    events: async (kind: string) => {
      const text = 'select account_id, detail from audit_events where kind = $1 and id > $2 order by id desc';
      return (await database.pool.query(text, [kind, lastEvent])).rows;
    },
  };
}
