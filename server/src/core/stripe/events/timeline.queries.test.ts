import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { listEventsAbout } from './timeline.queries.ts';

test('events of the same second have one order, and the events of a failed payment are one', async () => {
  const { pool, query } = await createTestDatabase();
  const second = (at: number) => new Date(Date.UTC(2026, 10, 26, 10, 0, at));
  const stored: [type: string, created: Date][] = [
    ['invoice.paid', second(0)],
    ['payment_intent.succeeded', second(0)],
    ['payment_intent.created', second(0)],
    ['invoice.updated', second(0)],
    ['charge.succeeded', second(0)],
    ['invoice.created', second(0)],
    ['invoice.payment_failed', second(20)],
    ['charge.failed', second(18)],
    ['payment_intent.payment_failed', second(19)],
    // Two minutes later, a payment that fails without a payment intent.
    ['invoice.payment_failed', second(140)],
  ];
  for (const [at, [type, created]] of stored.entries()) {
    await pool.query(
      "insert into stripe_events (id, type, created, object_type, data) values ($1, $2, $3, 'invoice', '{}')",
      [`evt_${at}`, type, created],
    );
    await pool.query('insert into stripe_event_objects (object_id, created, event_id) values ($1, $2, $3)', [
      'in_1',
      created,
      `evt_${at}`,
    ]);
  }
  const types = [
    'invoice.created',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
  ];
  const list = async (order: 'asc' | 'desc', page: number, pageSize: number) => {
    const { items, total } = await listEventsAbout(query, ['in_1'], 30, { page, pageSize, order });
    expect(total).toBe(types.length);
    return items.map(({ type }) => type);
  };
  expect(await list('asc', 1, 100)).toEqual(types);
  expect(await list('desc', 1, 100)).toEqual(types.toReversed());
  expect([...(await list('asc', 1, 4)), ...(await list('asc', 2, 4))]).toEqual(types);
});
