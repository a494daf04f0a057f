import { beforeAll, describe, expect, test } from 'vitest';
import { startMirror, type TestMirror } from '../../../../test/mirror.ts';
import { toMirrorRow } from './compare.ts';
import { mirrorQueries } from './mirror.queries.ts';
import type { StoredObject, StoredType } from './rows.ts';

let started: TestMirror;

beforeAll(async () => {
  started = await startMirror();
});

function take<Type extends StoredType>(type: Type, object: StoredObject<Type>, number: number) {
  return mirrorQueries.store(started.database.query, type, [toMirrorRow(type, object)], { number, at: new Date() });
}

async function invoice(customer: string, number: string) {
  const draft = await started.stripe.invoices.create({ customer, description: number });
  return started.stripe.invoices.retrieve(draft.id as string);
}

describe('the mirror', () => {
  test('never replaces a newer state with an older one, in any order', async () => {
    const customer = await started.stripe.customers.create({ name: 'first' });
    const renamed = await started.stripe.customers.update(customer.id, { name: 'second' });
    const { pool } = started.database;
    await take('customer', renamed, 2);
    await take('customer', customer, 1);
    const { rows } = await pool.query("select data ->> 'name' as name from stripe_customers where id = $1", [
      customer.id,
    ]);
    expect(rows).toEqual([{ name: 'second' }]);
  });

  test('keeps the newer state if the database clock was set back', async () => {
    const { mirror } = started.app.gateway;
    const customer = await started.stripe.customers.create({ name: 'before' });
    await mirror.refresh('customer', customer.id);
    const { pool } = started.database;
    await pool.query("update stripe_customers set synced_at = now() + interval '30 seconds' where id = $1", [
      customer.id,
    ]);
    await started.stripe.customers.update(customer.id, { name: 'after' });
    await mirror.refresh('customer', customer.id);
    const { rows } = await pool.query("select data ->> 'name' as name from stripe_customers where id = $1", [
      customer.id,
    ]);
    expect(rows).toEqual([{ name: 'after' }]);
  });

  test('maintains totals of invoices that are created, deleted or get another customer', async () => {
    const [one, two] = [await started.stripe.customers.create({}), await started.stripe.customers.create({})];
    const { query, pool } = started.database;
    const total = async (customer: string) => {
      const { rows } = await pool.query(
        'select coalesce(max(invoices), 0)::int as total from stripe_invoice_totals where customer_id = $1',
        [customer],
      );
      return rows[0].total;
    };
    const first = await invoice(one.id, 'a');
    await take('invoice', first, 1);
    await take('invoice', first, 2);
    await take('invoice', await invoice(one.id, 'b'), 2);
    expect(await total(one.id)).toBe(2);
    await mirrorQueries.markDeleted(query, 'invoice', first.id as string, { number: 3, at: new Date() });
    expect(await total(one.id)).toBe(1);
    await take('invoice', first, 4);
    expect(await total(one.id)).toBe(2);
    await take('invoice', { ...first, customer: two.id }, 5);
    expect([await total(one.id), await total(two.id)]).toEqual([1, 1]);
    await pool.query('delete from stripe_invoices where id = $1', [first.id]);
    expect(await total(two.id)).toBe(0);
  });

  test('marks objects that Stripe deleted', async () => {
    const customer = await started.stripe.customers.create({ name: 'short-lived' });
    await started.app.gateway.mirror.refresh('customer', customer.id);
    await started.stripe.customers.del(customer.id);
    await started.app.gateway.mirror.refresh('customer', customer.id);
    const { rows } = await started.database.pool.query('select deleted from stripe_customers where id = $1', [
      customer.id,
    ]);
    expect(rows).toEqual([{ deleted: true }]);
  });

  test('stores no client secret, wherever it appears', async () => {
    const customer = await started.stripe.customers.create({});
    const price = await started.stripe.prices.create({
      currency: 'usd',
      unit_amount: 1_000,
      recurring: { interval: 'month' },
      product_data: { name: 'Tried' },
    });
    const subscription = await started.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: 7,
      expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret'],
    });
    expect(JSON.stringify(subscription)).toMatch(/seti_\w+_secret_/);
    await started.app.gateway.mirror.storeSubscription(subscription);
    const { rows } = await started.database.pool.query(
      'select data::text as data, data ->> $2 as status from stripe_subscriptions where id = $1',
      [subscription.id, 'status'],
    );
    expect(rows[0].data).not.toContain('_secret_');
    expect(rows[0].status).toBe('trialing');
  });
});
