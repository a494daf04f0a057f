import type { AccountOverview, AccountRow, AccountUser } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { accountOverviewsModule } from './account-overviews.routes.ts';

const database = await createTestDatabase();
let app: FastifyInstance;
let operator: Browser;
let acme = 0;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  const catalog = { findProducts: async () => new Map() };
  app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of accountOverviewsModule({ database, catalog }).routes ?? []) route.bind(portal);
    },
  });
  operator = await new Browser(app).signIn('operator@portico.example');
  const { rows } = await database.pool.query("select account_id as id from users where email = 'owner@acme.example'");
  acme = rows[0].id;
  await database.pool.query("update accounts set stripe_customer_id = 'cus_acme' where id = $1", [acme]);
  await database.pool.query(
    `insert into stripe_invoices (id, customer_id, created, due_date, number, status, currency, total, amount_due, amount_paid, amount_remaining, data, synced_at)
     select 'in_' || n, 'cus_acme', now() - make_interval(days => 20 - n), due, 'A-' || n, status, currency, 900, 900, 0, remaining, '{}', now()
     from (values (1, now() - interval '1 day', 'open', 'usd', 900), (2, now() + interval '9 days', 'open', 'usd', 100),
                  (3, null, 'open', 'cad', 50), (4, null, 'paid', 'usd', 0), (5, null, 'draft', 'usd', 70)) as given (n, due, status, currency, remaining)`,
  );
  await database.pool.query(
    `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at,
       expires_at, unpaid_since, amount, currency, interval, interval_count, items)
     select $1, 'sub_' || n, 'desktop', 'basic', 'monthly', n, status, false, now(), now(),
       case when status = 'past_due' then timestamptz '2026-11-25 12:00Z' end, 1000, 'usd', 'Month', 1, '[]'
     from (values (1, 'active'), (2, 'past_due'), (3, 'canceled')) as given (n, status)`,
    [acme],
  );
  const license = await insertLicense(database, acme, { quantity: 1, usedQuantity: 1, exceededQuantity: 2 });
  await insertDevice(database, license);
  await database.pool.query(
    "insert into second_factors (user_id, method, target) select id, 'Email', email from users where email = 'owner@acme.example'",
  );
});

const owed = [
  { currency: 'cad', amount: 50, invoices: 1 },
  { currency: 'usd', amount: 1_000, invoices: 2 },
];

describe('the overview of accounts (OPR-2)', () => {
  test('lists accounts with owner, live subscriptions and unpaid amounts', async () => {
    const { items, total } = (await operator.get('/api/Operator/AccountOverviews')).json();
    expect(items.map(({ name }: AccountRow) => name)).toEqual(['Acme Security', 'Globex', 'Veriscan']);
    expect(total).toBe(3);
    expect(items[0]).toMatchObject({ owner: { email: 'owner@acme.example' }, liveSubscriptions: 2, owed });
    expect(items[1]).toMatchObject({ liveSubscriptions: 0, owed: [], isDisabled: false });
  });

  test.each([
    ['textFilter=SECUR', ['Acme Security']],
    ['order=desc', ['Veriscan', 'Globex', 'Acme Security']],
    ['pageSize=1&page=2', ['Globex']],
    ['textFilter=%25', []],
    ['sortField=createdAt&order=desc&pageSize=1', [expect.any(String)]],
  ])('filters, sorts and pages accounts: %s', async (query, names) => {
    const { items } = (await operator.get(`/api/Operator/AccountOverviews?${query}`)).json();
    expect(items.map(({ name }: AccountRow) => name)).toEqual(names);
  });

  test('shows an account’s money, subscriptions, licenses, devices, users and latest events', async () => {
    const overview = (await operator.get(`/api/Operator/AccountOverviews/${acme}`)).json<AccountOverview>();
    expect(overview).toMatchObject({
      owner: { email: 'owner@acme.example' },
      users: { active: 4, total: 4 },
      owed,
      devices: { total: 1, withPlace: 1, exceeded: 2 },
      licenses: { total: 1, items: [{ exceededQuantity: 2, quantity: 1 }] },
      subscriptions: { total: 3 },
      openInvoices: { total: 3 },
    });
    expect(overview.subscriptions.items.map(({ status }) => status)).toEqual(['past_due', 'active', 'canceled']);
    expect(overview.subscriptions.items.map(({ unpaidSince }) => unpaidSince)).toEqual([
      '2026-11-25T12:00:00.000Z',
      null,
      null,
    ]);
    expect(overview.openInvoices.items.map(({ number, isOverdue }) => [number, isOverdue])).toEqual([
      ['A-1', true],
      ['A-2', false],
      ['A-3', false],
    ]);
    await new Browser(app).signIn('user@acme.example');
    const { activity } = (await operator.get(`/api/Operator/AccountOverviews/${acme}`)).json<AccountOverview>();
    expect(activity[0]).toMatchObject({ text: 'Signed in', by: null, user: expect.any(String) });
  });

  test('shows trials on a machine that another account used for a trial of the product', async () => {
    const { rows } = await database.pool.query(
      "select account_id as id from users where email = 'owner@globex.example'",
    );
    const insertTrial = async (accountId: number, productId: string, ...hardwareIds: string[]) => {
      const license = await insertLicense(database, accountId, { productId, trial: true, quantity: 3 });
      for (const hardwareId of hardwareIds) await insertDevice(database, license, { hardwareId, name: 'LAPTOP' });
    };
    await insertTrial(acme, 'server', 'MACHINE-1', 'MACHINE-2', 'Default-string');
    await insertTrial(rows[0].id, 'server', 'MACHINE-1', 'Default-string');
    await insertTrial(rows[0].id, 'mobile', 'MACHINE-2');
    const overview = async (id: number) =>
      (await operator.get(`/api/Operator/AccountOverviews/${id}`)).json<AccountOverview>().repeatedTrials;
    const seen = { productName: 'server', deviceName: 'LAPTOP' };
    expect(await overview(acme)).toEqual([{ ...seen, account: { id: rows[0].id, name: 'Globex' } }]);
    expect(await overview(rows[0].id)).toEqual([{ ...seen, account: { id: acme, name: 'Acme Security' } }]);
  });

  test('shows trials of accounts that had the same card', async () => {
    const { rows } = await database.pool.query(
      "update accounts set stripe_customer_id = 'cus_globex' where id = (select account_id from users where email = 'owner@globex.example') returning id",
    );
    await database.pool.query(
      `insert into stripe_payment_methods (id, customer_id, type, brand, last4, exp_month, exp_year, created, deleted, data, synced_at)
       select id, customer, 'card', 'Visa', '4242', 12, 2030, now(), deleted, jsonb_build_object('card', jsonb_build_object('fingerprint', fingerprint)), now()
       from (values ('pm_1', 'cus_acme', 'f1', false), ('pm_2', 'cus_globex', 'f1', true), ('pm_3', 'cus_globex', 'f1', false),
                    ('pm_4', 'cus_globex', 'f2', false), ('pm_5', 'cus_acme', null, false), ('pm_6', 'cus_globex', null, false))
         as given (id, customer, fingerprint, deleted)`,
    );
    const overview = async () =>
      (await operator.get(`/api/Operator/AccountOverviews/${acme}`)).json<AccountOverview>().sharedCards;
    expect(await overview()).toEqual([]);
    await database.pool.query(
      `insert into product_trials (account_id, product_id) values ($1, 'server'), ($1, 'mobile'), ($2, 'server'), ($2, 'desktop')`,
      [acme, rows[0].id],
    );
    const account = { id: rows[0].id, name: 'Globex' };
    expect(await overview()).toEqual([{ productName: 'server', brand: 'Visa', last4: '4242', account }]);
  });

  test.each([
    ['jo+2@globex.example', 'Jo@globex.example', true],
    ['j.o+x@gmail.com', 'jo@googlemail.com', true],
    ['j.o@globex.example', 'jo@globex.example', false],
    ['jo@a@globex.example', 'jo@globex.example', false],
  ])('shows whether %s and %s are one mailbox', async (email, otherEmail, isSame) => {
    const update = (address: string, login: string) =>
      database.pool.query('update users set email = $1 where login = $2 returning account_id as id', [address, login]);
    await update(email, 'readonly@acme.example');
    const { rows } = await update(otherEmail, 'owner@globex.example');
    const overview = (await operator.get(`/api/Operator/AccountOverviews/${acme}`)).json<AccountOverview>();
    const account = { id: rows[0].id, name: 'Globex' };
    expect(overview.sharedMailboxes).toEqual(isSame ? [{ email, otherEmail, account }] : []);
    await update('readonly@acme.example', 'readonly@acme.example');
    await update('owner@globex.example', 'owner@globex.example');
  });

  test('lists users with second factor and last sign-in', async () => {
    const path = `/api/Operator/AccountOverviews/${acme}/Users`;
    const { items, total } = (await operator.get(`${path}?sortField=lastLoginDate&order=desc`)).json();
    expect(total).toBe(4);
    expect(items[0]).toMatchObject({ email: 'user@acme.example', hasSecondFactor: false });
    const found = (await operator.get(`${path}?textFilter=OWNER@acme`)).json();
    expect(found.items.map((user: AccountUser) => [user.email, user.hasSecondFactor, user.isOwner])).toEqual([
      ['owner@acme.example', true, true],
    ]);
  });

  test('answers 404 for an unknown account, and 403 for customers', async () => {
    const owner = await new Browser(app).signIn('owner@globex.example');
    for (const rest of ['', '/Users']) {
      expect((await operator.get(`/api/Operator/AccountOverviews/999999${rest}`)).statusCode).toBe(404);
      expect((await owner.get(`/api/Operator/AccountOverviews/${acme}${rest}`)).statusCode).toBe(403);
    }
  });
});
