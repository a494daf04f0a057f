import type { Cockpit } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertLicense } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { cockpitModule } from './cockpit.routes.ts';

const database = await createTestDatabase();
let app: FastifyInstance;
let cockpit: Cockpit;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  app = await createTestPortal(database, {
    extend: (portal) => {
      const module = cockpitModule({ database, catalog: { findProducts: async () => new Map() } });
      for (const route of module.routes ?? []) route.bind(portal);
    },
  });
  const { pool } = database;
  const acme = (await pool.query("select account_id as id from users where email = 'owner@acme.example'")).rows[0].id;
  await pool.query("update accounts set stripe_customer_id = 'cus_acme' where id = $1", [acme]);
  await pool.query(
    `insert into stripe_charges (id, customer_id, payment_intent_id, created, status, currency, amount, amount_refunded, data, synced_at)
     select id, 'cus_acme', intent, now() - age, status, 'usd', amount, 0, '{"failure_message": "Your card was declined.", "failure_code": "card_declined"}', now()
     from (values ('ch_1', 'pi_1', interval '1 minute', 'succeeded', 500), ('ch_2', 'pi_2', interval '2 minutes', 'failed', 70),
                  ('ch_3', 'pi_2', interval '3 minutes', 'failed', 70), ('ch_4', 'pi_4', interval '4 minutes', 'failed', 40),
                  ('ch_5', 'pi_5', interval '40 days', 'failed', 10)) as given (id, intent, age, status, amount)`,
  );
  await pool.query(
    `insert into stripe_payment_intents (id, customer_id, created, status, currency, amount, amount_received, data, synced_at)
     select id, 'cus_acme', now(), status, 'usd', 1, 0, '{}', now()
     from (values ('pi_2', 'requires_payment_method'), ('pi_4', 'succeeded')) as given (id, status)`,
  );
  await pool.query(
    `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at,
       expires_at, cancel_at, ended_at, unpaid_since, amount, currency, interval, interval_count, items)
     select $1, 'sub_' || n, product, 'basic', 'monthly', 2, status, trial, now(), now() + make_interval(days => due), canceled, ended, unpaid,
            1000, 'usd', 'Month', 1, '[]'
     from (values (1, 'soon', 'active', false, 3, null::timestamptz, null::timestamptz, null::timestamptz),
                  (2, 'later', 'active', false, 20, null, null, null), (3, 'far', 'active', false, 40, null, null, null),
                  (4, 'canceled', 'active', false, 3, now(), null, null), (5, 'due', 'past_due', false, 3, null, null, now() - interval '6 days'),
                  (6, 'tried', 'canceled', true, 0, null, now() - interval '1 day', null),
                  (7, 'soon', 'canceled', true, 0, null, now() - interval '1 day', null),
                  (8, 'trying', 'trialing', true, 5, now() + interval '5 days', null, null),
                  (9, 'trying', 'trialing', true, 9, now() + interval '9 days', null, null)) as given (n, product, status, trial, due, canceled, ended, unpaid)`,
    [acme],
  );
  await pool.query(
    `insert into product_tokens (account_id, product_id, name, token_type, prefix, token_hash, expires_at, disabled_at, disabled_reason, overlap_ends_at)
     select $1, product, 'Nightly export', 1, 'pts_' || n, n::text::bytea, now() + make_interval(days => due), disabled, case when disabled is null then null else 'user' end, overlap
     from (values (1, 'cloud', 3, null::timestamptz, null::timestamptz), (2, 'cloud', 5, null, null), (3, 'later', 20, null, null),
                  (4, 'disabled', 3, now(), null), (5, 'replaced', 3, null, now()), (6, 'over', -1, null, null)) as given (n, product, due, disabled, overlap)`,
    [acme],
  );
  await pool.query(
    `insert into stripe_customers (id, created, balance, default_payment_method, data, synced_at)
     values ('cus_acme', now(), -300, 'pm_visa', '{}', now())`,
  );
  await pool.query(
    `insert into stripe_payment_methods (id, customer_id, type, brand, last4, exp_month, exp_year, created, data, synced_at)
     values ('pm_visa', 'cus_acme', 'card', 'visa', '4242', 12, 2099, now(), '{}', now())`,
  );
  await pool.query(
    `insert into stripe_subscriptions (id, customer_id, status, created, data, synced_at)
     values ('sub_1', 'cus_acme', 'active', now(), '{}', now()),
            ('sub_2', 'cus_acme', 'active', now(), '{"collection_method": "send_invoice"}', now())`,
  );
  await insertLicense(database, acme, { number: 'LI-9', quantity: 8, usedQuantity: 8, exceededQuantity: 1 });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await insertLicense(database, acme, { productId: 'manual', expiresAt: inDays(20) });
  await insertLicense(database, acme, { productId: 'later', expiresAt: inDays(40) });
  await insertLicense(database, acme, { productId: 'over', expiresAt: inDays(-1) });
  const operator = await new Browser(app).signIn('operator@portico.example');
  cockpit = (await operator.get('/api/Operator/Cockpit')).json();
});

describe('the operators’ home (OPR-6)', () => {
  test('sums received, failed and upcoming amounts', () => {
    expect(cockpit.money).toHaveLength(1);
    expect(cockpit.money[0]).toMatchObject({
      currency: 'usd',
      received: { amount: 500, count: 1 },
      failed: { amount: 180, count: 3 },
      renewsIn7: { amount: 1_000, count: 1 },
      renewsIn30: { amount: 2_000, count: 2 },
    });
    expect(cockpit.money[0]?.days).toHaveLength(14);
  });

  test('lists the renewals of the next thirty days, nearest first', () => {
    expect(cockpit.renewals.map(({ productName, account }) => [productName, account.name])).toEqual([
      ['soon', 'Acme Security'],
      ['later', 'Acme Security'],
    ]);
  });

  test('lists each failed payment once, unless it was paid later', () => {
    expect(cockpit.failedPayments).toEqual([
      expect.objectContaining({
        id: 'ch_2',
        amount: 70,
        reason: 'Your card was declined.',
        tries: 2,
        account: expect.objectContaining({ name: 'Acme Security' }),
      }),
    ]);
  });

  test('shows in French why a payment failed', async () => {
    const operator = await new Browser(app).signIn('operator@portico.example');
    const answer = await operator.get('/api/Operator/Cockpit', { headers: { 'accept-language': 'fr-CA' } });
    expect(answer.json().failedPayments).toEqual([
      expect.objectContaining({ id: 'ch_2', reason: 'Votre carte a été refusée.' }),
    ]);
  });

  test('shows what will pay for a renewal', () => {
    expect(cockpit.renewals.map(({ payment }) => payment)).toEqual([
      { method: 'card', card: { brand: 'visa', last4: '4242', expiresBefore: false }, credit: 300 },
      { method: 'sent', card: null, credit: 0 },
    ]);
  });

  test('lists the accounts that need attention, and why', () => {
    expect(cockpit.needs.map(({ reason, about, exceeded }) => [reason, about, exceeded])).toEqual([
      ['pastDue', 'due', 0],
      ['overPlaces', 'LI-9', 1],
      ['licenseEnds', 'manual', 0],
      ['tokenEnds', 'cloud', 0],
      ['trialEnds', 'trying', 0],
      ['trialEnded', 'tried', 0],
    ]);
  });

  test('refuses customers', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    expect((await owner.get('/api/Operator/Cockpit')).statusCode).toBe(403);
  });

  test.each([
    [
      'stripe_charges_created_idx',
      "select id from stripe_charges where created > now() - interval '14 days' and not deleted",
    ],
    [
      'stripe_charges_failed_idx',
      "select id from stripe_charges where status = 'failed' and not deleted order by created desc, id desc limit 8",
    ],
    [
      'licenses_ends_idx',
      "select id from licenses where status = 1 and subscription_id is null and expires_at is not null and expires_at >= now() and expires_at < now() + interval '30 days' order by expires_at, id limit 8",
    ],
    [
      'subscriptions_ends_idx',
      "select id from subscriptions where status in ('active', 'trialing') and trial and expires_at >= now() and expires_at < now() + interval '7 days' order by expires_at, id limit 8",
    ],
    [
      'subscriptions_past_due_idx',
      "select id from subscriptions where status in ('past_due', 'unpaid') order by unpaid_since, id limit 8",
    ],
    ['licenses_exceeded_idx', 'select id from licenses where status = 1 and exceeded_quantity > 0 order by id limit 8'],
  ])('uses the index %s', async (index, statement) => {
    const client = await database.pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      await client.query('set enable_bitmapscan = off');
      await client.query('set enable_sort = off');
      expect(JSON.stringify((await client.query(`explain ${statement}`)).rows)).toContain(index);
    } finally {
      await client.query('reset all');
      client.release();
    }
  });
});
