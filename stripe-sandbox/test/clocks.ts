import type Stripe from 'stripe';

/** Moves a test clock to a moment (seconds) and waits until everything that fell due on the way is done. */
export async function advance(stripe: Stripe, clock: string, time: number): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: time });
  for (let waited = 0; waited < 60_000; waited += 5) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === 'ready') return;
    if (status !== 'advancing') throw new Error(`The test clock ${clock} is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The test clock ${clock} does not arrive`);
}
