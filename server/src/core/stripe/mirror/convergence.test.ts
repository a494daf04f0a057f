import fc from 'fast-check';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { startMirror, type TestMirror } from '../../../../test/mirror.ts';
import { listMirroredObjects, listStripeObjects } from '../../../../test/mirrored-objects.ts';
import { runDueJobs } from '../../../../test/run-due-jobs.ts';
import { isSoak, randomNumbers, sampled } from '../../../../test/sample.ts';
import { beginStripeLife, type StripeLife } from '../../../../test/stripe-life.ts';
import { holdWebhookDeliveries, type WebhookDeliveries } from '../../../../test/webhook-deliveries.ts';
import { eventCursorQueries } from '../events/cursor.queries.ts';

let started: TestMirror;
let life: StripeLife;
let mail: WebhookDeliveries;

beforeAll(async () => {
  started = await startMirror();
  life = await beginStripeLife(started.stripe);
  mail = holdWebhookDeliveries(started);
  await mail.collect();
  await eventCursorQueries.create(started.database.query, new Date());
});

/** Runs all due jobs. Calls that timed out on a busy machine are repeated without a delay. */
async function settle(): Promise<void> {
  for (let failed = true; failed; ) {
    await runDueJobs(started);
    const { rowCount } = await started.database.pool.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts between 1 and 5',
    );
    failed = rowCount !== 0;
  }
}

async function catchUp(): Promise<void> {
  while (!(await started.app.gateway.mirrorMaintenance.catchUp.sweep()));
  await settle();
}

async function expectSameBooks(): Promise<void> {
  expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
  const { rows } = await started.database.pool.query(
    'select type, error, failed_at from stripe_events where applied_at is null',
  );
  expect(rows).toEqual([]);
}

describe('the mirror ends with Stripe’s state', { timeout: isSoak ? 3_600_000 : 300_000 }, () => {
  const orders = sampled('orders of webhooks', { sample: 8, whole: 100 });

  test('whatever the order, duplication and loss of webhooks', async () => {
    const number = fc.nat({ max: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(number, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(number),
        async (choices, fate) => {
          const next = () => fate.next().value as number;
          const onTheirWay: Stripe.Event[] = [];
          for (const choice of choices) {
            await life.step(choice);
            onTheirWay.push(...(await mail.collect()));
            // Some webhooks arrive during further steps, in any order; some twice; some never.
            const arriving = onTheirWay.filter(() => next() % 3 === 0);
            await mail.deliver(arriving);
            for (const event of arriving) if (next() % 5 !== 0) onTheirWay.splice(onTheirWay.indexOf(event), 1);
            if (next() % 2 === 0) await settle();
          }
          await mail.deliver(shuffled(onTheirWay, next).filter(() => next() % 4 !== 0));
          await settle();
          await catchUp();
          await expectSameBooks();
        },
      ),
      { seed: orders.seed, numRuns: orders.size },
    );
  });

  const many = sampled('events shuffled, duplicated and delayed', { sample: 250, whole: 10_000 });

  test('after many events that arrived shuffled, twice and late', async () => {
    const random = randomNumbers(many.seed);
    const delayed: Stripe.Event[] = [];
    let happened = 0;
    while (happened < many.size) {
      await life.step(random());
      const events = await mail.collect();
      happened += events.length;
      delayed.push(...events, ...events.filter(() => random() % 4 === 0));
      // The delayed webhooks arrive during further steps, except the last ones.
      if (delayed.length > 100) {
        const arriving = shuffled(delayed.splice(0, delayed.length), random);
        delayed.push(...arriving.splice(0, 40));
        await mail.deliver(arriving);
        await settle();
      }
    }
    await mail.deliver(shuffled(delayed, random));
    await settle();
    await expectSameBooks();
    console.info(`${happened} events`);
  });

  test.runIf(many.isComplete)('after each kind of step in a customer’s life', () => {
    expect([...life.missing]).toEqual([]);
  });
});

function shuffled<Item>(items: readonly Item[], next: () => number): Item[] {
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
