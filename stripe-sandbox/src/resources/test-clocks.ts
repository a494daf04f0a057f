import type Stripe from 'stripe';
import { endpoint, pageOf } from '../endpoint.ts';
import { beginAdvance, clockNow, finishAdvance } from '../engine/clock.ts';
import { DAY } from '../engine/periods.ts';
import { invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { integer, needed, paging, text } from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';

export const testClockEndpoints = [
  endpoint(
    'POST /v1/test_helpers/test_clocks',
    { customer: text(), frozen_time: needed(integer()), name: text(300) },
    async ({ work, parameters }) => {
      const clock: Stripe.TestHelpers.TestClock = work.add('test_helpers.test_clock', {
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: work.realNow,
        deletes_after: work.realNow + 30 * DAY,
        frozen_time: parameters.frozen_time,
        livemode: false,
        name: parameters.name ?? null,
        status: 'ready',
        status_details: {},
      });
      if (parameters.customer !== undefined) await attachCustomer(work, clock, parameters.customer);
      work.announce('test_helpers.test_clock.created', clock);
      return clock;
    },
  ),

  endpoint('GET /v1/test_helpers/test_clocks/:clock', {}, async ({ work, ids }) =>
    clockNow(work, await work.get('test_helpers.test_clock', ids.clock ?? '')),
  ),

  // Stripe answers `advancing` and finishes later. Here the work is done before the answer.
  endpoint(
    'POST /v1/test_helpers/test_clocks/:clock/advance',
    { frozen_time: needed(integer()) },
    async ({ work, ids, parameters }) => {
      const clock = await work.get('test_helpers.test_clock', ids.clock ?? '');
      beginAdvance(work, clock, parameters.frozen_time);
      await finishAdvance(work, clock);
      return clockNow(work, clock);
    },
  ),

  // The clock's customers and their objects are deleted without events.
  endpoint('DELETE /v1/test_helpers/test_clocks/:clock', {}, async ({ work, ids }) => {
    const clock = await work.get('test_helpers.test_clock', ids.clock ?? '');
    await work.connection.query(
      'delete from deliveries where event in (select id from objects where test_clock = $1)',
      [clock.id],
    );
    await work.connection.query('delete from objects where test_clock = $1', [clock.id]);
    work.announce('test_helpers.test_clock.deleted', clock);
    work.remove(clock.id);
    return { id: clock.id, object: 'test_helpers.test_clock', deleted: true };
  }),

  endpoint('GET /v1/test_helpers/test_clocks', paging, async ({ work, parameters }) => {
    const { objects, hasMore } = await work.page('test_helpers.test_clock', pageOf(parameters));
    const data = objects.map((clock) => clockNow(work, clock));
    return { object: 'list', data, has_more: hasMore, url: '/v1/test_helpers/test_clocks' };
  }),
];

/** Objects with a clock that have an event for its change. */
const NAMING_THEIR_CLOCK = ['customer', 'subscription', 'invoice'] as const;

/**
 * Moves a customer and all their objects from real time onto a clock, with an event for each object that shows its
 * clock (STR-10). The clock may not be behind the customer's newest object. Assumed: not documented by Stripe.
 */
async function attachCustomer(work: Work, clock: Stripe.TestHelpers.TestClock, id: string): Promise<void> {
  const { rows } = await work.connection.query(
    `select max(created)::bigint as newest, bool_or(test_clock is not null) as has_clock from objects
     where customer = (select id from objects where id = $1 and type = 'customer' and not deleted)`,
    [id],
  );
  if (rows[0].newest === null) await work.get('customer', id, 'customer');
  if (rows[0].has_clock) {
    throw invalidRequest('The customer is attached to a test clock already and cannot be removed from it.', {
      param: 'customer',
    });
  }
  if (Number(rows[0].newest) > clock.frozen_time) {
    throw invalidRequest('The frozen time must not be earlier than what already happened to the customer.', {
      param: 'frozen_time',
    });
  }
  // The text is replaced in place, so that answers keep the order of their fields.
  await work.connection.query(
    `update objects set test_clock = $2, data = case
       when type = 'invoiceitem' then replace(data::text, '"test_clock":null', $3)::json else data end
     where customer = $1`,
    [id, clock.id, `"test_clock":"${clock.id}"`],
  );
  for (const type of NAMING_THEIR_CLOCK) {
    for (const object of await work.list(type, { customer: id, limit: ALL })) object.test_clock = clock.id;
  }
}
