import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAtStripe, useStripe } from '../../test/at-stripe.ts';
import { makeCatalog } from '../../test/histories/catalog.ts';
import { History } from '../../test/histories/history.ts';
import { expectConservation } from '../../test/histories/money.ts';
import { beginning, type Step, steps } from '../../test/histories/steps.ts';
import { sampled } from '../../test/sample.ts';

const stripe = await useStripe();
const { seed, size, isComplete } = sampled('histories of subscriptions', {
  sample: isAtStripe ? 3 : 10,
  whole: isAtStripe ? 30 : 3000,
});

/** Whether a step of the kind was taken. */
const taken: Record<Step['kind'], boolean> = {
  change: false,
  wait: false,
  renew: false,
  schedule: false,
  move: false,
  balance: false,
  item: false,
  refund: false,
  'credit note': false,
  'manual invoice': false,
};

test('keeps every invoice equal to its preview and every cent accounted for', async () => {
  const catalog = await makeCatalog(stripe);
  await fc.assert(
    fc.asyncProperty(beginning, steps, async (start, following) => {
      const history = await History.begin(stripe, catalog, start);
      for (const step of following) {
        await history.take(step);
        taken[step.kind] = true;
      }
      await expectConservation(stripe, history.customer);
      await history.end();
    }),
    { seed, numRuns: size },
  );
  // The few histories at Stripe itself need not have everything.
  if (isComplete && !isAtStripe) expect(Object.values(taken)).not.toContain(false);
}, 7_200_000);
