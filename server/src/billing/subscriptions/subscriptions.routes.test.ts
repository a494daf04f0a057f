import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal, testSecret } from '../../../test/full-portal.ts';
import { newPerson, type Person, subscribe } from '../../../test/operation-person.ts';
import { createAudit } from '../../accounts/index.ts';
import { createCatalog } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person as SessionPerson } from '../../core/http/session-context.ts';
import { findSeats } from '../../licensing/index.ts';
import { cancellationRecords } from '../cancellations/cancellations.queries.ts';
import { hasOpenInvoice } from '../invoices/invoices.queries.ts';
import { createBillingFacts } from '../unpaid/billing-facts.ts';
import { restoreSubscription } from './subscriptions.cancellation.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { findSubscription } from './subscriptions.queries.ts';

let portal: FullPortal;
let owner: Browser;
let stranger: Browser;
let subscriptionId: number;
let card: string;

const basic = { items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 3 }] };

beforeAll(async () => {
  portal = await startFullPortal();
  owner = await portal.signIn('owner@acme.example');
  stranger = await portal.signIn('owner@globex.example');
  card = await portal.addCard(owner);
  const { taxTransactionId } = (await owner.post('/api/Products/desktop/PreviewPurchase', basic)).json();
  const bought = await owner.post('/api/Products/desktop/Purchase', {
    ...basic,
    paymentMethodId: card,
    taxTransactionId,
  });
  subscriptionId = bought.json().subscriptionId;
});

describe('subscriptions', () => {
  test('are listed with their allowed changes', async () => {
    const list = (await owner.get('/api/Subscription/list')).json();
    expect(list).toMatchObject({ total: 1, totalPages: 1, page: 1, pageSize: 10 });
    expect(list.items[0]).toMatchObject({
      id: subscriptionId,
      productName: 'Desktop',
      subscriptionPlanName: 'Basic',
      subscriptionPlanCode: 'DB',
      quantity: 3,
      status: 1,
      trial: false,
      cancelAt: null,
      amount: 60_000,
      interval: 'Year',
      subscriptionEditingAllowed: true,
      changingPlanAllowed: true,
      cancellationAllowed: true,
      restoreAllowed: false,
      paymentMethodUpdateAllowed: true,
      price: { unitAmount: 20_000 },
    });
    const year = new Date(list.items[0].expirationDate).getTime() - new Date(list.items[0].startDate).getTime();
    expect(Math.round(year / 86_400_000)).toBeGreaterThanOrEqual(365);
  });

  test('are in French for a French user', async () => {
    const list = (await owner.get('/api/Subscription/list', { cookies: { portico_locale: 'fr' } })).json();
    expect(list.items[0]).toMatchObject({ productName: 'Bureau', subscriptionPlanName: 'Base', statusTitle: 'Actif' });
  });

  test('have details with their items and card', async () => {
    expect((await owner.get(`/api/Subscription/${subscriptionId}`)).json()).toMatchObject({
      items: [{ kind: 'base', caption: 'Basic, Yearly', quantity: 3, unitAmount: 20_000, amount: 60_000 }],
      price: { unitAmount: 20_000 },
      paymentMethod: { brand: 'visa', last4: '4242' },
    });
  });

  test('show their card only to users who may see billing', async () => {
    const other = await portal.addCard(owner, 'pm_card_mastercard');
    await owner.post(`/api/Billing/PaymentMethods/${other}/Default`, {});
    const paths = ['/api/Subscription/list', '/api/Products/desktop/Subscriptions'];
    for (const path of paths) expect((await owner.get(path)).json().items[0].paymentMethodId, path).toBe(card);
    expect((await owner.get(`/api/Subscription/${subscriptionId}`)).json().paymentMethodId).toBe(card);
    const member = await portal.signIn('user@acme.example');
    const { items } = (await member.get('/api/Products/desktop/Subscriptions')).json();
    expect(items).toMatchObject([{ id: subscriptionId, paymentMethodId: null }]);
  });

  test('of another account are not found, like unknown ones', async () => {
    const foreign = await stranger.get(`/api/Subscription/${subscriptionId}`);
    const missing = await stranger.get('/api/Subscription/999999');
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' });
    expect((await stranger.get(`/api/Subscription/${subscriptionId}/invoices`)).statusCode).toBe(404);
    expect((await stranger.get('/api/Subscription/list')).json().total).toBe(0);
    expect((await stranger.get('/api/Subscription/invoices')).json().total).toBe(0);
  });

  test.each([
    ['/api/Subscription/list?sortField=password', 'sortField'],
    ['/api/Subscription/list?page=0', 'page'],
    ['/api/Subscription/list?pageSize=401', 'pageSize'],
    ['/api/Subscription/invoices?order=sideways', 'order'],
    ['/api/Subscription/none', 'id'],
  ])('answer %s with a 400 that names %s', async (url, property) => {
    const response = await owner.get(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { [property]: [expect.any(String)] },
    });
  });

  test('can be sorted by every offered field', async () => {
    for (const sortField of ['startDate', 'productName', 'status', 'expirationDate']) {
      expect((await owner.get(`/api/subscription/LIST?sortField=${sortField}&order=asc`)).json().total).toBe(1);
    }
  });

  test('are sorted by status with past due ones first and ended ones last, then the newest first', async () => {
    const { pool } = portal.database;
    await pool.query(
      `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at, amount, currency, interval, interval_count, items)
       select account_id, 'sub_sorted_' || n, product_id, plan_id, price_plan_id, quantity, state, trial, started_at - n * interval '1 day', amount, currency, interval, interval_count, items
       from subscriptions, unnest(array['canceled', 'active', 'past_due', 'canceled', 'trialing']) with ordinality as made (state, n)
       where subscriptions.id = $1`,
      [subscriptionId],
    );
    try {
      const { rows } = await pool.query<{ id: string; name: string }>(
        "select id, replace(stripe_subscription_id, 'sub_sorted_', '') as name from subscriptions",
      );
      const names = new Map(rows.map(({ id, name }) => [Number(id), name]));
      const { items } = (await owner.get('/api/Subscription/list?sortField=status&order=asc')).json();
      const [overdue, own, ...others] = items.map(({ id }: { id: number }) => id);
      expect(own).toBe(subscriptionId);
      expect([overdue, ...others].map((id) => names.get(id))).toEqual(['3', '2', '5', '1', '4']);
    } finally {
      await pool.query("delete from subscriptions where stripe_subscription_id like 'sub_sorted_%'");
    }
  });
});

describe('invoices', () => {
  test('are listed by account and by subscription, with maintained totals', async () => {
    const all = (await owner.get('/api/Subscription/invoices')).json();
    const own = (await owner.get(`/api/Subscription/${subscriptionId}/invoices`)).json();
    expect(all).toMatchObject({
      total: 1,
      items: [{ status: 'paid', total: 60_000, currency: 'usd', hostedInvoiceUrl: expect.any(String) }],
    });
    expect(own.items).toEqual(all.items);
  });

  test('have pages that never overlap', async () => {
    const { rows } = await portal.database.pool.query(
      'select stripe_customer_id as id from accounts where stripe_customer_id is not null',
    );
    await portal.database.pool.query(
      `insert into stripe_invoices (id, customer_id, created, status, currency, total, amount_due, amount_paid, amount_remaining, data, synced_at)
       select 'in_page_' || n, $1, now() - interval '1 day', 'paid', 'usd', 100, 100, 100, 0, '{}', now() from generate_series(1, 44) n`,
      [rows[0].id],
    );
    for (const sortField of ['created', 'dueDate', 'number', 'status', 'total']) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) =>
          owner.get(`/api/Subscription/invoices?pageSize=20&page=${page}&sortField=${sortField}`),
        ),
      );
      const ids = pages.flatMap((page) => page.json().items.map(({ stripeId }: { stripeId: string }) => stripeId));
      expect(new Set(ids).size).toBe(45);
      expect(pages[0]?.json()).toMatchObject({ total: 45, totalPages: 3 });
    }
  });

  test('are read by index in every order', async () => {
    const { pool } = portal.database;
    const client = await pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      for (const column of ['created', 'due_date', 'number', 'status', 'total']) {
        for (const order of ['asc', 'desc']) {
          const { rows } = await client.query(
            `explain select id from stripe_invoices where customer_id = (select stripe_customer_id from accounts where id = 1) and deleted = false order by ${column} ${order}, id ${order} limit 20`,
          );
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan).toMatch(new RegExp(`Index (Only )?Scan.* using stripe_invoices_${column}_idx`));
          expect(plan).not.toMatch(/Sort/);
        }
      }
    } finally {
      client.release();
    }
  });
});

/** A context whose first read of the subscription is followed by another action. */
async function contextOfWhoReadBefore(
  { accountId, email }: Person,
  happens: () => Promise<unknown>,
): Promise<SubscriptionsContext & RequestContext<SessionPerson>> {
  const { app, database } = portal;
  const { rows } = await database.pool.query('select id from users where account_id = $1', [accountId]);
  const userId = Number(rows[0].id);
  let happened = false;
  const transaction: typeof database.transaction = async (work) => {
    if (!happened) {
      happened = true;
      await happens();
    }
    return database.transaction(work);
  };
  return {
    database,
    gateway: app.gateway,
    operations: { ...app.operations, database: { ...database, transaction } },
    audit: createAudit({ database, appSecret: testSecret }),
    catalog: createCatalog({ database }),
    cancellationRecords,
    hasOpenInvoice,
    findSeats,
    billingFacts: createBillingFacts({ paymentRetries: 3 }),
    session: { user: { id: userId, email }, account: { id: accountId } },
    accountId,
    actor: { accountId, userId, realUserId: userId, address: null, requestId: null },
    locale: 'en',
  };
}

const onDate = () => ({ cancel_at: Math.floor(Date.now() / 1000) + 5 * 86_400 });
const atPeriodEnd = () => ({ cancel_at_period_end: true });

test.each([
  ['its period', atPeriodEnd, onDate],
  ['a day of its own', onDate, atPeriodEnd],
])('restoring a subscription that was to end with %s works if its end has changed', async (_, first, then) => {
  const person = await newPerson(portal);
  const { id, stripeId } = await subscribe(person);
  const { stripe, app, database } = portal;
  const refresh = () => app.gateway.mirror.refresh('subscription', stripeId);
  await stripe.subscriptions.update(stripeId, first());
  await refresh();
  let happened = false;
  const context = await contextOfWhoReadBefore(person, async () => {
    happened = true;
    await stripe.subscriptions.update(stripeId, first === onDate ? { cancel_at: '' } : { cancel_at_period_end: false });
    await stripe.subscriptions.update(stripeId, then());
    await refresh();
  });
  expect(await restoreSubscription(context, id)).toMatchObject({ status: 'succeeded' });
  expect(happened).toBe(true);
  expect(await stripe.subscriptions.retrieve(stripeId)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  expect(await findSubscription(database.query, person.accountId, id)).toMatchObject({ cancelAt: null });
});
