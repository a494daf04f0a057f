import { pino } from 'pino';
import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startMirror, type TestMirror } from '../../../../test/mirror.ts';
import { createCatchUp } from './catch-up.ts';

let started: TestMirror;

beforeAll(async () => {
  started = await startMirror();
  await started.database.pool.query(
    "insert into stripe_event_cursor (event_created) values (now() - interval '1 hour')",
  );
});

const maintenance = () => started.app.gateway.mirrorMaintenance;
const sql = async (text: string, values: unknown[] = []) => (await started.database.pool.query(text, values)).rows;

/** Sets the time up to which events were listed, without a running sweep. */
const setCursor = (ago: string) =>
  sql(
    'update stripe_event_cursor set event_created = now() - $1::interval, sweep_from = null, sweep_after = null, sweep_until = null',
    [ago],
  );

/** Runs one part of a sweep over the answers of `list`. @returns whether the cursor was reached. */
function sweepBy(list: (parameters: Stripe.EventListParams) => Promise<object>): Promise<boolean> {
  const client = async () => ({ events: { list } }) as unknown as Stripe;
  const { runs } = maintenance();
  return createCatchUp({ database: started.database, client, runs, logger: pino({ level: 'silent' }) }).sweep();
}

describe('the listing of events', () => {
  /** Stripe's newest 100 events, each changed by `odd`. */
  function sweepWith(odd: (event: Stripe.Event) => object): Promise<boolean> {
    const list = async (parameters: Stripe.EventListParams) => {
      const page = await started.stripe.events.list(parameters);
      return { ...page, data: page.data.map((event) => ({ ...event, ...odd(event) })) };
    };
    return sweepBy(list);
  }

  const kept = async () => {
    const { rows } = await started.database.pool.query<Record<string, unknown>>(
      `select id, type, object_id as "objectId", failed_at is not null as dead, applied_at is not null as applied, error
       from stripe_events order by created, id`,
    );
    return rows;
  };

  test('stores unreadable events as dead, each with its error, and continues after them', async () => {
    const names = ['NUL', 'half', 'moment', 'nameless', 'plain'];
    const customers: Stripe.Customer[] = [];
    for (const name of names) customers.push(await started.stripe.customers.create({ name }));
    const oddities: Readonly<Record<string, (event: Stripe.Event) => object>> = {
      NUL: ({ data }) => ({ data: { ...data, object: { ...data.object, name: 'a\0b' } } }),
      half: ({ data }) => ({ data: { ...data, object: { ...data.object, id: 'cus_\ud800' } } }),
      moment: () => ({ created: 'yesterday' }),
      nameless: () => ({ id: undefined }),
    };
    const odd = (event: Stripe.Event) => {
      const { name } = event.data.object as Stripe.Customer;
      return oddities[name ?? '']?.(event) ?? {};
    };
    expect(await sweepWith(odd)).toBe(true);
    // The previous events are older than when they were first seen. An event that is listed twice is stored once.
    expect(await sweepWith(odd)).toBe(true);

    const customerId = (name: string) => customers[names.indexOf(name)]?.id;
    const found = (await kept()).filter(({ dead }) => dead);
    expect(found).toHaveLength(4);
    expect(found).toContainEqual(
      expect.objectContaining({
        objectId: customerId('NUL'),
        error: expect.stringMatching(/cannot be stored/),
        applied: false,
      }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ objectId: null, error: expect.stringMatching(/names its object/), applied: false }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ objectId: customerId('moment'), error: expect.stringMatching(/: created /) }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^unreadable_[0-9a-f]{64}$/),
        objectId: customerId('nameless'),
        error: expect.stringMatching(/: id /),
      }),
    );
    expect(await kept()).toContainEqual(
      expect.objectContaining({ objectId: customerId('plain'), dead: false, error: null }),
    );
    const { rows } = await started.database.pool.query('select error, sweep_after from stripe_event_cursor');
    expect(rows).toEqual([{ error: null, sweep_after: null }]);
  });

  test('refreshes the objects of retried dead events, and completes those without an object', async () => {
    expect(await started.app.gateway.mirrorMaintenance.retryDeadEvents(null)).toBe(4);
    expect((await kept()).filter(({ dead }) => dead)).toEqual([]);
    const nobodys = (await kept()).filter(({ objectId }) => objectId === null);
    expect(nobodys).toEqual([expect.objectContaining({ applied: true })]);
    const { rows } = await started.database.pool.query(
      "select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'stripe-refresh'",
    );
    expect(rows).toEqual([{ jobs: 4 }]);
  });

  test('stores an event that appears twice on a page once, and continues', async () => {
    const { id } = await started.stripe.customers.create({ name: 'twice' });
    const list = async (parameters: Stripe.EventListParams) => {
      const page = await started.stripe.events.list(parameters);
      return { ...page, data: page.data.flatMap((event) => [event, event]) };
    };
    expect(await sweepBy(list)).toBe(true);
    expect((await kept()).filter(({ objectId }) => objectId === id)).toHaveLength(1);
  });

  test('continues after its first page, and counts the events that no webhook delivered once', async () => {
    const sweepAll = async (odd: (event: Stripe.Event) => object) => {
      while (!(await sweepWith(odd)));
    };
    const found = async () => (await maintenance().status.events()).found;
    const now = Math.floor(Date.now() / 1000);
    // The events are in the future, so that none can count as lost yet.
    await sweepAll(() => ({ created: now + 3_600 }));
    const before = await found();
    const lost: string[] = [];
    while (lost.length < 110) {
      const made = await Promise.all(Array.from({ length: 10 }, () => started.stripe.customers.create({})));
      lost.push(...made.map(({ id }) => id));
    }
    const late = (event: Stripe.Event) => ({ created: event.created - 90 });
    await sweepAll(late);
    const known = new Set((await kept()).map(({ objectId }) => objectId));
    expect(lost.filter((id) => !known.has(id))).toEqual([]);
    expect((await found()) - before).toBe(110);
    await sweepAll(late);
    await started.stripe.customers.create({});
    await sweepAll(() => ({ created: now + 3_600 }));
    expect((await found()) - before).toBe(110);
  });
});

describe('the listing of events continues', () => {
  type Odd = { readonly id?: undefined; readonly created?: string | undefined };
  const now = Math.floor(Date.now() / 1000);

  beforeEach(async () => {
    await sql('delete from stripe_events');
    await sql('delete from stripe_mirror_runs');
    await setCursor('1 hour');
  });

  /** Events of one customer each, `from` to `to` seconds old. */
  function events(from: number, to: number, odd: Odd = {}): object[] {
    return Array.from({ length: to - from + 1 }, (_, index) => ({
      id: `evt_${from + index}`,
      type: 'customer.updated',
      created: now - from - index,
      data: { object: { id: `cus_${from + index}`, object: 'customer' } },
      ...odd,
    }));
  }

  /** Sweeps over these events as Stripe lists them, newest first, until the cursor is reached. */
  async function sweepOver(listed: readonly object[]): Promise<void> {
    const list = async ({ limit = 10, created, starting_after: after }: Stripe.EventListParams) => {
      const { gte = 0, lte = Number.POSITIVE_INFINITY } = created as Stripe.RangeQueryParam;
      const asked = (listed as Stripe.Event[]).filter(
        (event) => typeof event.created !== 'number' || (event.created >= gte && event.created <= lte),
      );
      const start = after === undefined ? 0 : asked.findIndex(({ id }) => id === after) + 1;
      return { data: asked.slice(start, start + limit), has_more: asked.length > start + limit };
    };
    while (!(await sweepBy(list)));
  }

  const keptCustomers = async () =>
    (await sql('select object_id from stripe_events where failed_at is null')).map(({ object_id: id }) => id);
  const isCursorMoved = async () =>
    (await sql("select event_created > now() - interval '50 minutes' as moved from stripe_event_cursor"))[0].moved;
  const beginRepair = () => maintenance().runs.begin('repair');
  const endRuns = () => sql("update stripe_mirror_runs set state = 'done', finished_at = now()");

  test.each([
    ['without moments', events(0, 119, { created: 'yesterday' }), 120],
    ['without ids', events(0, 249, { id: undefined }), 250],
    ['without ids behind a page that can be read', [...events(0, 99), ...events(100, 249, { id: undefined })], 150],
    [
      'without ids, of which some have no moments',
      [...events(0, 50, { id: undefined }), ...events(51, 119, { id: undefined, created: undefined })],
      120,
    ],
  ])('after a page of events %s', async (_what, odd, dead) => {
    await sweepOver([...odd, ...events(300, 300)]);
    expect(await keptCustomers()).toContain('cus_300');
    expect(await sql('select count(*)::int as dead from stripe_events where failed_at is not null')).toEqual([
      { dead },
    ]);
    expect(await maintenance().status.lastRun('backfill')).toBeNull();
  });

  test('with a listing of all objects if a page contains neither ids nor times', async () => {
    const listed = [...events(0, 109, { id: undefined, created: undefined }), ...events(300, 300)];
    await beginRepair();
    await expect(sweepOver(listed)).rejects.toThrow(/All objects must be listed again after run \d+, because/);
    expect(await isCursorMoved()).toBe(false);
    await endRuns();
    await sweepOver(listed);
    expect(await maintenance().status.lastRun('backfill')).toMatchObject({ state: 'running' });
    expect(await isCursorMoved()).toBe(true);
  });

  test('with a listing of all objects if events were not listed for a month', async () => {
    await setCursor('28 days');
    await sweepOver(events(0, 0));
    expect(await maintenance().status.lastRun('backfill')).toBeNull();

    await setCursor('30 days');
    await beginRepair();
    await expect(sweepOver(events(1, 1))).rejects.toThrow(/not listed for a month/);
    expect(await isCursorMoved()).toBe(false);
    await endRuns();
    await sweepOver(events(1, 1));
    expect(await maintenance().status.lastRun('backfill')).toMatchObject({ state: 'running' });
    expect(await isCursorMoved()).toBe(true);
    // A backfill that began after the time of the cursor is enough.
    await setCursor('30 days');
    await sweepOver(events(2, 2));
    expect(await keptCustomers()).toContain('cus_2');
  });
});

describe('every five minutes', () => {
  const catchUp = () =>
    started.app.jobs.find(({ name }) => name === 'stripe-catch-up')?.run({} as never, { isLast: false });

  test('events are listed, and a backfill starts if none was completed', async () => {
    await sql('delete from stripe_mirror_runs');
    await setCursor('1 hour');
    await sql("update stripe_event_cursor set polled_at = null, error = 'as before'");
    const { id } = await started.stripe.customers.create({ name: 'No webhook came' });
    await catchUp();
    expect(await sql('select type from stripe_events where object_id = $1', [id])).toEqual([
      { type: 'customer.created' },
    ]);
    expect(await maintenance().status.events()).toMatchObject({ polledAt: expect.any(String), pollError: null });
    expect(await maintenance().status.lastRun('backfill')).toMatchObject({ state: 'running' });
  });

  test('errors are logged, and the cursor stays', async () => {
    await setCursor('31 days');
    await sql("update stripe_mirror_runs set kind = 'repair', since = now() where state = 'running'");
    await sql("insert into stripe_mirror_runs (kind, state, finished_at) values ('backfill', 'done', now())");
    const { listedUpTo } = await maintenance().status.events();
    await expect(catchUp()).rejects.toThrow(/listed again/);
    expect(await maintenance().status.events()).toMatchObject({
      listedUpTo,
      pollError: expect.stringMatching(/listed again/),
    });
  });
});
