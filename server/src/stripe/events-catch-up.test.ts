import { pino } from 'pino';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../test/full-portal.ts';
import { createCatchUp } from './events-catch-up.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
  await portal.database.pool.query(
    "insert into stripe_event_cursor (event_created) values (now() - interval '1 hour')",
  );
});

describe('the listing of events', () => {
  /** Stripe's newest 100 events as they are, but with what `odd` makes of each. */
  function sweepWith(odd: (event: Stripe.Event) => object): Promise<boolean> {
    const list = async (parameters: Stripe.EventListParams) => {
      const page = await portal.stripe.events.list(parameters);
      return { ...page, data: page.data.map((event) => ({ ...event, ...odd(event) })) };
    };
    const client = async () => ({ events: { list } }) as unknown as Stripe;
    const { runs } = portal.app.gateway.mirrorCare;
    return createCatchUp({ database: portal.database, client, runs, logger: pino({ level: 'silent' }) }).sweep();
  }

  const kept = async () => {
    const { rows } = await portal.database.pool.query<Record<string, unknown>>(
      `select id, type, object_id as "objectId", failed_at is not null as dead, applied_at is not null as applied, error
       from stripe_events order by created, id`,
    );
    return rows;
  };

  test('keeps events that nobody can read as dead, each with its error, and goes on behind them', async () => {
    const names = ['NUL', 'half', 'moment', 'nameless', 'plain'];
    const customers: Stripe.Customer[] = [];
    for (const name of names) customers.push(await portal.stripe.customers.create({ name }));
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
    // The events before are older than their first sight: what is listed twice is kept once.
    expect(await sweepWith(odd)).toBe(true);

    const idOf = (name: string) => customers[names.indexOf(name)]?.id;
    const found = (await kept()).filter(({ dead }) => dead);
    expect(found).toHaveLength(4);
    expect(found).toContainEqual(
      expect.objectContaining({
        objectId: idOf('NUL'),
        error: expect.stringMatching(/cannot be stored/),
        applied: false,
      }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ objectId: null, error: expect.stringMatching(/names its object/), applied: false }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ objectId: idOf('moment'), error: expect.stringMatching(/: created /) }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^unreadable_[0-9a-f]{64}$/),
        objectId: idOf('nameless'),
        error: expect.stringMatching(/: id /),
      }),
    );
    expect(await kept()).toContainEqual(expect.objectContaining({ objectId: idOf('plain'), dead: false, error: null }));
    const { rows } = await portal.database.pool.query('select error, sweep_after from stripe_event_cursor');
    expect(rows).toEqual([{ error: null, sweep_after: null }]);
  });

  test('what is retried reads the objects that the dead events name, and is done with the others', async () => {
    expect(await portal.app.gateway.mirrorCare.retryDeadEvents(null)).toBe(4);
    expect((await kept()).filter(({ dead }) => dead)).toEqual([]);
    const nobodys = (await kept()).filter(({ objectId }) => objectId === null);
    expect(nobodys).toEqual([expect.objectContaining({ applied: true })]);
    const { rows } = await portal.database.pool.query(
      "select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'stripe-refresh'",
    );
    expect(rows).toEqual([{ jobs: 4 }]);
  });
});
