import { setTimeout as pause } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

/**
 * A test clock: in Stripe's test mode, customers may have their own time (docs.stripe.com/billing/testing/test-clocks).
 */
export interface TestClock {
  readonly id: string;
  readonly time: Date;
}

/** Milliseconds between two polls of an advancing clock. */
const lookAgainAfter = 250;

export function testClockCalls(client: StripeClient) {
  const retrieve = async (id: string) => (await client()).testHelpers.testClocks.retrieve(id);
  return {
    /** The current time of a clock. @throws NotFoundError if it was deleted, together with its customers. */
    timeOf: (id: string): Promise<Date> => translated(async () => toClock(await retrieve(id)).time),

    /** The newest clock with this name, or a new one at `time`. */
    ensure: (name: string, time: Date): Promise<TestClock> =>
      translated(async () => {
        const { testClocks } = (await client()).testHelpers;
        for await (const clock of testClocks.list({ limit: 100 })) if (clock.name === name) return toClock(clock);
        return toClock(await testClocks.create({ name, frozen_time: seconds(time) }));
      }),

    /**
     * Advances a clock to `time`, and waits until everything due by then is processed. A clock that has already
     * reached `time` is not changed.
     */
    advance: (id: string, time: Date): Promise<void> =>
      translated(async () => {
        const { testClocks } = (await client()).testHelpers;
        let clock = await retrieve(id);
        if (clock.frozen_time < seconds(time)) clock = await testClocks.advance(id, { frozen_time: seconds(time) });
        while (clock.status === 'advancing') {
          await pause(lookAgainAfter);
          clock = await retrieve(id);
        }
        if (clock.status !== 'ready') throw new Error(`The test clock ${id} could not be advanced: ${clock.status}`);
      }),
  };
}

function toClock({ id, frozen_time }: Stripe.TestHelpers.TestClock): TestClock {
  return { id, time: new Date(frozen_time * 1000) };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
