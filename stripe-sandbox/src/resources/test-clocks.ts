import type Stripe from 'stripe';
import { endpoint, listEndpoint } from '../endpoint.ts';
import { advanceClock } from '../engine/clock.ts';
import { invalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import { integer, needed, text } from '../parameters.ts';

const DAY = 86_400;

export const testClockEndpoints = [
  endpoint(
    'POST /v1/test_helpers/test_clocks',
    { frozen_time: needed(integer()), name: text(300) },
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
      work.announce('test_helpers.test_clock.created', clock);
      return clock;
    },
  ),

  endpoint('GET /v1/test_helpers/test_clocks/:clock', {}, async ({ work, ids }) =>
    work.get('test_helpers.test_clock', ids.clock ?? ''),
  ),

  // Stripe answers `advancing` and is ready later; here the work is done when the answer comes.
  endpoint(
    'POST /v1/test_helpers/test_clocks/:clock/advance',
    { frozen_time: needed(integer()) },
    async ({ work, ids, parameters }) => {
      const clock = await work.get('test_helpers.test_clock', ids.clock ?? '');
      if (parameters.frozen_time <= clock.frozen_time) {
        throw invalidRequest('The frozen time must be later than the current frozen time of the test clock.', {
          param: 'frozen_time',
        });
      }
      work.useClock(clock);
      work.announce('test_helpers.test_clock.advancing', clock);
      await advanceClock(work, clock, parameters.frozen_time);
      work.announce('test_helpers.test_clock.ready', clock);
      return clock;
    },
  ),

  // Its customers and all that is theirs go with it, without a word.
  endpoint('DELETE /v1/test_helpers/test_clocks/:clock', {}, async ({ work, ids }) => {
    const clock = await work.get('test_helpers.test_clock', ids.clock ?? '');
    await work.connection.query('delete from objects where test_clock = $1', [clock.id]);
    work.announce('test_helpers.test_clock.deleted', clock);
    work.remove(clock.id);
    return { id: clock.id, object: 'test_helpers.test_clock', deleted: true };
  }),

  listEndpoint('/v1/test_helpers/test_clocks', 'test_helpers.test_clock', {}, () => ({})),
];
