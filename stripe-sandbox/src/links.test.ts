import pg from 'pg';
import { expect, test } from 'vitest';
import { clientOf, customerWithCard, errorOf, expanded, monthly, newDatabase, useSandbox } from '../test/sandbox.ts';
import { openDatabase } from './storage/database.ts';

/** The links of hosted pages. */
const logged: { path?: string }[] = [];
const { sandbox, stripe } = await useSandbox({ log: (line) => logged.push(line) });
const browser = clientOf(sandbox, 'pk_test_sandbox');
const CARD = 'pm_card_authenticationRequired';

test('opens a receipt only by its link, which the id of the charge does not reveal', async () => {
  const customer = await customerWithCard(stripe);
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    customer: customer.id,
    payment_method: 'pm_card_visa',
    confirm: true,
    expand: ['latest_charge'],
  });
  const { id, receipt_url: url } = expanded(intent.latest_charge);
  expect(url).toMatch(new RegExp(`^${sandbox.url}/receipts/${id}/\\w{40}$`));
  const page = await (await fetch(url ?? '')).text();
  expect(page).toContain('$10.00');
  for (const guess of ['', '/', '/undefined', '/null', `/${'x'.repeat(40)}`]) {
    const answer = await fetch(`${sandbox.url}/receipts/${id}${guess}`);
    expect([guess, answer.status >= 400]).toEqual([guess, true]);
    expect(await answer.text()).not.toContain('$10.00');
  }
  const declined = await errorOf(
    stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      payment_method: 'pm_card_chargeDeclined',
      confirm: true,
    }),
  );
  expect((await fetch(`${sandbox.url}/receipts/${declined.charge}/undefined`)).status).toBe(404);
});

test('opens a receipt that was stored before its link had a secret', async () => {
  const url = await newDatabase();
  await (await openDatabase(url)).end();
  const old = new pg.Client({ connectionString: url, options: '-c search_path=stripe_sandbox' });
  await old.connect();
  await old.query(`delete from migrations where version >= 5`);
  await old.query(
    `insert into objects (id, type, created, data) values ('ch_old', 'charge', 0, '{"id":"ch_old","receipt_url":"http://x/receipts/ch_old","amount":1}'),
       ('ch_none', 'charge', 0, '{"id":"ch_none","receipt_url":null}')`,
  );
  await (await openDatabase(url)).end();
  const { rows } = await old.query(`select data::text, internal::text from objects order by id desc`);
  await old.end();
  const { receiptSecret } = JSON.parse(rows[0].internal);
  expect(receiptSecret).toMatch(/^\w{32}$/);
  expect(rows[0].data).toBe(`{"id":"ch_old","receipt_url":"http://x/receipts/ch_old/${receiptSecret}","amount":1}`);
  expect(rows[1]).toEqual({ data: '{"id":"ch_none","receipt_url":null}', internal: '{}' });
});

test('keeps secrets of links out of the log', async () => {
  const customer = await customerWithCard(stripe);
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await monthly(stripe, 1000)).id }],
    expand: ['latest_invoice'],
  });
  const { hosted_invoice_url: url } = expanded(latest_invoice);
  expect((await fetch(url ?? '')).status).toBe(200);
  await fetch(`${url}/beyond`);
  const secret = url?.split('/').at(-1) ?? '';
  expect(logged.map(({ path }) => path)).toContain('/invoices/:id/:secret');
  expect(JSON.stringify(logged)).not.toContain(secret);
});

test.each([
  'javascript:alert(document.domain)//',
  ' JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'portal.example/back',
  '//portal.example',
])('rejects %s as the return URL of a payment or setup', async (address) => {
  const refusal = { statusCode: 400, code: 'url_invalid', param: 'return_url' };
  const payment = { amount: 1000, currency: 'usd', payment_method: CARD };
  const given = { return_url: address };
  expect(await errorOf(stripe.paymentIntents.create({ ...payment, ...given, confirm: true }))).toMatchObject(refusal);
  const intent = await stripe.paymentIntents.create(payment);
  const setup = await stripe.setupIntents.create({ payment_method: CARD });
  for (const [path, { client_secret }] of [
    [`/v1/payment_intents/${intent.id}/confirm`, intent],
    [`/v1/setup_intents/${setup.id}/confirm`, setup],
  ] as const) {
    const confirmed = browser.rawRequest('POST', path, { client_secret, ...given });
    expect([path, await errorOf(confirmed)]).toMatchObject([path, refusal]);
  }
  expect(await errorOf(stripe.setupIntents.create({ payment_method: CARD, ...given, confirm: true }))).toMatchObject(
    refusal,
  );
});

test('keeps the idempotency keys of browsers and servers apart', async () => {
  const intent = await stripe.setupIntents.create({ payment_method: 'pm_card_visa' });
  const options = { idempotencyKey: 'shared' };
  const path = `/v1/setup_intents/${intent.id}/confirm`;
  const given = { client_secret: intent.client_secret };
  const byServer = (await stripe.rawRequest('POST', path, given, options)) as unknown as object;
  expect(byServer).toHaveProperty('metadata');
  const refused = await errorOf(browser.rawRequest('POST', path, given, options));
  expect(refused.code).toBe('setup_intent_unexpected_state');

  const own = { idempotencyKey: 'shared by browsers' };
  const token = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2040 } };
  const made = (await browser.rawRequest('POST', '/v1/payment_methods', token, own)) as unknown as { id: string };
  expect(made.id).toMatch(/^pm_/);
  expect(await browser.rawRequest('POST', '/v1/payment_methods', token, own)).toMatchObject({ id: made.id });
});

test('rejects an idempotency key that is too long', async () => {
  const long = await errorOf(stripe.customers.create({ name: 'x' }, { idempotencyKey: 'k'.repeat(256) }));
  expect(long).toMatchObject({ statusCode: 400, message: 'Idempotency keys can have up to 255 characters.' });
  expect((await stripe.customers.create({ name: 'x' }, { idempotencyKey: 'k'.repeat(255) })).name).toBe('x');
});
