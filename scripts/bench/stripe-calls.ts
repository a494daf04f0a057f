import { setTimeout as pause } from 'node:timers/promises';
import { findEmbeddedPostgres } from '@portico/postgres';
import { ApiClient } from '../../e2e/harness/api-client.ts';
import { createCustomer } from '../../e2e/harness/customers.ts';
import { overviewCalls } from '../../e2e/harness/overview-calls.ts';
import { prepareInstallation, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';
import { withSandbox } from './sandbox.ts';
import { type SlowStripe, startSlowStripe } from './slow-stripe.ts';

/** Milliseconds added to each call. */
const delay = 300;
const rounds = 3;

const product = 'veriscan-desktop';
const plan = `${product}-professional`;

interface Taken {
  readonly calls: string[];
  readonly milliseconds: number;
}

/**
 * Calls at Stripe of a purchase, a change of plan and the billing page, and their duration with 300 ms per call. Quote
 * and purchase count together. Every round has a new customer with a saved card.
 */
export async function measureStripeCalls(folder: string): Promise<Row[]> {
  return withSandbox(folder, async (sandbox) => {
    const slow = await startSlowStripe(sandbox.url);
    const installation = await prepareInstallation(folder, 'slow-stripe', { STRIPE_API_BASE: slow.url });
    const portal = await startPortal(installation);
    try {
      await untilQuiet(slow);
      const taken: { purchase: Taken; change: Taken; jobs: Taken; page: Taken; near: Taken }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const client = await createSignedInCustomer(portal.url, installation.env.DATA_DIR ?? '');
        const card = await client.addCard(sandbox.url);
        await untilQuiet(slow);
        const buy = async (price: string) => {
          const purchase = await client.quote(product, plan, price, card.stripeId);
          const { status } = await purchase.send();
          if (status !== 'succeeded') throw new Error(`buying ${price} ended as ${status}`);
        };
        const page = async () => {
          await Promise.all(overviewCalls.map((path) => client.call('GET', path)));
        };
        slow.delay = delay;
        const purchase = await recordCalls(slow, () => buy(`${plan}-monthly`));
        const change = await recordCalls(slow, () => buy(`${plan}-yearly`));
        // The first visit starts a job that refreshes the upcoming charges (BOV-2). No user waits for it.
        const jobs = await recordCalls(slow, async () => {
          await page();
          await untilQuiet(slow);
        });
        const far = await recordCalls(slow, page);
        slow.delay = 0;
        taken.push({ purchase, change, jobs, page: far, near: await recordCalls(slow, page) });
      }
      for (const name of ['purchase', 'change'] as const)
        console.log(`  ${name}: ${taken[0]?.[name].calls.join(', ')}`);
      const calls = (name: 'purchase' | 'change' | 'jobs' | 'page') =>
        Math.max(...taken.map((one) => one[name].calls.length));
      const time = (name: 'purchase' | 'change' | 'page' | 'near') =>
        median(taken.map((one) => one[name].milliseconds));
      return [
        { figure: 'purchase, calls at Stripe', ours: calls('purchase'), unit: '', aim: { atMost: 4 } },
        { figure: 'change of plan, calls at Stripe', ours: calls('change'), unit: '', aim: { atMost: 3 } },
        { figure: 'billing page, calls at Stripe', ours: calls('page'), unit: '', aim: { atMost: 0 } },
        { figure: 'billing page, calls of the job that it begins', ours: calls('jobs'), unit: '', aim: 'none' },
        { figure: 'purchase, Stripe 300 ms away', ours: time('purchase'), unit: 'ms', aim: { below: 1500 } },
        { figure: 'change of plan, Stripe 300 ms away', ours: time('change'), unit: 'ms', aim: { below: 1500 } },
        {
          figure: 'billing page, Stripe 300 ms away',
          ours: time('page'),
          limit: time('near'),
          unit: 'ms',
          aim: 'none',
        },
      ];
    } finally {
      await portal.stop();
      await slow.stop();
    }
  });
}

/** A new customer, signed in. */
async function createSignedInCustomer(url: string, dataDir: string): Promise<ApiClient> {
  const databaseUrl = await findEmbeddedPostgres(dataDir);
  if (databaseUrl === undefined) throw new Error('the portal runs without its database');
  const { email, password } = await createCustomer(databaseUrl);
  return ApiClient.signIn(url, email, password);
}

async function recordCalls(slow: SlowStripe, act: () => Promise<void>): Promise<Taken> {
  await untilQuiet(slow);
  slow.calls.length = 0;
  const begin = performance.now();
  await act();
  return { calls: [...slow.calls], milliseconds: performance.now() - begin };
}

/** Waits until the portal's jobs have made their calls: one second without a call. */
async function untilQuiet(slow: SlowStripe): Promise<void> {
  for (let seen = -1; seen !== slow.calls.length; await pause(1000)) seen = slow.calls.length;
}
