import type Stripe from 'stripe';
import { isAtStripe } from './at-stripe.ts';

/** Maximum seconds of one advance, because Stripe advances a clock by at most two billing intervals. */
const STEP = isAtStripe ? 28 * 86_400 : Number.POSITIVE_INFINITY;
const WAIT = isAtStripe ? 1000 : 5;

/** Advances a test clock to a moment (seconds) and waits until all due work is done. */
export async function advance(stripe: Stripe, clock: string, time: number): Promise<void> {
  let { frozen_time: now } = isAtStripe ? await stripe.testHelpers.testClocks.retrieve(clock) : { frozen_time: 0 };
  while (now < time) {
    now = Math.min(time, now + STEP);
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: now });
    await arrived(stripe, clock);
  }
}

async function arrived(stripe: Stripe, clock: string): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += WAIT) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status !== 'advancing') throw new Error(`The test clock ${clock} is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, WAIT));
  }
  throw new Error(`The test clock ${clock} did not finish its advance`);
}
