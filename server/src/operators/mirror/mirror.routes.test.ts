import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { holdWebhookDeliveries, type WebhookDeliveries } from '../../../test/webhook-deliveries.ts';

let portal: FullPortal;
let operator: Browser;
let mail: WebhookDeliveries;

beforeAll(async () => {
  portal = await startFullPortal();
  operator = await portal.signIn('operator@portico.example');
  mail = holdWebhookDeliveries(portal);
  await mail.collect();
});

const status = async () => (await operator.get('/api/Billing/Mirror')).json();

/** Creates a customer at Stripe whose event was stored but could not be applied. */
async function makeDeadEvent(name: string): Promise<string> {
  const customer = await portal.stripe.customers.create({ name });
  const event = (await mail.collect()).find(({ data }) => (data.object as { id?: string }).id === customer.id);
  if (!event) throw new Error('no event arrived');
  await mail.deliver([event]);
  await portal.database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
  await portal.database.pool.query(
    "update stripe_events set failed_at = now(), error = 'Stripe said something else' where object_id = $1",
    [customer.id],
  );
  return event.id;
}

describe('the age of the mirror', () => {
  const age = async () => (await operator.get('/api/Billing/MirrorAge')).json();

  test('is reported only while Stripe does not answer', async () => {
    const { pool } = portal.database;
    expect(await age()).toEqual({ asOf: null });
    await pool.query(
      `insert into stripe_event_cursor (event_created, polled_at, error) values (now(), '2030-01-02T03:04:05Z', 'Stripe is away')`,
    );
    expect(await age()).toEqual({ asOf: '2030-01-02T03:04:05.000Z' });
    await pool.query('update stripe_event_cursor set error = null');
    expect(await age()).toEqual({ asOf: null });
    await pool.query('delete from stripe_event_cursor');
  });
});

describe('the operators’ view of the mirror', () => {
  test('begins without any data', async () => {
    expect(await status()).toEqual({
      lastEvent: null,
      waiting: 0,
      lagSeconds: 0,
      dead: 0,
      polledAt: null,
      listedUpTo: null,
      pollError: null,
      found: 0,
      backfill: null,
      repair: null,
    });
    expect((await operator.get('/api/Billing/Mirror/Repairs')).json()).toMatchObject({ items: [], total: 0 });
  });

  test('reports the last event and the waiting ones', async () => {
    const customer = await portal.stripe.customers.create({ name: 'Waiting' });
    const events = await mail.collect();
    await mail.deliver(events);
    await portal.database.pool.query(
      "update stripe_events set received_at = received_at - interval '90 seconds' where object_id = $1",
      [customer.id],
    );
    const before = await status();
    expect(before).toMatchObject({ lastEvent: { id: events.at(-1)?.id, type: 'customer.created' }, waiting: 1 });
    expect(before.lagSeconds).toBeGreaterThanOrEqual(90);
    await runDueJobs(portal);
    expect(await status()).toMatchObject({ waiting: 0, lagSeconds: 0 });
  });

  test('begins a repair once, shows its progress, and lists its differences', async () => {
    const customer = await portal.stripe.customers.create({ name: 'Never told of' });
    const [first, second] = await Promise.all([
      operator.post('/api/Billing/Mirror/Repairs', {}),
      operator.post('/api/Billing/Mirror/Repairs', {}),
    ]);
    const run = first.json();
    expect(run).toMatchObject({ kind: 'repair', state: 'running', listed: 0, step: 'customers' });
    expect(second.json().id).toBe(run.id);
    await runDueJobs(portal);
    const done = (await status()).repair;
    expect(done).toMatchObject({ id: run.id, state: 'done', step: null, stepsDone: done.steps, error: null });
    expect(done.differences).toBeGreaterThan(0);
    const listed = (await operator.get(`/api/Billing/Mirror/Repairs/${run.id}/Differences?pageSize=100`)).json();
    expect(listed.total).toBe(done.differences);
    expect(listed.items).toContainEqual({
      objectType: 'customer',
      objectId: customer.id,
      customerId: null,
      kind: 'missing',
      fields: [],
      foundAt: expect.any(String),
    });
    expect((await operator.get('/api/Billing/Mirror/Repairs')).json().items).toEqual([done]);
    const { rows } = await portal.database.pool.query(
      "select detail from audit_events where kind = 'mirrorRepairBegun'",
    );
    expect(rows).toEqual([{ detail: { run: run.id } }]);
  });

  test('retries dead events one by one, or all at once', async () => {
    const [first] = [await makeDeadEvent('First'), await makeDeadEvent('Second'), await makeDeadEvent('Third')];
    const list = async () => (await operator.get('/api/Billing/Mirror/DeadEvents?pageSize=2')).json();
    expect(await list()).toMatchObject({
      total: 3,
      totalPages: 2,
      items: [{ error: 'Stripe said something else' }, {}],
    });
    expect(await status()).toMatchObject({ dead: 3 });

    expect((await operator.post(`/api/Billing/Mirror/DeadEvents/${first}/Retry`, {})).json()).toEqual({ retried: 1 });
    expect((await operator.post(`/api/Billing/Mirror/DeadEvents/${first}/Retry`, {})).statusCode).toBe(404);
    await runDueJobs(portal);
    expect((await list()).total).toBe(2);

    expect((await operator.post('/api/Billing/Mirror/DeadEvents/Retry', {})).json()).toEqual({ retried: 2 });
    await runDueJobs(portal);
    expect(await list()).toMatchObject({ total: 0, items: [] });
    const { rows } = await portal.database.pool.query(
      "select data ->> 'name' as name from stripe_customers where data ->> 'name' in ('First', 'Second', 'Third') order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(['First', 'Second', 'Third']);
  });

  test.each(['?page=0', '?pageSize=401', '?page=x'])('refuses %s', async (query) => {
    expect((await operator.get(`/api/Billing/Mirror/Repairs${query}`)).statusCode).toBe(400);
  });
});
