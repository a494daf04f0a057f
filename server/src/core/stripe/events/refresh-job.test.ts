import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { FaultyProxy } from '../../../../test/faulty-proxy.ts';
import type { TestMirror } from '../../../../test/mirror.ts';
import { startMirrorBehindProxy } from '../../../../test/portal-behind-proxy.ts';
import { runDueJobs } from '../../../../test/run-due-jobs.ts';
import { eventQueries, refreshJobName } from './events.queries.ts';
import { toStoredEvent } from './events.ts';

let started: TestMirror;
let proxy: FaultyProxy;
/** Customers whose jobs share a queue. */
let customers: string[];
let first = '';
let second = '';

beforeAll(async () => {
  ({ started, proxy } = await startMirrorBehindProxy());
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  proxy.beforeAnswer = () => undefined;
  customers = [];
  while (customers.length < 4) {
    const { id } = await started.stripe.customers.create({ name: 'Beside others' });
    customers.push(id);
  }
  [first = '', second = ''] = customers;
  await started.database.pool.query('delete from stripe_events');
  await started.database.pool.query('delete from graphile_worker._private_jobs');
  await tell(...customers);
});

let eventCount = 0;

/** Stores events like the webhook does. */
async function tell(...ids: string[]): Promise<void> {
  const events = ids.map((id) => {
    eventCount += 1;
    return toStoredEvent({
      id: `evt_${eventCount}`,
      type: 'customer.updated',
      created: 1_700_000_000,
      data: { object: { id, object: 'customer' } },
    });
  });
  await eventQueries.receive(started.database.query, events, 'webhook');
}

async function refreshCustomer(id = first, isLast = false): Promise<void> {
  const job = started.app.jobs.find(({ name }) => name === refreshJobName);
  await job?.run({ type: 'customer', id } as never, { isLast });
}

/** Customers with unapplied events, and customers with jobs. */
async function waiting() {
  const column = async (text: string) => (await started.database.pool.query(text)).rows.map(({ id }) => id);
  return {
    events: await column('select distinct object_id as id from stripe_events where applied_at is null order by 1'),
    jobs: await column("select payload ->> 'id' as id from graphile_worker._private_jobs order by 1"),
  };
}

/** Dead events. */
const dead = async () =>
  (await started.database.pool.query('select object_id as id, error from stripe_events where failed_at is not null'))
    .rows;

const countReads = (id: string) => proxy.calls.filter((call) => call === `GET /v1/customers/${id}`).length;
const fail = (id: string, fault: 'refuse' | number) => (_method: string, path: string) =>
  path.startsWith(`/v1/customers/${id}?`) ? fault : undefined;

test('one job reads the objects of the jobs behind it once, and removes these jobs', async () => {
  await tell(...customers);
  await refreshCustomer();
  // The queue itself ends the job.
  expect(await waiting()).toEqual({ events: [], jobs: [first] });
  expect(customers.map(countReads)).toEqual([1, 1, 1, 1]);
  const { rows } = await started.database.pool.query('select id from stripe_customers where id = any($1)', [customers]);
  expect(rows).toHaveLength(4);
});

test('an object that cannot be read keeps its own job and event, whichever others are read', async () => {
  proxy.decide = fail(second, 400);
  await refreshCustomer();
  expect((await waiting()).events).toContain(second);
  expect((await waiting()).events).not.toContain(first);
  await runDueJobs(started);
  const { rows } = await started.database.pool.query(
    'select object_id, failed_at is not null as dead from stripe_events where applied_at is null',
  );
  expect(rows).toEqual([{ object_id: second, dead: true }]);
});

test('a job fails and is retried if its own object cannot be read, but the others are read', async () => {
  proxy.decide = fail(first, 'refuse');
  await expect(refreshCustomer()).rejects.toThrow();
  expect(await waiting()).toMatchObject({ events: [...customers].sort() });
  expect(await dead()).toEqual([]);
  await refreshCustomer(second);
  expect(await waiting()).toMatchObject({ events: [first] });
  proxy.decide = () => undefined;
  await runDueJobs(started);
  expect(await waiting()).toEqual({ events: [], jobs: [] });
});

test('a job that fails at its last try leaves only its own events dead, with the error', async () => {
  proxy.decide = () => 'refuse';
  await expect(refreshCustomer(first, true)).rejects.toThrow();
  expect(await dead()).toEqual([{ id: first, error: expect.stringMatching(/\S/) }]);
  expect(await started.app.gateway.mirrorMaintenance.status.events()).toMatchObject({ dead: 1, waiting: 3 });
});

test('an object that cannot be stored does not prevent others', async () => {
  await started.database.pool.query(`
    create function refuse_customer() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse_customer before insert or update on stripe_customers for each row when (new.id = '${second}') execute function refuse_customer()`);
  await refreshCustomer();
  expect((await waiting()).events).toEqual(customers.filter((id) => id !== first).sort());
  await expect(refreshCustomer(second)).rejects.toThrow();
  await started.database.pool.query('drop function refuse_customer cascade');
  await runDueJobs(started);
  expect((await waiting()).events).toEqual([]);
});

test('keeps events dead with an error, and retries, if three reads could not be stored', async () => {
  const { pool } = started.database;
  await started.app.gateway.mirror.refresh('customer', first);
  await pool.query(`
    create function keep_out() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger keep_out before update on stripe_customers for each row when (new.id = '${first}') execute function keep_out()`);
  await expect(refreshCustomer()).rejects.toThrow();
  expect(await dead()).toEqual([{ id: first, error: expect.stringMatching(/newer state/) }]);
  expect((await waiting()).events).toContain(first);
  await pool.query('drop function keep_out cascade');
  await refreshCustomer();
  expect(await dead()).toEqual([]);
  expect((await waiting()).events).toEqual([]);
});

test('an event that arrives while its object is read causes another read', async () => {
  proxy.beforeAnswer = async (_method, path) => {
    if (!path.startsWith(`/v1/customers/${second}?`)) return;
    proxy.beforeAnswer = () => undefined;
    await started.stripe.customers.update(second, { name: 'Meanwhile' });
    await tell(second);
  };
  await refreshCustomer();
  expect(await waiting()).toEqual({ events: [second], jobs: [first, second].sort() });
  await runDueJobs(started);
  expect(await waiting()).toEqual({ events: [], jobs: [] });
  const { rows } = await started.database.pool.query('select data ->> $2 as name from stripe_customers where id = $1', [
    second,
    'name',
  ]);
  expect(rows).toEqual([{ name: 'Meanwhile' }]);
});

test('a job that is replaced while it is being removed is neither waited for nor lost', async () => {
  const client = await started.database.pool.connect();
  try {
    await client.query('begin');
    // Like a listing of events, in the transaction that stores a whole page.
    await client.query("update graphile_worker._private_jobs set revision = revision + 1 where payload ->> 'id' = $1", [
      second,
    ]);
    await refreshCustomer();
    expect(await waiting()).toEqual({ events: [], jobs: [first, second].sort() });
  } finally {
    await client.query('rollback');
    client.release();
  }
});
