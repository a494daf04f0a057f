import { createServer } from 'node:http';
import Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { customerWithCard, errorOf, monthly, useSandbox } from '../../test/sandbox.ts';

const received: { event: Stripe.Event; at: number }[] = [];
let failures = 1;
const secret = 'whsec_from_the_portal';
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const isRefused = request.url === '/hook/refused';
    if (isRefused || failures > 0) {
      if (!isRefused) failures -= 1;
      response.writeHead(500).end();
      return;
    }
    const event = new Stripe('sk_test_sandbox').webhooks.constructEvent(
      body,
      request.headers['stripe-signature'] ?? '',
      secret,
    );
    received.push({ event, at: Date.now() });
    response.end('ok');
  });
}).listen(0, '127.0.0.1');
await new Promise((resolve) => receiver.once('listening', resolve));
afterAll(() => receiver.close());
const address = receiver.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`;

const { stripe, database } = await useSandbox({
  webhookEndpoints: [{ url, secret, enabledEvents: ['customer.created', 'customer.updated', 'invoice.paid'] }],
});

async function until(check: () => boolean): Promise<void> {
  for (let waited = 0; !check(); waited += 20) {
    if (waited > 50_000) throw new Error('It did not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('signs events and delivers them at once and again after a failure', async () => {
  const customer = await stripe.customers.create({ name: 'Ada' });
  await until(() => received.length === 1);
  expect(received[0]?.event).toMatchObject({
    type: 'customer.created',
    data: { object: { id: customer.id } },
    api_version: '2026-10-28.endive',
  });
  // A busy machine may delay some of them, not all. The next check is two seconds after the last.
  const delays: number[] = [];
  while (delays.length < 12 && !delays.some((delay) => delay < 1_000)) {
    const name = `Ada ${delays.length}`;
    const [asked, before] = [Date.now(), received.length];
    await stripe.customers.update(customer.id, { name, address: { city: 'London' } });
    await until(() => received.length > before);
    delays.push((received.at(-1)?.at ?? 0) - asked);
  }
  expect(Math.min(...delays)).toBeLessThan(1000);
  expect(received[1]?.event.data.previous_attributes).toEqual({ name: 'Ada', address: null });
  expect(received[1]?.event.request?.id).toMatch(/^req_/);
});

test('retries a failed delivery with growing waits and stops within two days', async () => {
  const refusing = await stripe.webhookEndpoints.create({ url: `${url}/refused`, enabled_events: ['product.created'] });
  // Each wait is shortened in the transaction that stores it, so the machine's speed does not matter.
  await database.query(
    `create table waits (attempt integer, seconds float8);
     create function cut_short() returns trigger language plpgsql as $$ begin
       insert into waits values (new.attempts,
         case when new.due_at < 'infinity' then extract(epoch from new.due_at - now()) end);
       if new.due_at < 'infinity' then new.due_at = now(); end if;
       return new;
     end $$;
     create trigger cut_short before update on deliveries for each row
       when (old.endpoint = '${refusing.id}' and old.attempts = new.attempts) execute function cut_short()`,
  );
  await stripe.products.create({ name: 'Gold' });
  const waits = async () => (await database.query('select seconds from waits order by attempt')).rows;
  await expect.poll(async () => (await waits()).at(-1)?.seconds, { timeout: 50_000 }).toBe(null);
  await stripe.webhookEndpoints.del(refusing.id);
  const [minute, hour] = [60, 3600];
  expect((await waits()).map(({ seconds }) => seconds)).toEqual([
    5,
    30,
    2 * minute,
    10 * minute,
    hour,
    2 * hour,
    5 * hour,
    10 * hour,
    10 * hour,
    10 * hour,
    null,
  ]);
});

test('delivers the events of one object in order among other events', async () => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => stripe.customers.create({ name: '0' })));
  for (let step = 1; step <= 8; step += 1) {
    await Promise.all(customers.map(({ id }) => stripe.customers.update(id, { name: String(step) })));
  }
  const namesOf = (id: string) =>
    received
      .map(({ event }) => event.data.object as Stripe.Customer)
      .filter((one) => one.id === id)
      .map(({ name }) => name);
  await until(() => customers.every(({ id }) => namesOf(id).length === 9));
  for (const { id } of customers) expect(namesOf(id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
});

test('returns events by type and time with cursors and previous attributes', async () => {
  const customer = await customerWithCard(stripe);
  const gold = await monthly(stripe, 1000);
  const before = (await stripe.events.list({ limit: 1 })).data[0];
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const after = await stripe.events.list({ ending_before: before?.id, limit: 100 });
  const types = after.data.map(({ type }) => type as string).reverse();
  for (const type of [
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice.updated',
    'customer.subscription.updated',
  ]) {
    expect(types).toContain(type);
  }
  expect(types.indexOf('invoice.created')).toBeLessThan(types.indexOf('invoice.paid'));
  const updated = after.data.find(({ type }) => type === 'customer.subscription.updated');
  expect(updated?.data.previous_attributes).toMatchObject({ status: 'incomplete' });
  expect(updated?.data.object).toMatchObject({ id: subscription.id, status: 'active' });

  const paid = await stripe.events.list({
    types: ['invoice.paid', 'charge.succeeded'],
    created: { gte: subscription.created - 5 },
  });
  expect(paid.data).toHaveLength(2);
  expect((await stripe.events.list({ type: 'invoice.*' })).data.every(({ type }) => type.startsWith('invoice.'))).toBe(
    true,
  );
});

test('creates and deletes endpoints and shows the secret once', async () => {
  const made = await stripe.webhookEndpoints.create({ url: 'https://portal.example/hook', enabled_events: ['*'] });
  expect(made.secret).toMatch(/^whsec_/);
  const [listed] = (await stripe.webhookEndpoints.list({ limit: 1 })).data;
  expect(listed?.id).toBe(made.id);
  expect(listed).not.toHaveProperty('secret');
  expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true });
  expect((await stripe.webhookEndpoints.list()).data.map((endpoint) => endpoint.url)).toEqual([url]);
  expect(await errorOf(stripe.webhookEndpoints.create({ url: 'nowhere', enabled_events: ['*'] }))).toMatchObject({
    code: 'url_invalid',
  });
});

test('records one event for the end of a subscription and one for a removed discount', async () => {
  const customer = await customerWithCard(stripe);
  const gold = await monthly(stripe, 1000);
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    discounts: [{ coupon: coupon.id }],
  });
  const typesOf = async (call: () => Promise<unknown>) => {
    const [before] = (await stripe.events.list({ limit: 1 })).data;
    await call();
    return (await stripe.events.list({ ending_before: before?.id, limit: 100 })).data.map(({ type }) => type).reverse();
  };
  expect(await typesOf(() => stripe.subscriptions.update(id, { discounts: '' }))).toEqual([
    'customer.discount.deleted',
    'customer.subscription.updated',
  ]);
  expect(await typesOf(() => stripe.subscriptions.cancel(id))).toEqual(['customer.subscription.deleted']);
});
