import type pg from 'pg';
import { createStripeClient } from '../../server/src/core/stripe/client.ts';
import { sandboxKeys } from '../../server/src/core/stripe/sandbox-host.ts';

export const sizes = { customers: 10_000, invoices: 100_000 } as const;

/**
 * An account with a history. One customer is created with the API, with a card, a subscription and its paid first
 * invoice; the others are copies of these rows with other ids. One of ten invoices per customer has its own payment.
 */
export async function multiplyAccount(client: pg.Client, apiBase: string): Promise<void> {
  const stripe = await createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase })();
  const product = await stripe.products.create({ name: 'Copied' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 60_495,
    recurring: { interval: 'month' },
  });
  const customer = await stripe.customers.create({ name: 'Copied', email: 'copied@acme.example' });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: card.id } });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });

  const { rows } = await client.query<{ id: string; type: string }>(
    `select id, type from stripe_sandbox.objects where (customer = $1 or related && array(select id from stripe_sandbox.objects where customer = $1))
       and type in ('customer', 'payment_method', 'subscription', 'invoice', 'payment_intent', 'charge', 'balance_transaction', 'invoice_payment')`,
    [customer.id],
  );
  // Ids that appear inside others, including those of lines and items.
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id });
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: customer.id });
  const ids = [
    ...rows.map(({ id }) => id),
    ...(invoices[0]?.lines.data.map(({ id }) => id) ?? []),
    ...(subscriptions[0]?.items.data.map(({ id }) => id) ?? []),
  ];
  await copy(
    client,
    rows.map(({ id }) => id),
    ids,
    sizes.customers - 1,
    'c',
  );
  // Further invoices for every customer, without their own payments.
  const invoice = rows.find(({ type }) => type === 'invoice')?.id ?? '';
  const lines = invoices[0]?.lines.data.map(({ id }) => id) ?? [];
  await copyInvoices(client, invoice, lines);
  await client.query('vacuum analyze stripe_sandbox.objects');
}

const columns = 'id, type, created, customer, related, test_clock, due_at, deleted, data, internal';

/** An object's text with another creation time, by which lists are ordered. */
const earlier = (text: string, seconds: string) =>
  `regexp_replace(${text}, '"created":\\s*' || created, '"created":' || (created - ${seconds}), 'g')`;

/** Copies rows this many times. The ids of each copy end with its number. */
async function copy(client: pg.Client, rows: string[], ids: string[], count: number, mark: string): Promise<void> {
  const renamed = (text: string) => ids.reduce((inner, id) => `replace(${inner}, '${id}', '${id}${mark}' || n)`, text);
  await client.query(
    `insert into stripe_sandbox.objects (${columns})
     select id || '${mark}' || n, type, created - n, case when customer is null then null else customer || '${mark}' || n end,
       array(select ${renamed('one')} from unnest(related) one), test_clock, null, deleted, ${earlier(renamed('data::text'), 'n')}::json, internal
     from stripe_sandbox.objects, generate_series(1, $2::int) n where id = any($1)`,
    [rows, count],
  );
}

/** Adds nine more invoices for each existing one. */
async function copyInvoices(client: pg.Client, template: string, lines: string[]): Promise<void> {
  const renamed = [template, ...lines].reduce(
    (inner, id) => `replace(${inner}, '${id}', '${id}x' || n || 'x')`,
    'data::text',
  );
  await client.query(
    `insert into stripe_sandbox.objects (${columns})
     select replace(id, $1, $1 || 'x' || n || 'x'), type, created - n * 86400, customer, related, test_clock, null, deleted, ${earlier(renamed, 'n * 86400')}::json, internal
     from stripe_sandbox.objects, generate_series(1, $2::int) n where type = 'invoice' and id like $1 || '%'`,
    [template, sizes.invoices / sizes.customers - 1],
  );
}
