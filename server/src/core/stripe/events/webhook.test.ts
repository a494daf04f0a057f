import { pino } from 'pino';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { testSecret } from '../../../../test/full-portal.ts';
import { startMirror, type TestMirror } from '../../../../test/mirror.ts';
import { MemoryLog } from '../../../../test/portal.ts';
import { createHttpServer } from '../../http/server.ts';
import { createMirrorStatus } from '../mirror/status.queries.ts';
import { sandboxWebhookSecret } from '../sandbox-host.ts';
import { registerWebhook, webhookPath } from './webhook.ts';

let started: TestMirror;
const secret = sandboxWebhookSecret(testSecret);

beforeAll(async () => {
  started = await startMirror({ queue: true });
});

function body(id: string, object: object = { id: 'cus_other', object: 'customer' }, created = 1_700_000_000): string {
  return JSON.stringify({ id, object: 'event', type: 'customer.updated', created, livemode: false, data: { object } });
}

/** A signed event with the changes in `odd`; `undefined` removes a field. */
const oddBody = (id: string, odd: object) => JSON.stringify({ ...JSON.parse(body(id)), ...odd });
const withObject = (object: object) => ({ data: { object: { id: 'cus_other', object: 'customer', ...object } } });

function nested(depth: number): unknown {
  return JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
}

function sign(payload: string, options: { secret?: string; timestamp?: number } = {}): string {
  return started.stripe.webhooks.generateTestHeaderString({ payload, secret, ...options });
}

function send(payload: string, signature?: string) {
  return started.app.http.inject({
    method: 'POST',
    url: webhookPath,
    payload,
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
  });
}

async function keptEvents(id: string): Promise<number> {
  const { rows } = await started.database.pool.query('select 1 from stripe_events where id = $1', [id]);
  return rows.length;
}

describe('the webhook', () => {
  test.each([
    ['unsigned', () => undefined],
    ['signed with another secret', (payload: string) => sign(payload, { secret: 'whsec_other' })],
    ['over 300 seconds old', (payload: string) => sign(payload, { timestamp: Math.floor(Date.now() / 1000) - 301 })],
    ['over 300 seconds ahead', (payload: string) => sign(payload, { timestamp: Math.floor(Date.now() / 1000) + 310 })],
    ['signed for another body', () => sign(body('evt_another'))],
  ])('rejects a request that is %s, and changes nothing', async (what, signature) => {
    const payload = body(`evt_${what.replaceAll(' ', '_')}`);
    const response = await send(payload, signature(payload));
    expect(response.statusCode).toBe(400);
    expect(await keptEvents(`evt_${what.replaceAll(' ', '_')}`)).toBe(0);
  });

  test('logs and records a wrong secret and a wrong clock at most once a minute, until an event is accepted', async () => {
    const { pool } = started.database;
    const status = createMirrorStatus(started.database);
    await pool.query('delete from stripe_events');
    await pool.query('delete from stripe_event_cursor');
    await pool.query('insert into stripe_event_cursor (event_created) values (now())');
    const log = new MemoryLog();
    const listen = async () => {
      const app = await createHttpServer({ logger: pino(log), trustedProxies: [], strictResponses: true });
      const client = async () => started.stripe;
      await registerWebhook(app, { database: started.database, client, secret, livemode: false });
      return async (signature: string) => {
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
        return (await app.inject({ method: 'POST', url: webhookPath, payload: body('evt_fault'), headers })).statusCode;
      };
    };
    const post = await listen();
    for (let count = 0; count < 5; count += 1) {
      expect(await post(sign(body('evt_fault'), { secret: 'whsec_other' }))).toBe(400);
    }
    expect(log.text.match(/events of the webhook were refused/g)).toHaveLength(1);
    expect(log.text).toContain('STRIPE_WEBHOOK_SECRET');
    await vi.waitFor(async () => expect(await status.webhookFault()).toBe('wrongSignature'));

    const postLater = await listen();
    const old = Math.floor(Date.now() / 1000) - 301;
    expect(await postLater(sign(body('evt_fault'), { timestamp: old }))).toBe(400);
    await vi.waitFor(async () => expect(await status.webhookFault()).toBe('oldSignature'));
    expect(log.text).toContain('clock of this server');

    expect(await post(sign(body('evt_fault')))).toBe(200);
    expect(await status.webhookFault()).toBeNull();
  });

  test('counts as faulty if the catch-up found all events of the day', async () => {
    const { pool } = started.database;
    const status = createMirrorStatus(started.database);
    await pool.query('delete from stripe_events');
    await pool.query('update stripe_event_cursor set refused_at = null');
    const find = (ids: number[], created: string) =>
      pool.query(
        `insert into stripe_events (id, type, created, object_type, object_id, data, source, applied_at)
         select 'evt_found_' || n, 'customer.updated', now() - $2::interval, 'customer', 'cus_1', '{}', 'catch_up', now()
         from unnest($1::int[]) as n`,
        [ids, created],
      );
    await find([1, 2, 3, 4], '4 minutes');
    // No portal ran while these happened.
    await find([5, 6, 7, 8], '8 hours');
    expect(await status.webhookFault()).toBeNull();
    await find([9], '4 minutes');
    expect(await status.webhookFault()).toBe('notDelivered');
    await send(body('evt_delivered'), sign(body('evt_delivered')));
    expect(await status.webhookFault()).toBeNull();
  });

  test('is disabled by an empty secret', async () => {
    const app = await createHttpServer({
      logger: pino({ level: 'silent' }),
      trustedProxies: [],
      strictResponses: true,
    });
    const client = async () => started.stripe;
    await registerWebhook(app, { database: started.database, client, secret: '', livemode: false });
    const payload = body('evt_empty_secret');
    const response = await app.inject({
      method: 'POST',
      url: webhookPath,
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': sign(payload, { secret: 'x' }) },
    });
    expect(response.statusCode).toBe(400);
    await app.close();
  });

  test.each([
    ['without an id', { id: undefined }, /^The event is not as Stripe describes events: id /],
    ['with an id that is too long', { id: `evt_${'x'.repeat(9_000)}` }, /events: id /],
    ['without a moment', { created: undefined }, /events: created /],
    ['with a moment in words', { created: 'yesterday' }, /events: created /],
    ['with a moment that no calendar has', { created: 1e15 }, /events: created /],
    ['with a NUL', withObject({ name: 'a\0b' }), /cannot be stored/],
    ['with a NUL in a name', withObject({ 'a\0b': 1 }), /cannot be stored/],
    ['with half a character', withObject({ name: '\ud800' }), /cannot be stored/],
    ['with half a character beside its object', { request: { id: '\udc00' } }, /cannot be stored/],
    ['with an object in place of its object’s id', withObject({ id: { id: 7 } }), /names its object by something/],
    ['about an object whose id is half a character', withObject({ id: 'cus_\ud800' }), /names its object by something/],
    ['about an object with an endless id', withObject({ id: `cus_${'x'.repeat(9_000)}` }), /names its object/],
    ['nested without end', withObject({ deep: nested(2_000) }), /cannot be stored/],
    ['of live mode', { livemode: true }, /^This portal takes events of test mode\./],
    ['of no mode', { livemode: undefined }, /^This portal takes events of test mode\./],
    ['of a connected account', { account: 'acct_other' }, /of its own account/],
  ])('rejects a signed event %s and changes nothing', async (what, odd, words) => {
    const count = async () =>
      (await started.database.pool.query('select count(*)::int as n from stripe_events')).rows[0].n;
    const before = await count();
    const payload = oddBody(`evt_${what.replaceAll(' ', '_')}`, odd);
    const response = await send(payload, sign(payload));
    expect([response.statusCode, response.json().error]).toEqual([400, expect.stringMatching(words)]);
    expect(await count()).toBe(before);
  });

  test('of a portal with a live key accepts only live events', async () => {
    const app = await createHttpServer({
      logger: pino({ level: 'silent' }),
      trustedProxies: [],
      strictResponses: true,
    });
    const client = async () => started.stripe;
    await registerWebhook(app, { database: started.database, client, secret, livemode: true });
    const postStatus = async (payload: string) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': sign(payload) };
      return (await app.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode;
    };
    const live = oddBody('evt_live', { livemode: true, ...withObject({ id: 'prod_1', object: 'product' }) });
    expect([await postStatus(body('evt_test')), await postStatus(live)]).toEqual([400, 200]);
    await app.close();
  });

  test('stores an event that arrives a hundred times once', async () => {
    const payload = body('evt_hundred', { id: 'prod_1', object: 'product' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(payload, sign(payload))));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(await keptEvents('evt_hundred')).toBe(1);
  });

  test('stores no client secret', async () => {
    const payload = body('evt_secret', {
      id: 'seti_1',
      object: 'setup_intent',
      client_secret: 'seti_1_secret_very',
      next_action: { use_stripe_sdk: { stripe_js: 'https://hooks.stripe.com/3ds?client_secret=seti_1_secret_very' } },
    });
    await send(payload, sign(payload));
    const { rows } = await started.database.pool.query("select data::text from stripe_events where id = 'evt_secret'");
    expect(rows[0].data).not.toContain('seti_1_secret_very');
  });

  test('is a hint: the object is fetched, so that an old event does no harm', async () => {
    const { id: customer } = await started.stripe.customers.create({ name: 'Named before' });
    await started.stripe.customers.update(customer, { name: 'Renamed at Stripe' });
    await vi.waitFor(async () => expect(await mirroredName(customer)).toBe('Renamed at Stripe'), { timeout: 30_000 });
    const payload = body('evt_old', {
      id: customer,
      object: 'customer',
      name: 'An older name',
    } satisfies Partial<Stripe.Customer>);
    await send(payload, sign(payload));
    await vi.waitFor(
      async () => {
        const { rows } = await started.database.pool.query("select applied_at from stripe_events where id = 'evt_old'");
        expect(rows[0].applied_at).not.toBeNull();
      },
      { timeout: 30_000 },
    );
    expect(await mirroredName(customer)).toBe('Renamed at Stripe');
  });

  test('adds another job for an event with a lost job', async () => {
    const { pool } = started.database;
    const customer = await started.stripe.customers.create({ name: 'Forgotten' });
    // Otherwise the job of the customer's own event would also handle this one.
    await vi.waitFor(
      async () => {
        expect(await mirroredName(customer.id)).toBe('Forgotten');
        const { rows } = await pool.query('select key from graphile_worker.jobs where key like $1', [
          `%${customer.id}`,
        ]);
        expect(rows).toEqual([]);
      },
      { timeout: 30_000 },
    );
    await pool.query(
      `insert into stripe_events (id, type, created, object_type, object_id, data, received_at)
       values ('evt_forgotten', 'customer.updated', now(), 'customer', $1, '{}', now() - interval '2 minutes')`,
      [customer.id],
    );
    await started.app.jobs.find(({ name }) => name === 'stripe-catch-up')?.run({} as never, { isLast: true });
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query("select applied_at from stripe_events where id = 'evt_forgotten'");
        expect(rows[0].applied_at).not.toBeNull();
      },
      { timeout: 30_000 },
    );
  });

  test('loses no event whose job is just starting', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, index) => started.stripe.customers.create({ name: `Busy ${index}` })),
    );
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        made.map(({ id }) => {
          const payload = body(`evt_${id}_${round}`, { id, object: 'customer' });
          return send(payload, sign(payload));
        }),
      );
    }
    await vi.waitFor(
      async () => {
        const { rows } = await started.database.pool.query(
          'select count(*)::int as waiting from stripe_events where applied_at is null',
        );
        expect(rows).toEqual([{ waiting: 0 }]);
      },
      { timeout: 30_000 },
    );
  });
});

async function mirroredName(customer: string): Promise<string | undefined> {
  const { rows } = await started.database.pool.query('select data ->> $2 as name from stripe_customers where id = $1', [
    customer,
    'name',
  ]);
  return rows[0]?.name;
}
