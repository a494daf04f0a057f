import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FaultyProxy } from '../../../../test/faulty-proxy.ts';
import type { TestMirror } from '../../../../test/mirror.ts';
import { listMirroredObjects, listStripeObjects } from '../../../../test/mirrored-objects.ts';
import { startMirrorBehindProxy } from '../../../../test/portal-behind-proxy.ts';
import { runDueJobs } from '../../../../test/run-due-jobs.ts';

let started: TestMirror;
let proxy: FaultyProxy;
let stripe: Stripe;
let customer: Stripe.Customer;

beforeAll(async () => {
  // The test holds calls back, so they must not time out.
  ({ started, proxy } = await startMirrorBehindProxy({ timeout: 60_000 }));
  stripe = started.stripe;
  customer = await stripe.customers.create({ name: 'Of long standing' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
  await care().runs.ensureBackfilled();
  await runDueJobs(started);
});

const care = () => started.app.gateway.mirrorMaintenance;
const sql = async (text: string, values: unknown[] = []) => (await started.database.pool.query(text, values)).rows;

/** Runs a repair. @returns the repaired differences. */
async function repair(days?: number) {
  const { run } = await care().runs.begin('repair', days === undefined ? {} : { days });
  await runDueJobs(started);
  expect(await care().status.findRun(run.id)).toMatchObject({ state: 'done', error: null });
  return (await care().status.listDifferences(run.id, { page: 1, pageSize: 100 })).items;
}

const ids = (items: readonly { objectId: string }[]) => items.map(({ objectId }) => objectId).sort();

/** Changes the creation time to some days ago, at Stripe and in the mirror. */
async function age(table: string, id: string, days: number): Promise<void> {
  const field = table === 'stripe_invoice_items' ? 'date' : 'created';
  const then = Math.floor(Date.now() / 1000) - days * 86_400;
  await sql(
    'update stripe_sandbox.objects set created = $2, data = jsonb_set(data::jsonb, $3, to_jsonb($2::bigint))::json where id = $1',
    [id, then, [field]],
  );
  await sql(
    `update ${table} set created = to_timestamp($2), data = jsonb_set(data, $3, to_jsonb($2::bigint)) where id = $1`,
    [id, then, [field]],
  );
}

/** A finished payment. @returns its charge's id. */
async function charge(): Promise<string> {
  const intent = await stripe.paymentIntents.create({
    customer: customer.id,
    amount: 500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  return String(intent.latest_charge);
}

async function subscribe(): Promise<Stripe.Subscription> {
  const product = await stripe.products.create({ name: 'Repaired' });
  const recurring = { interval: 'month' } as const;
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1_000, recurring });
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
}

describe('a repair', () => {
  test('compares objects of the last 35 days, or of the given number', async () => {
    const [recent, recentMissing, older, olderMissing] = [
      await charge(),
      await charge(),
      await charge(),
      await charge(),
    ];
    await repair();
    for (const id of [recent, recentMissing]) await age('stripe_charges', id, 34);
    for (const id of [older, olderMissing]) await age('stripe_charges', id, 36);
    await sql("update stripe_charges set currency = 'eur' where id = any($1)", [[recent, older]]);
    await sql('delete from stripe_charges where id = any($1)', [[recentMissing, olderMissing]]);
    expect(ids(await repair())).toEqual([recent, recentMissing].sort());
    expect(ids(await repair(37))).toEqual([older, olderMissing].sort());
  });

  test('refreshes objects that are not final whatever their age, and skips old final ones', async () => {
    const [subscription, old] = [await subscribe(), await charge()];
    await repair();
    await age('stripe_subscriptions', subscription.id, 400);
    await age('stripe_charges', old, 400);
    await sql("update stripe_subscriptions set status = 'past_due' where id = $1", [subscription.id]);
    await sql("update stripe_charges set currency = 'eur' where id = $1", [old]);
    expect(await repair()).toMatchObject([
      { objectType: 'subscription', objectId: subscription.id, fields: ['status'] },
    ]);
    // A backfill compares everything.
    const { run } = await care().runs.begin('backfill');
    await runDueJobs(started);
    expect(await care().status.findRun(run.id)).toMatchObject({ state: 'done' });
    expect(await sql('select currency from stripe_charges where id = $1', [old])).toEqual([{ currency: 'usd' }]);
  });

  test('restores missing objects that are not final, whatever their age', async () => {
    const subscription = await subscribe();
    await stripe.invoiceItems.create({ customer: customer.id, amount: 900, currency: 'usd' });
    const toSend = await stripe.invoices.create({
      customer: customer.id,
      collection_method: 'send_invoice',
      days_until_due: 30,
      pending_invoice_items_behavior: 'include',
    });
    const { id: open = '' } = await stripe.invoices.finalizeInvoice(toSend.id ?? '');
    const { id: draft = '' } = await stripe.invoices.create({ customer: customer.id });
    const item = await stripe.invoiceItems.create({ customer: customer.id, amount: 700, currency: 'usd' });
    const [payment] = (await stripe.invoicePayments.list({ invoice: open })).data;
    expect(payment).toMatchObject({ status: 'open' });
    await repair();
    const old = [
      ['stripe_subscriptions', subscription.id],
      ['stripe_invoices', open],
      ['stripe_invoices', draft],
      ['stripe_invoice_items', item.id],
      ['stripe_invoice_payments', payment?.id ?? ''],
    ] as const;
    for (const [table, id] of old) {
      await age(table, id, 400);
      expect(await sql(`delete from ${table} where id = $1 returning id`, [id])).toEqual([{ id }]);
    }
    const differences = await repair();
    expect(ids(differences)).toEqual(old.map(([, id]) => id).sort());
    expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['missing']));
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(stripe));
  });

  test('reads all cards and all balance changes of a customer with more than a page of them', async () => {
    const { id } = await stripe.customers.create({ name: 'Of many cards' });
    for (let made = 0; made < 110; made += 10) {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
          await stripe.customers.createBalanceTransaction(id, { amount: -1, currency: 'usd' });
        }),
      );
    }
    await repair();
    for (const table of ['stripe_payment_methods', 'stripe_customer_balance_transactions'])
      expect(await sql(`select count(*)::int as kept from ${table} where customer_id = $1`, [id])).toEqual([
        { kept: 110 },
      ]);
  });
});

test('two workers on one run do nothing twice: the slower one’s page is discarded', async () => {
  await sql("update stripe_customers set data = jsonb_set(data, '{name}', '\"As it was\"') where id = $1", [
    customer.id,
  ]);
  const { run } = await care().runs.begin('repair');
  const [slowHasAsked, fastHasWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [firstAnswer, secondAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const isPage = (path: string) => path.startsWith('/v1/customers?');
  let [asked, answered] = [0, 0];
  proxy.decide = async (_method, path) => {
    // The next list is requested once the page is written.
    if (path.includes('/payment_methods')) fastHasWritten.resolve();
    if (isPage(path)) asked += 1;
    // The slower worker reads a state that differs from what the faster one writes.
    if (isPage(path) && asked === 2) await stripe.customers.update(customer.id, { name: 'Renamed meanwhile' });
    return undefined;
  };
  proxy.beforeAnswer = async (_method, path) => {
    if (!isPage(path)) return;
    answered += 1;
    if (answered === 1) {
      firstAnswer.resolve();
      await slowHasAsked.promise;
    } else if (answered === 2) {
      secondAnswer.resolve();
      slowHasAsked.resolve();
      await fastHasWritten.promise;
    }
  };
  const work = () => care().runs.runToEnd('repair', {}, async () => {});
  const fast = work();
  await firstAnswer.promise;
  const slow = work();
  await secondAnswer.promise;
  expect(await Promise.all([fast, slow])).toEqual([run.id, run.id]);
  proxy.decide = () => undefined;
  proxy.beforeAnswer = () => undefined;

  const { items } = await care().status.listDifferences(run.id, { page: 1, pageSize: 100 });
  expect(items).toMatchObject([{ objectId: customer.id, kind: 'changed', fields: ['name'] }]);
  const [step] = await sql("select listed, changed from stripe_mirror_steps where run_id = $1 and name = 'customers'", [
    run.id,
  ]);
  const [{ customers }] = await sql('select count(*)::int as customers from stripe_customers where not deleted');
  expect(step).toEqual({ listed: customers, changed: 1 });
  const named = "select data ->> 'name' as name from stripe_customers where id = $1";
  expect(await sql(named, [customer.id])).toEqual([{ name: 'Of long standing' }]);
  expect(await care().status.findRun(run.id)).toMatchObject({ state: 'done', differences: 1 });
});
