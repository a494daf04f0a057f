import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { startMirror, type TestMirror } from '../../../../test/mirror.ts';
import { listMirroredObjects, listStripeObjects } from '../../../../test/mirrored-objects.ts';
import { runDueJobs } from '../../../../test/run-due-jobs.ts';
import { holdWebhookDeliveries } from '../../../../test/webhook-deliveries.ts';

let started: TestMirror;
let stripe: Stripe;

beforeAll(async () => {
  started = await startMirror();
  stripe = started.stripe;
  await live();
  await care().runs.ensureBackfilled();
  await runDueJobs(started);
});

const care = () => started.app.gateway.mirrorMaintenance;
const sql = async (text: string, values: unknown[] = []) => (await started.database.pool.query(text, values)).rows;

/** A customer with an object of every kind. @returns their ids. */
async function live() {
  const customer = await stripe.customers.create({ name: 'Everything' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
  await stripe.customers.createBalanceTransaction(customer.id, { amount: -50, currency: 'usd' });
  const product = await stripe.products.create({ name: 'Repaired' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1_000,
    recurring: { interval: 'month' },
  });
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  const refund = await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
  const item = await stripe.invoiceItems.create({ customer: customer.id, amount: 700, currency: 'usd' });
  await stripe.creditNotes.create({ invoice: String(subscription.latest_invoice), amount: 200, credit_amount: 200 });
  return { customer, card, product, price, subscription, charge, refund, item };
}

async function repair() {
  const { run } = await care().runs.begin('repair');
  await runDueJobs(started);
  const report = await care().status.findRun(run.id);
  const { items } = await care().status.listDifferences(run.id, { page: 1, pageSize: 100 });
  expect(report).toMatchObject({ state: 'done', error: null, differences: items.length });
  return items;
}

async function expectSameBooks(): Promise<void> {
  expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(stripe));
}

const tables = [
  ['stripe_customers', 'customer', 'name'],
  ['stripe_payment_methods', 'payment_method', 'type'],
  ['stripe_subscriptions', 'subscription', 'status'],
  ['stripe_subscription_schedules', 'subscription_schedule', 'end_behavior'],
  ['stripe_invoices', 'invoice', 'status'],
  ['stripe_invoice_lines', 'line_item', 'description'],
  ['stripe_invoice_items', 'invoiceitem', 'amount'],
  ['stripe_invoice_payments', 'invoice_payment', 'status'],
  ['stripe_payment_intents', 'payment_intent', 'status'],
  ['stripe_charges', 'charge', 'status'],
  ['stripe_refunds', 'refund', 'status'],
  ['stripe_credit_notes', 'credit_note', 'status'],
  ['stripe_balance_transactions', 'balance_transaction', 'status'],
  ['stripe_customer_balance_transactions', 'customer_balance_transaction', 'amount'],
] as const;

function byType<Item extends { objectType: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (a.objectType < b.objectType ? -1 : 1));
}

describe('a repair', () => {
  test('of a correct mirror finds nothing', async () => {
    expect(await repair()).toEqual([]);
    await expectSameBooks();
  });

  test('restores missing rows in every table', async () => {
    const planted = [];
    for (const [table, type] of tables) {
      const [row] = await sql(
        `delete from ${table} where id = (select id from ${table} where not deleted order by id limit 1) returning id`,
      );
      planted.push({ objectType: type, objectId: row.id, kind: 'missing', fields: [] });
    }
    expect(byType(await repair())).toMatchObject(byType(planted));
    await expectSameBooks();
  });

  test('refreshes outdated rows in every table', async () => {
    const planted = [];
    for (const [table, type, field] of tables) {
      const [row] = await sql(
        `update ${table} set data = jsonb_set(data, $1, '"of another time"')
         where id = (select id from ${table} where not deleted order by id limit 1) returning id`,
        [[field]],
      );
      planted.push({ objectType: type, objectId: row.id, kind: 'changed', fields: [field] });
    }
    expect(byType(await repair())).toMatchObject(byType(planted));
    expect(await repair()).toEqual([]);
    await expectSameBooks();
  });

  test('refreshes a column that an older version derived differently', async () => {
    const [row] = await sql("update stripe_invoices set description = 'as it was' where not deleted returning id");
    expect(await repair()).toMatchObject([{ objectId: row.id, kind: 'changed', fields: ['description'] }]);
  });

  test('does not report changes inside embedded objects, but stores them', async () => {
    const { customer, product, price, subscription } = await live();
    const rate = await stripe.taxRates.create({ display_name: 'GST', percentage: 5, inclusive: false });
    await stripe.subscriptions.update(subscription.id, { default_tax_rates: [rate.id] });
    const draft = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'include' });
    await repair();
    await stripe.products.update(product.id, { name: 'Renamed' });
    await stripe.prices.update(price.id, { active: false });
    const formerRate = `update stripe_subscriptions set data = jsonb_set(data, '{default_tax_rates,0,display_name}', '"Former"') where id = $1`;
    await sql(formerRate, [subscription.id]);
    expect(await repair()).toEqual([]);
    const [kept] = await sql(
      `select data #> '{items,data,0,price,active}' as price, data #> '{default_tax_rates,0,display_name}' as rate
       from stripe_subscriptions where id = $1`,
      [subscription.id],
    );
    expect(kept).toEqual({ price: false, rate: 'GST' });

    // A draft's customer data, which changes with only the customer's event.
    const former = `update stripe_invoices set data = jsonb_set(data, '{customer_name}', '"As it was"') where id = $1`;
    await sql(former, [draft.id]);
    expect(await repair()).toEqual([]);
    const [invoice] = await sql("select data ->> 'customer_name' as name from stripe_invoices where id = $1", [
      draft.id,
    ]);
    expect(invoice).toEqual({ name: 'Everything' });
  });

  test('reports embedded objects by id: an item with another price, another tax rate, a quantity', async () => {
    const { subscription } = await live();
    await repair();
    for (const [path, value] of [
      ['{items,data,0,price,id}', '"price_another"'],
      ['{items,data,0,quantity}', '7'],
      ['{default_tax_rates}', '[{"id": "txr_another", "object": "tax_rate"}]'],
    ]) {
      await sql('update stripe_subscriptions set data = jsonb_set(data, $2::text[], $3::jsonb) where id = $1', [
        subscription.id,
        path,
        value,
      ]);
      const field = path === '{default_tax_rates}' ? 'default_tax_rates' : 'items';
      expect(await repair()).toMatchObject([{ objectId: subscription.id, kind: 'changed', fields: [field] }]);
    }
  });

  test('marks objects that Stripe deleted', async () => {
    const { customer, card, item } = await live();
    const draft = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: 'exclude' });
    await repair();
    await stripe.invoices.del(draft.id ?? '');
    await stripe.invoiceItems.del(item.id);
    await stripe.paymentMethods.detach(card.id);
    const gone = (await repair()).filter(({ kind }) => kind === 'gone');
    expect(gone.map(({ objectId }) => objectId).sort()).toEqual([draft.id, item.id, card.id].sort());
    await expectSameBooks();
    await stripe.customers.del(customer.id);
    const differences = await repair();
    expect(differences).toContainEqual(
      expect.objectContaining({ objectType: 'customer', objectId: customer.id, kind: 'gone' }),
    );
    await expectSameBooks();
  });

  test('deletes lines that an invoice no longer has', async () => {
    const [line] = await sql(
      `insert into stripe_invoice_lines select 'il_nobodys', invoice_id, 99, customer_id, subscription_id, invoice_item_id, price_id, currency, amount,
         subtotal, quantity, proration, description, period_start, period_end, deleted, data, synced_at from stripe_invoice_lines limit 1 returning id`,
    );
    expect(await repair()).toMatchObject([{ objectType: 'line_item', objectId: line.id, kind: 'gone' }]);
    await expectSameBooks();
  });

  test('reports nothing that an event covers anyway', async () => {
    await repair();
    const mail = holdWebhookDeliveries(started);
    await mail.collect();
    const customer = await stripe.customers.create({ name: 'On its way' });
    await mail.deliver(
      (await mail.collect()).filter(({ data }) => (data.object as { id?: string }).id === customer.id),
    );
    await sql("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'");
    expect(await repair()).toEqual([]);
    await expectSameBooks();
  });
});

describe('each night', () => {
  const night = async () => {
    await started.app.jobs.find(({ name }) => name === 'stripe-repair')?.run({} as never, { isLast: false });
  };

  test('a repair starts, and deletes applied events more than 90 days old and reports more than a year old', async () => {
    const report = async (daysAgo: number) => {
      const [{ id }] = await sql(
        `insert into stripe_mirror_runs (kind, state, finished_at) values ('repair', 'done', now() - $1 * interval '1 day') returning id`,
        [daysAgo],
      );
      return id as number;
    };
    const [recent, old] = [await report(364), await report(366)];
    const event = (id: string, days: number, applied: boolean) =>
      sql(
        `insert into stripe_events (id, type, created, object_type, object_id, data, applied_at, failed_at)
         select $1, 'customer.updated', moment, 'customer', 'cus_old', '{}', case when $3 then moment end, case when not $3 then moment end
         from (select now() - $2 * interval '1 day' as moment) as given`,
        [id, days, applied],
      );
    await event('evt_89', 89, true);
    await event('evt_91', 91, true);
    await event('evt_91_dead', 91, false);
    await night();
    expect(await care().status.lastRun('repair')).toMatchObject({ state: 'running', step: 'customers' });
    await runDueJobs(started);
    expect(await care().status.lastRun('repair')).toMatchObject({ state: 'done' });
    expect(await care().status.findRun(recent)).toMatchObject({ state: 'done' });
    expect(await care().status.findRun(old)).toBeNull();
    const events = await sql("select id from stripe_events where object_id = 'cus_old' order by id");
    expect(events.map(({ id }) => id)).toEqual(['evt_89', 'evt_91_dead']);
  });

  test('a backfill starts instead if none was completed', async () => {
    await sql("delete from stripe_mirror_runs where kind = 'backfill'");
    await night();
    expect(await care().status.lastRun('backfill')).toMatchObject({ state: 'running' });
    await runDueJobs(started);
    expect(await care().status.lastRun('backfill')).toMatchObject({ state: 'done' });
  });
});
