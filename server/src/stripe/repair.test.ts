import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../test/full-portal.ts';
import { mirrorBooks, stripeBooks } from '../../test/mirror-books.ts';
import { openWebhookMail } from '../../test/webhook-mail.ts';
import { workOff } from '../../test/work-off.ts';

let portal: FullPortal;
let stripe: Stripe;

beforeAll(async () => {
  portal = await startFullPortal();
  stripe = portal.stripe;
  await live();
  await care().runs.ensureFilled();
  await workOff(portal);
});

const care = () => portal.app.gateway.mirrorCare;
const sql = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** A customer with something of every kind. @returns their ids. */
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
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
  const refund = await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
  const item = await stripe.invoiceItems.create({ customer: customer.id, amount: 700, currency: 'usd' });
  return { customer, card, subscription, charge, refund, item };
}

async function repair() {
  const { run } = await care().runs.begin('repair');
  await workOff(portal);
  const report = await care().status.findRun(run.id);
  const { items } = await care().status.listDifferences(run.id, { page: 1, pageSize: 100 });
  expect(report).toMatchObject({ state: 'done', error: null, differences: items.length });
  return items;
}

async function expectSameBooks(): Promise<void> {
  expect(await mirrorBooks(portal.database)).toEqual(await stripeBooks(stripe));
}

const tables = [
  ['stripe_customers', 'customer', 'name'],
  ['stripe_payment_methods', 'payment_method', 'type'],
  ['stripe_subscriptions', 'subscription', 'status'],
  ['stripe_invoices', 'invoice', 'status'],
  ['stripe_invoice_lines', 'line_item', 'description'],
  ['stripe_invoice_items', 'invoiceitem', 'amount'],
  ['stripe_invoice_payments', 'invoice_payment', 'status'],
  ['stripe_payment_intents', 'payment_intent', 'status'],
  ['stripe_charges', 'charge', 'status'],
  ['stripe_refunds', 'refund', 'status'],
  ['stripe_balance_transactions', 'balance_transaction', 'status'],
  ['stripe_customer_balance_transactions', 'customer_balance_transaction', 'amount'],
] as const;

function byType<Item extends { objectType: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (a.objectType < b.objectType ? -1 : 1));
}

describe('a repair', () => {
  test('of a mirror that is right finds nothing', async () => {
    expect(await repair()).toEqual([]);
    await expectSameBooks();
  });

  test('brings back what is missing, in every table', async () => {
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

  test('renews what is old, in every table', async () => {
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

  test('renews a column that an older version read differently', async () => {
    const [row] = await sql("update stripe_invoices set description = 'as it was' where not deleted returning id");
    expect(await repair()).toMatchObject([{ objectId: row.id, kind: 'changed', fields: ['description'] }]);
  });

  test('marks as deleted what is gone at Stripe', async () => {
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

  test('removes lines that an invoice no longer has', async () => {
    const [line] = await sql(
      `insert into stripe_invoice_lines select 'il_nobodys', invoice_id, 99, customer_id, subscription_id, invoice_item_id, price_id, currency, amount,
         subtotal, quantity, proration, description, period_start, period_end, deleted, data, synced_at from stripe_invoice_lines limit 1 returning id`,
    );
    expect(await repair()).toMatchObject([{ objectType: 'line_item', objectId: line.id, kind: 'gone' }]);
    await expectSameBooks();
  });

  test('looks at what is not final whatever its age, and leaves old final things alone', async () => {
    const { subscription, charge } = await live();
    await repair();
    // Both were made long ago, by their date at Stripe as well as here.
    const long = Math.floor(Date.now() / 1000) - 400 * 86_400;
    for (const id of [subscription.id, charge?.id]) {
      await sql(
        "update stripe_sandbox.objects set created = $2, data = jsonb_set(data::jsonb, '{created}', to_jsonb($2::bigint))::json where id = $1",
        [id, long],
      );
      for (const table of ['stripe_subscriptions', 'stripe_charges']) {
        await sql(
          `update ${table} set created = to_timestamp($2), data = jsonb_set(data, '{created}', to_jsonb($2::bigint)) where id = $1`,
          [id, long],
        );
      }
    }
    await sql("update stripe_subscriptions set status = 'past_due' where id = $1", [subscription.id]);
    await sql("update stripe_charges set currency = 'eur' where id = $1", [charge?.id]);
    expect(await repair()).toMatchObject([
      { objectType: 'subscription', objectId: subscription.id, fields: ['status'] },
    ]);
    // A backfill looks at everything.
    const { run } = await care().runs.begin('backfill');
    await workOff(portal);
    expect(await care().status.findRun(run.id)).toMatchObject({ state: 'done' });
    expect(await sql('select currency from stripe_charges where id = $1', [charge?.id])).toEqual([{ currency: 'usd' }]);
  });

  test('mends what hangs on a subscription, though the subscription itself is right', async () => {
    const owner = await portal.signIn('owner@acme.example');
    const card = await portal.addCard(owner);
    const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };
    const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', team)).json();
    await owner.post('/api/Products/cloud/Purchase', { ...team, paymentMethodId: card, taxTransactionId });
    const before = await sql('select stripe_subscription_id, status, amount from subscriptions');
    expect(before).toHaveLength(1);
    await sql('delete from subscriptions');
    await repair();
    expect(await sql('select stripe_subscription_id, status, amount from subscriptions')).toEqual(before);
  });

  test('reports nothing that an event tells of anyway', async () => {
    await repair();
    const mail = openWebhookMail(portal);
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
