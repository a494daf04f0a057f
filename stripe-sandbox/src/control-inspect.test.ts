import { createServer } from 'node:http';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { controlOf } from '../test/control.ts';
import { useSandbox } from '../test/sandbox.ts';

let answer = 200;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(answer).end());
}).listen(0, '127.0.0.1');
await new Promise((resolve) => receiver.once('listening', resolve));
afterAll(() => receiver.close());
const { port } = receiver.address() as { port: number };
const url = `http://127.0.0.1:${port}/`;
const { sandbox, stripe, database } = await useSandbox({
  webhookEndpoints: [{ url, secret: 'whsec_never_shown', enabledEvents: ['customer.created'] }],
});
const control = controlOf(sandbox);

interface EventAnswer {
  id: string;
  type: string;
  object: { id: string; type: string };
  deliveries: Record<string, unknown>[];
}
const eventsOf = async (customer: string) =>
  (await control.get(`events?related=${customer}`)).data as unknown as EventAnswer[];

test('returns objects by type in pages and a single object even if deleted', async () => {
  const made = [];
  for (const name of ['One', 'Two', 'Three']) made.push(await stripe.customers.create({ name }));
  expect((await control.get('object_types')).data).toEqual(['customer', 'event', 'webhook_endpoint']);
  const first = await control.get('objects?type=customer&limit=2');
  expect(first).toMatchObject({ data: [{ name: 'Three' }, { name: 'Two' }], has_more: true });
  const rest = await control.get(`objects?type=customer&limit=2&starting_after=${first.data[1]?.id}`);
  expect(rest).toMatchObject({ data: [{ name: 'One' }], has_more: false });

  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_700_000_000, name: 'Then' });
  await stripe.customers.create({ name: 'Past', test_clock: clock.id });
  expect((await control.get('objects?type=customer&in_real_time=true')).data.map(({ name }) => name)).not.toContain(
    'Past',
  );
  expect(await control.get(`objects/${clock.id}`)).toMatchObject({
    type: 'test_helpers.test_clock',
    due_at: null,
    object: { frozen_time: 1_700_000_000 },
  });

  const id = made[0]?.id ?? '';
  expect(await control.get(`objects/${id}`)).toEqual({
    id,
    type: 'customer',
    deleted: false,
    test_clock: null,
    due_at: null,
    object: made[0],
  });
  await stripe.customers.del(id);
  expect(await control.get(`objects/${id}`)).toMatchObject({ deleted: true, object: { name: 'One' } });
  expect((await control.call('GET', 'objects/cus_none')).status).toBe(404);
  expect((await control.call('GET', 'objects')).status).toBe(400);
  const [endpoint] = (await control.get('objects?type=webhook_endpoint')).data;
  expect(JSON.stringify(await control.get(`objects/${endpoint?.id}`))).not.toContain('whsec');
});

test('returns the deliveries of events with their next attempt and redelivers on request', async () => {
  const customer = await stripe.customers.create({ name: 'Heard' });
  await expect.poll(async () => (await eventsOf(customer.id))[0]?.deliveries[0]?.status).toBe('delivered');
  const [event] = await eventsOf(customer.id);
  expect(event).toMatchObject({
    type: 'customer.created',
    object: { id: customer.id, type: 'customer' },
    deliveries: [{ url, attempts: 1, last_answer: '200', next_attempt: null }],
  });
  expect(await control.get(`events/${event?.id}`)).toMatchObject({
    event: { id: event?.id, data: { object: { name: 'Heard' } } },
    deliveries: [{ status: 'delivered' }],
  });

  // Earlier deliveries have finished, and their outcome is stored.
  await expect.poll(async () => (await control.get('events?delivered=false')).data).toEqual([]);

  // The next attempt is postponed in the transaction of the first failure, so that it cannot run during this test.
  await database.query(
    `create function put_off() returns trigger language plpgsql as $$ begin
       new.due_at = now() + interval '1 hour';
       return new;
     end $$;
     create trigger put_off before update on deliveries for each row
       when (old.last_answer is null and new.last_answer = '503') execute function put_off()`,
  );
  answer = 503;
  const unheard = await stripe.customers.create({ name: 'Unheard' });
  await expect.poll(async () => (await eventsOf(unheard.id))[0]?.deliveries[0]?.last_answer).toBe('503');
  const [waiting] = await eventsOf(unheard.id);
  expect(waiting?.deliveries[0]).toMatchObject({ status: 'waiting', attempts: 1, delivered_at: null });
  const { rows } = await database.query(
    'select extract(epoch from due_at)::bigint as due_at from deliveries where event = $1',
    [waiting?.id],
  );
  expect(waiting?.deliveries[0]?.next_attempt).toBe(Number(rows[0].due_at));
  expect((await control.get('events?delivered=false')).data.map(({ id }) => id)).toEqual([waiting?.id]);

  await database.query(`update deliveries set due_at = 'infinity' where event = $1`, [waiting?.id]);
  expect((await eventsOf(unheard.id))[0]?.deliveries[0]).toMatchObject({ status: 'given_up', next_attempt: null });

  answer = 200;
  expect(
    await control.post('redeliver', { event: waiting?.id ?? '', endpoint: String(waiting?.deliveries[0]?.endpoint) }),
  ).toEqual({
    ok: true,
    deliveries: 1,
  });
  await expect
    .poll(async () => (await eventsOf(unheard.id))[0]?.deliveries[0])
    .toMatchObject({ status: 'delivered', attempts: 2, last_answer: '200' });
  await control.post('redeliver', { event: waiting?.id ?? '' });
  await expect
    .poll(async () => (await eventsOf(unheard.id))[0]?.deliveries[0])
    .toMatchObject({ status: 'delivered', attempts: 3 });
  expect(await control.refusal('redeliver', { event: 'evt_none' })).toMatchObject({ param: 'event' });
  expect(await control.refusal('redeliver', { event: waiting?.id ?? '', endpoint: 'we_none' })).toMatchObject({
    param: 'endpoint',
  });

  const newest = (await control.get('events?limit=1')).data[0]?.id;
  expect((await control.get(`events?ending_before=${newest}`)).data).toEqual([]);
  await stripe.products.create({ name: 'Newer' });
  expect((await control.get(`events?ending_before=${newest}`)).data.map(({ type }) => type)).toContain(
    'product.created',
  );
  expect((await control.get('events?type=product.*')).data).toHaveLength(1);
});

test('returns clocks in pages with their customers and due work by one query', async () => {
  const ids: string[] = [];
  for (const [index, time] of [1_700_000_000, 1_710_000_000, 1_720_000_000].entries()) {
    const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: time, name: `Clock ${index}` });
    for (let made = 0; made < index; made += 1)
      await stripe.customers.create({ name: `Of ${index}`, test_clock: id, email: `${made}@clocks.example` });
    ids.unshift(id);
  }
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1,
    product_data: { name: 'Free' },
    recurring: { interval: 'day' },
  });
  const [
    {
      customers: [customer],
    },
  ] = (await control.get('clocks?limit=1')).data as unknown as [{ customers: [{ id: string }] }];
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 2,
  });

  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const { data, has_more } = await control.get('clocks?limit=3');
  const questions = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('next_due'));
  asked.mockRestore();
  expect(questions).toHaveLength(1);
  const of = (index: number, made: number) => ({
    id: expect.stringMatching(/^cus_/),
    name: `Of ${index}`,
    email: `${made}@clocks.example`,
  });
  const due = { id: subscription.id, type: 'subscription', at: expect.any(Number) };
  expect(has_more).toBe(true);
  expect(data).toMatchObject([
    {
      id: ids[0],
      name: 'Clock 2',
      time: 1_720_000_000,
      customers: [of(2, 0), of(2, 1)],
      customers_total: 2,
      next_due: due,
    },
    { id: ids[1], name: 'Clock 1', time: 1_710_000_000, customers: [of(1, 0)], customers_total: 1, next_due: null },
    { id: ids[2], name: 'Clock 0', time: 1_700_000_000, customers: [], customers_total: 0, next_due: null },
  ]);
  for (const view of data) expect(await control.get(`clocks/${view.id}`)).toEqual(view);
});

test('returns faults and deletes them one by one', async () => {
  const once = await control.post('faults', { kind: 'fail', status: 503, prefix: '/v1/prices', method: 'GET' });
  const often = await control.post('faults', { kind: 'delay', delay: 5, times: 3, prefix: '/v1/prices' });
  expect((await control.get('faults')).data).toEqual([once, often]);
  expect(often).toMatchObject({ kind: 'delay', delay: 5, times: 3, method: null, prefix: '/v1/prices' });
  await expect(stripe.prices.list()).rejects.toMatchObject({ statusCode: 503 });
  await stripe.prices.list();
  expect((await control.get('faults')).data).toMatchObject([{ id: often.id, times: 2 }]);
  expect((await control.call('DELETE', `faults/${once.id}`)).status).toBe(404);
  await control.remove(`faults/${often.id}`);
  expect((await control.get('faults')).data).toEqual([]);
});

test('rejects every control call but health without the secret key', async () => {
  for (const key of ['pk_test_sandbox', 'sk_test_other']) {
    const stranger = controlOf(sandbox, key);
    for (const [method, path] of [
      ['GET', 'object_types'],
      ['GET', 'objects?type=customer'],
      ['GET', 'objects/cus_none'],
      ['GET', 'events'],
      ['GET', 'events/evt_none'],
      ['POST', 'redeliver'],
      ['GET', 'clocks'],
      ['GET', 'clocks/clock_none'],
      ['POST', 'clocks/clock_none/advance'],
      ['POST', 'clocks/clock_none/run'],
      ['POST', 'clocks/clock_none/stop'],
      ['GET', 'faults'],
      ['POST', 'faults'],
      ['DELETE', 'faults/1'],
      ['DELETE', 'faults'],
      ['POST', 'reset'],
    ]) {
      expect([
        path,
        (await stranger.call(method ?? '', path ?? '', method === 'POST' ? {} : undefined)).status,
      ]).toEqual([path, 401]);
    }
  }
});
