import type { SearchHit } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertLicense, insertOrder } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { operatorSearchModule } from './operator-search.routes.ts';

const database = await createTestDatabase();
let app: FastifyInstance;
let operator: Browser;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of operatorSearchModule({ database }).routes ?? []) route.bind(portal);
    },
  });
  operator = await new Browser(app).signIn('operator@portico.example');
  const { rows } = await database.pool.query("select account_id as id from users where email = 'owner@globex.example'");
  const globex = rows[0].id;
  await database.pool.query("update accounts set stripe_customer_id = 'cus_globex' where id = $1", [globex]);
  await insertOrder(database, globex, { number: 'PO-77' });
  await insertLicense(database, globex, { number: 'LI-77', serialNumber: '9XQ4R-M0000-00000-00000-000000' });
  await database.pool.query(
    `insert into stripe_invoices (id, customer_id, created, number, status, currency, total, amount_due, amount_paid, amount_remaining, data, synced_at)
     select 'in_' || n, customer, now(), number, 'paid', 'usd', 1, 1, 1, 0, '{}', now()
     from (values (1, 'cus_globex', 'PVB-0029'), (2, 'cus_unknown', 'PVB-0030')) as given (n, customer, number)`,
  );
});

const search = async (text: string): Promise<SearchHit[]> =>
  (await operator.get(`/api/Operator/Search?text=${encodeURIComponent(text)}`)).json().items;
const listHits = async (text: string) => (await search(text)).map(({ kind, label }) => `${kind} ${label}`);

describe('the operators’ search (OPR-1)', () => {
  test.each([
    ['globex', ['account Globex', 'user']],
    ['LOBE', ['account Globex', 'user']],
    ['readonly@acme.example', ['user']],
    ['security', ['account Acme Security']],
    ['po-7', ['order PO-77']],
    ['li-77', ['license LI-77']],
    ['9xq', ['license LI-77']],
    ['9xq4rmo', ['license LI-77']],
    ['x q4rm 0', ['license LI-77']],
    ['XQ4', []],
    ['PO\u201177', ['order PO-77']],
    ['pvb-', ['invoice PVB-0029', 'invoice PVB-0030']],
    ['gl', ['account Globex']],
    ['lo', []],
    ['g', []],
    ['', []],
    ['%%%', []],
    ['a_c', []],
    ['nobody', []],
  ])('finds the expected hits for %j', async (text, expected) => {
    const found = await listHits(text);
    expect(found.map((line) => line.replace(/^user .*/, 'user'))).toEqual(expected);
  });

  test('names the account of each hit, and none for an invoice without an account', async () => {
    const [known, unknown] = await search('pvb');
    expect(known?.account?.name).toBe('Globex');
    expect(unknown).toEqual({
      kind: 'invoice',
      id: 'in_2',
      label: 'PVB-0030',
      detail: null,
      account: null,
      isManual: false,
    });
    expect((await search('PO-77'))[0]).toMatchObject({ isManual: true, account: { name: 'Globex' } });
  });

  test('returns at most five hits of each kind', async () => {
    await database.pool.query(
      "insert into accounts (company_id, name) select 1, 'Many ' || n from generate_series(1, 20) n",
    );
    expect(await search('many')).toHaveLength(5);
  });

  test('refuses customers and visitors', async () => {
    expect((await new Browser(app).get('/api/Operator/Search?text=acme')).statusCode).toBe(401);
    const owner = await new Browser(app).signIn('owner@acme.example');
    expect((await owner.get('/api/Operator/Search?text=acme')).statusCode).toBe(403);
  });

  test('rejects a text of more than 200 characters', async () => {
    expect((await operator.get(`/api/Operator/Search?text=${'x'.repeat(201)}`)).statusCode).toBe(400);
  });

  test.each([
    ['accounts_name_trigrams_idx', "select id from accounts where search_key(name) like '%many%'"],
    [
      'users_text_idx',
      `select id from users where search_key(login || ' ' || email || ' ' || first_name || ' ' || last_name) like '% acm%'`,
    ],
    ['orders_number_prefix_idx', "select id from orders where lower(number) like 'po-%'"],
    [
      'stripe_invoices_number_all_idx',
      "select id from stripe_invoices where lower(number) like 'pvb%' and not deleted",
    ],
  ])('uses the index %s', async (index, statement) => {
    const client = await database.pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { rows } = await client.query(`explain ${statement}`);
      expect(JSON.stringify(rows)).toContain(index);
    } finally {
      await client.query('reset enable_seqscan');
      client.release();
    }
  });
});
