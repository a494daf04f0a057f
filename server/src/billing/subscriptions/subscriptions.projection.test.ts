import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testCatalog } from '../../../test/full-portal.ts';
import { startMirror, type TestMirror } from '../../../test/mirror.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { applyCatalogFile, type Catalog, createCatalog } from '../../catalog/index.ts';
import type { StripeSubscription } from '../../core/stripe/index.ts';
import { cancellationRecords } from '../cancellations/cancellations.queries.ts';
import { findOldestDueDates } from '../invoices/due.queries.ts';
import { onSubscriptionsMirrored, prepareProjection } from './subscriptions.projection.ts';

const logger = pino({ level: 'silent' });
const audit = { record: async () => {} };
let started: TestMirror;
let catalog: Catalog;
let price: string;
/** Customers at Stripe, whose default cards are a Visa and a Mastercard. */
let acme: string;
let globex: string;
let acmeCard: string;

beforeAll(async () => {
  started = await startMirror();
  const { database, app } = started;
  await seedDemonstrationPeople(database);
  await applyCatalogFile({ file: testCatalog, database, client: app.gateway.client });
  catalog = createCatalog({ database: started.database });
  [acme, acmeCard] = await addCustomer('Acme', 'pm_card_visa');
  [globex] = await addCustomer('Globex', 'pm_card_mastercard');
  const sold = await database.pool.query(
    "select stripe_price_id from catalog_prices where price_id = 'desktop-basic-monthly'",
  );
  price = sold.rows[0].stripe_price_id;
});

/** Creates a customer with a default card for an account. @returns the ids of both */
async function addCustomer(account: string, testCard: string): Promise<[customer: string, card: string]> {
  const { database, stripe, app } = started;
  const { id } = await stripe.customers.create({ name: account });
  const card = await stripe.paymentMethods.attach(testCard, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } });
  await database.pool.query('update accounts set stripe_customer_id = $1 where name like $2', [id, `${account}%`]);
  await app.gateway.mirror.refresh('customer', id);
  await app.gateway.mirror.refresh('payment_method', card.id);
  return [id, card.id];
}

beforeEach(async () => {
  await started.database.pool.query('delete from subscriptions; delete from product_trials');
});

function createSubscription(customer: string, id: string, changes: object = {}): StripeSubscription {
  const period = { current_period_start: 1_790_000_000, current_period_end: 1_800_000_000 };
  const item = { id: `si_${id}`, quantity: 1, ...period, price: { id: price, recurring: {} } };
  return {
    id,
    customer,
    status: 'active',
    items: { data: [item] },
    start_date: 1_790_000_000,
    ended_at: null,
    trial_start: null,
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    currency: 'usd',
    default_payment_method: null,
    ...changes,
  } as object as StripeSubscription;
}

/** @returns the executed statements */
async function project(
  subscriptions: readonly StripeSubscription[],
  taken = new Set(subscriptions.map(({ id }) => id)),
): Promise<string[]> {
  const { database } = started;
  const statements: string[] = [];
  const on = drizzle({ client: database.pool, logger: { logQuery: (statement) => statements.push(statement) } });
  const write = await prepareProjection(
    {
      database,
      gateway: started.app.gateway,
      catalog,
      audit,
      logger,
      cancellationRecords,
      findOldestDueDates,
      deliver: async () => {},
    },
    subscriptions,
  );
  await write(on, taken);
  return statements;
}

async function held() {
  const { rows } = await started.database.pool.query(
    `select stripe_subscription_id as id, accounts.stripe_customer_id as customer, status, payment_failure as failure
     from subscriptions join accounts on accounts.id = account_id order by 1`,
  );
  return rows;
}

describe('the projection of mirrored subscriptions', () => {
  test('updates their accounts’ rows, each with its declined card', async () => {
    await project([
      createSubscription(globex, 'sub_b', { status: 'past_due' }),
      createSubscription(acme, 'sub_a'),
      createSubscription(acme, 'sub_c', { status: 'unpaid', default_payment_method: acmeCard }),
      // Another customer's card is not shown.
      createSubscription(globex, 'sub_d', { status: 'past_due', default_payment_method: acmeCard }),
    ]);
    expect(await held()).toEqual([
      { id: 'sub_a', customer: acme, status: 'active', failure: null },
      { id: 'sub_b', customer: globex, status: 'past_due', failure: { brand: 'mastercard', last4: '4444' } },
      { id: 'sub_c', customer: acme, status: 'unpaid', failure: { brand: 'visa', last4: '4242' } },
      { id: 'sub_d', customer: globex, status: 'past_due', failure: null },
    ]);
    await project([createSubscription(globex, 'sub_b'), createSubscription(acme, 'sub_a', { status: 'canceled' })]);
    expect((await held()).slice(0, 2)).toEqual([
      { id: 'sub_a', customer: acme, status: 'canceled', failure: null },
      { id: 'sub_b', customer: globex, status: 'active', failure: null },
    ]);
  });

  test('leaves out subscriptions that never began, belong to other portals, or were not stored', async () => {
    await project([createSubscription(acme, 'sub_waiting', { status: 'incomplete' })]);
    const foreign = {
      data: [
        {
          id: 'si_x',
          quantity: 1,
          current_period_start: 0,
          current_period_end: 1,
          price: { id: 'price_other', currency: 'usd' },
        },
      ],
    };
    await project(
      [
        createSubscription(acme, 'sub_waiting', { status: 'canceled' }),
        createSubscription(acme, 'sub_expired', { status: 'incomplete_expired' }),
        createSubscription(acme, 'sub_unknown', { status: 'canceled' }),
        createSubscription('cus_nobody', 'sub_nobodys'),
        createSubscription(acme, 'sub_foreign', { items: foreign }),
        createSubscription(acme, 'sub_older'),
      ],
      new Set(['sub_waiting', 'sub_expired', 'sub_unknown', 'sub_nobodys', 'sub_foreign']),
    );
    expect(await held()).toEqual([]);
  });

  test('identifies the plan by an additional price if there is no price plan', async () => {
    const { pool } = started.database;
    const extra = await pool.query(
      "select stripe_price_id as id from catalog_prices where price_id = 'desktop-pro-extra'",
    );
    const item = {
      id: 'si_x',
      quantity: 3,
      current_period_start: 1_790_000_000,
      current_period_end: 1_800_000_000,
      price: { ...extra.rows[0], recurring: {} },
    };
    await project([createSubscription(acme, 'sub_extra', { items: { data: [item] } })]);
    const { rows } = await pool.query('select plan_id, price_plan_id, quantity, amount from subscriptions');
    expect(rows).toEqual([{ plan_id: 'desktop-pro', price_plan_id: 'desktop-pro-monthly', quantity: 0, amount: 3000 }]);
  });

  describe('with a price that the catalog does not have (SUB-38)', () => {
    const period = { current_period_start: 1_790_000_000, current_period_end: 1_800_000_000 };
    const recurring = { interval: 'month', interval_count: 1 };
    const itemOf = (id: string, more: object) => ({
      id,
      quantity: 2,
      ...period,
      price: { currency: 'usd', recurring, ...more },
    });
    const rows = async () =>
      (
        await started.database.pool.query(
          'select stripe_subscription_id as id, plan_id as plan, quantity, device_quantity as devices, amount from subscriptions order by 1',
        )
      ).rows;
    const issues = async () =>
      (
        await started.database.pool.query(
          'select kind, subject, stripe_customer_id as customer, product_id as product from stripe_issues join accounts on accounts.id = account_id',
        )
      ).rows;

    beforeEach(async () => {
      await started.database.pool.query('delete from stripe_issues');
    });

    test('takes the plan of its product at Stripe and the amount of the price', async () => {
      const product = { product: 'portico_plan_desktop-basic' };
      const data = [itemOf('si_a', { id: 'price_negotiated', unit_amount: 4_100, ...product })];
      await project([createSubscription(acme, 'sub_a', { items: { data } })]);
      expect(await rows()).toEqual([{ id: 'sub_a', plan: 'desktop-basic', quantity: 2, devices: 2, amount: 8_200 }]);
      expect(await issues()).toEqual([{ kind: 'priceUnknown', subject: 'sub_a', customer: acme, product: 'desktop' }]);
      await project([createSubscription(acme, 'sub_a')]);
      expect(await issues()).toEqual([]);
    });

    test('keeps the plan that it had if its product is unknown too', async () => {
      await project([createSubscription(acme, 'sub_a')]);
      const data = [itemOf('si_sub_a', { id: 'price_other', unit_amount: 100, product: 'prod_other' })];
      await project([createSubscription(acme, 'sub_a', { items: { data } })]);
      // Once more, from a row that has the unknown price.
      await project([createSubscription(acme, 'sub_a', { items: { data } })]);
      expect(await rows()).toEqual([{ id: 'sub_a', plan: 'desktop-basic', quantity: 2, devices: 2, amount: 200 }]);
      expect(await issues()).toHaveLength(1);
    });

    test('gets no row without a known plan, and is reported if its customer has an account', async () => {
      const data = [itemOf('si_a', { id: 'price_other', unit_amount: 100, product: 'prod_other' })];
      await project([
        createSubscription(acme, 'sub_a', { items: { data } }),
        createSubscription('cus_nobody', 'sub_nobodys', { items: { data } }),
      ]);
      expect(await rows()).toEqual([]);
      expect(await issues()).toEqual([{ kind: 'priceUnknown', subject: 'sub_a', customer: acme, product: null }]);
    });

    test('counts and names an item beside its plan (SUB-39)', async () => {
      const base = createSubscription(acme, 'sub_a').items.data[0];
      const fee = itemOf('si_fee', {
        id: 'price_fee',
        unit_amount: 2_500,
        nickname: 'Support fee',
        product: 'prod_fee',
      });
      await project([createSubscription(acme, 'sub_a', { items: { data: [base, { ...fee, quantity: 1 }] } })]);
      const [row] = (await started.database.pool.query('select items, amount from subscriptions')).rows;
      expect(row.amount).toBe(row.items[0].unitAmount + 2_500);
      expect(row.items[1]).toMatchObject({ kind: 'other', caption: 'Support fee', unitAmount: 2_500 });
      expect(await issues()).toEqual([]);
    });
  });

  test('counts grace from the day on which the oldest unpaid invoice was due (ORD-12)', async () => {
    const { pool } = started.database;
    const day = (number: number) => new Date(1_790_000_000_000 + number * 86_400_000);
    const unpaidSince = async () => (await pool.query('select unpaid_since as at from subscriptions')).rows[0].at;
    const insertInvoice = (id: string, due: Date | null) =>
      pool.query(
        `insert into stripe_invoices (id, customer_id, subscription_id, created, status, currency, total, amount_due, amount_paid, amount_remaining, due_date, data, synced_at)
         values ($1, $2, 'sub_a', $3, 'open', 'usd', 100, 100, 0, 100, $4, '{}', now())`,
        [id, acme, day(2), due],
      );
    const late = createSubscription(acme, 'sub_a', {
      status: 'past_due',
      collection_method: 'send_invoice',
      days_until_due: 30,
    });
    await project([late]);
    expect(await unpaidSince()).toEqual(day(30));
    await insertInvoice('in_sent', day(32));
    await project([late]);
    expect(await unpaidSince()).toEqual(day(32));
    await insertInvoice('in_charged', null);
    await project([late]);
    expect(await unpaidSince()).toEqual(day(2));
    await project([createSubscription(acme, 'sub_a', { status: 'canceled' })]);
    expect(await unpaidSince()).toEqual(day(2));
    await pool.query("delete from stripe_invoices where subscription_id = 'sub_a'");
    await project([createSubscription(acme, 'sub_a')]);
    expect(await unpaidSince()).toBeNull();
  });

  test('records no cancellation or restoration when a purchase replaces a trial that ended by itself (TRL-5)', async () => {
    const kinds = async () =>
      (await started.database.pool.query('select kind from subscription_changes order by id')).rows.map(
        ({ kind }) => kind,
      );
    const end = 1_800_000_000;
    const began = { trial_start: 1_790_000_000, canceled_at: 1_790_000_000 };
    const trial = createSubscription(acme, 'sub_a', { ...began, status: 'trialing', trial_end: end, cancel_at: end });
    await project([trial]);
    await started.database.pool.query('update subscriptions set amount = 0');
    const paid = { ...began, trial_end: 1_790_000_100 };
    await project([createSubscription(acme, 'sub_a', { ...paid, cancel_at: end })]);
    await project([createSubscription(acme, 'sub_a', { ...paid, canceled_at: null })]);
    expect(await kinds()).toEqual([]);
    await project([createSubscription(acme, 'sub_a', { ...paid, canceled_at: 1_795_000_000, cancel_at: end })]);
    await project([createSubscription(acme, 'sub_a', { ...paid, canceled_at: null })]);
    expect(await kinds()).toEqual(['canceled', 'restored']);
  });

  test('records the product of an account’s trials once', async () => {
    await project([
      createSubscription(acme, 'sub_a', { status: 'trialing', trial_start: 1, trial_end: 1_800_000_000 }),
      createSubscription(acme, 'sub_b', { status: 'canceled', trial_start: 1 }),
      createSubscription(globex, 'sub_c', { status: 'incomplete', trial_start: 1 }),
    ]);
    const { rows } = await started.database.pool.query(
      'select stripe_customer_id as customer, product_id as product from product_trials join accounts on accounts.id = account_id',
    );
    expect(rows).toEqual([{ customer: acme, product: 'desktop' }]);
  });

  test('uses as many statements for a hundred subscriptions as for one', async () => {
    const past = { status: 'past_due', trial_start: 1 };
    const one = await project([
      createSubscription(acme, 'sub_0', past),
      createSubscription(acme, 'x', { status: 'incomplete_expired' }),
    ]);
    const hundred = await project(
      Array.from({ length: 50 }, (_, at) => [
        createSubscription(at % 2 ? acme : globex, `sub_${at}`, past),
        createSubscription(acme, `x_${at}`, { status: 'incomplete_expired' }),
      ]).flat(),
    );
    expect(one.length).toBeGreaterThan(0);
    expect(hundred).toHaveLength(one.length);
    expect(await held()).toHaveLength(50);
  });
});

test('a repair corrects the rows of a subscription, even if its mirrored object is current', async () => {
  const { database, stripe, app } = started;
  const { mirror, mirrorMaintenance } = app.gateway;
  const held = async () =>
    (await database.pool.query('select stripe_subscription_id, status, amount from subscriptions')).rows;
  onSubscriptionsMirrored({
    database,
    gateway: app.gateway,
    catalog,
    audit,
    logger,
    cancellationRecords,
    findOldestDueDates,
    deliver: async () => {},
  });
  const { id } = await stripe.subscriptions.create({ customer: acme, items: [{ price }] });
  await mirror.refresh('subscription', id);
  const before = await held();
  expect(before).toMatchObject([{ stripe_subscription_id: id, status: 'active' }]);
  await database.pool.query('delete from subscriptions');
  await mirrorMaintenance.runs.begin('repair');
  await runDueJobs(started);
  expect(await held()).toEqual(before);
});
