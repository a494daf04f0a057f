import { createServer } from 'node:http';
import Stripe from 'stripe';
import { afterAll, expect, test } from 'vitest';
import { clientOf, errorOf, newDatabase, useSandbox } from '../test/sandbox.ts';
import { startSandbox } from './index.ts';

const received: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push(JSON.parse(body).data.object.name);
    response.end();
  });
}).listen(0, '127.0.0.1');
await new Promise((resolve) => receiver.once('listening', resolve));
afterAll(() => receiver.close());
const address = receiver.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
const { sandbox, stripe, database } = await useSandbox({
  webhookEndpoints: [{ url, secret: 'whsec_x', enabledEvents: ['customer.created'] }],
});

function control(path: string, body: Record<string, string> = {}, method = 'POST', key = 'sk_test_sandbox') {
  return fetch(`${sandbox.url}/_sandbox/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(method === 'POST' ? { body: new URLSearchParams(body) } : {}),
  });
}

test('returns the same instance id from the health call of every process on the database', async () => {
  const answer = await fetch(`${sandbox.url}/_sandbox/health`);
  expect(await answer.json()).toEqual({ ok: true, instance: sandbox.instanceId });
});

test('serves the same data from a second process and leaves nothing behind when listening fails', async () => {
  const databaseUrl = await newDatabase();
  const first = await startSandbox({ databaseUrl, port: 0 });
  // A busy machine may delay some starts, not all.
  const starts: number[] = [];
  while (starts.length < 12 && !starts.some((milliseconds) => milliseconds < 500)) {
    const started = performance.now();
    const another = await startSandbox({ databaseUrl, port: 0 });
    starts.push(performance.now() - started);
    await another.close();
  }
  expect(Math.min(...starts)).toBeLessThan(500);
  const second = await startSandbox({ databaseUrl, port: 0 });
  expect(second.instanceId).toBe(first.instanceId);
  const made = await clientOf(first).customers.create({ name: 'Shared' });
  expect(await clientOf(second).customers.retrieve(made.id)).toMatchObject({ name: 'Shared' });
  await second.close();
  const moved = await startSandbox({ databaseUrl, port: 0, browserBase: 'https://portal.example/stripe/' });
  const customer = await clientOf(first).customers.create();
  await clientOf(first).invoiceItems.create({ customer: customer.id, amount: 500, currency: 'usd' });
  const draft = await clientOf(first).invoices.create({
    customer: customer.id,
    pending_invoice_items_behavior: 'include',
  });
  const { hosted_invoice_url: before } = await clientOf(first).invoices.finalizeInvoice(draft.id);
  const { hosted_invoice_url: after } = await clientOf(moved).invoices.retrieve(draft.id);
  expect(after).toBe(before?.replace(first.url, 'https://portal.example/stripe'));
  const taken = startSandbox({ databaseUrl, port: Number(new URL(first.url).port) });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await Promise.all([first.close(), moved.close()]);
});

test('returns the answer of a dropped call for its idempotency key', async () => {
  await control('faults', { kind: 'drop', method: 'POST', prefix: '/v1/customers' });
  const { hostname, port } = new URL(sandbox.url);
  const retrying = new Stripe('sk_test_sandbox', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 2,
    telemetry: false,
  });
  const made = await retrying.customers.create({ name: 'Dropped', email: 'dropped@fault.example' });
  expect((await stripe.customers.list({ email: 'dropped@fault.example' })).data.map(({ id }) => id)).toEqual([made.id]);
});

test('fails and delays calls the requested number of times', async () => {
  await control('faults', { kind: 'fail', status: '503', prefix: '/v1/products', times: '2' });
  expect(await errorOf(stripe.products.list())).toMatchObject({ statusCode: 503, type: 'StripeAPIError' });
  expect(await errorOf(stripe.products.list())).toMatchObject({ statusCode: 503 });
  expect((await stripe.products.list()).data).toEqual([]);
  await control('faults', { kind: 'delay', delay: '300' });
  const started = performance.now();
  await stripe.products.list();
  expect(performance.now() - started).toBeGreaterThan(290);
});

test('delivers webhooks twice or late as requested', async () => {
  received.length = 0;
  await control('faults', { kind: 'webhook_duplicate', prefix: 'customer' });
  await stripe.customers.create({ name: 'Twin' });
  await expect.poll(() => received).toEqual(['Twin', 'Twin']);
  await control('faults', { kind: 'webhook_delay', delay: '60000' });
  const late = await stripe.customers.create({ name: 'Late' });
  const [event] = (await stripe.events.list({ type: 'customer.created' })).data.filter(
    ({ data }) => (data.object as { id: string }).id === late.id,
  );
  // The delivery was postponed by a minute. The test shortens that once a later delivery has overtaken it.
  const seconds =
    'select extract(epoch from due_at - now())::float8 as seconds from deliveries where event = $1 and attempts = 0';
  await expect.poll(async () => (await database.query(seconds, [event?.id])).rows[0]?.seconds).toBeGreaterThan(35);
  await stripe.customers.create({ name: 'Early' });
  await expect.poll(() => received.slice(2)).toEqual(['Early']);
  await database.query('update deliveries set due_at = now() where event = $1', [event?.id]);
  await expect.poll(() => received.slice(2)).toEqual(['Early', 'Late']);
  await control('redeliver', { event: event?.id ?? '' });
  await expect.poll(() => received.at(-1) === 'Late' && received.length).toBe(5);
});

test('rejects control without the secret key and keeps only endpoints on reset', async () => {
  expect((await control('reset', {}, 'POST', 'pk_test_sandbox')).status).toBe(401);
  expect((await control('faults', { kind: 'surprise' })).status).toBe(400);
  await control('reset');
  expect((await stripe.customers.list()).data).toEqual([]);
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
});

test('waits for running calls before a reset and deletes their objects', async () => {
  await database.query('begin');
  await database.query(`select pg_advisory_xact_lock(hashtext('stripe_sandbox.write'))`);
  const reset = control('reset');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await database.query(
    `insert into objects (id, type, created, data) values ('cus_late', 'customer', 0, '{"id":"cus_late"}')`,
  );
  await database.query('commit');
  expect((await reset).status).toBe(200);
  expect((await errorOf(stripe.customers.retrieve('cus_late'))).code).toBe('resource_missing');
});
