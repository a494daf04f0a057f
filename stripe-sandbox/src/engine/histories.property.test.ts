import fc from 'fast-check';
import { test } from 'vitest';
import { isAtStripe, useStripe } from '../../test/at-stripe.ts';
import { makeCatalog } from '../../test/histories/catalog.ts';
import { History } from '../../test/histories/history.ts';
import { expectConservation } from '../../test/histories/money.ts';
import { beginning, steps } from '../../test/histories/steps.ts';
import { sampled } from '../../test/sample.ts';

const stripe = await useStripe();
const { seed, numRuns } = sampled('histories of subscriptions', {
  sample: isAtStripe ? 3 : 30,
  whole: isAtStripe ? 30 : 3000,
});

test('keeps every invoice equal to its preview and every cent accounted for', async () => {
  const catalog = await makeCatalog(stripe);
  await fc.assert(
    fc.asyncProperty(beginning, steps, async (start, following) => {
      const history = await History.begin(stripe, catalog, start);
      for (const step of following) await history.take(step);
      await expectConservation(stripe, history.customer);
      await history.end();
    }),
    { seed, numRuns },
  );
}, 7_200_000);
