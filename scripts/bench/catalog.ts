import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../../e2e/harness/api-client.ts';
import { demonstrationPassword } from '../../e2e/harness/demonstration-password.ts';
import { prepareInstallation, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';
import { withSandbox } from './sandbox.ts';
import { type SlowStripe, startSlowStripe } from './slow-stripe.ts';

/** Numbers of products of a small and a large vendor, and of the plans of each product. */
const few = 5;
const many = 200;
const plansEach = 5;
/** Milliseconds added to each call at Stripe. */
const delay = 300;
const rounds = 3;
const looks = 200;

interface Measured {
  /** Milliseconds for a product's page. */
  readonly page: number;
  readonly changes: number;
  readonly publish: number;
}

/**
 * A catalog with 200 products of 5 plans each: a product's page, the changes of a draft, and publishing one price with
 * Stripe 300 ms away.
 */
export async function measureCatalog(folder: string): Promise<Row[]> {
  const small = await measureVendor(join(folder, 'few-products'), few);
  const large = await measureVendor(join(folder, 'many-products'), many);
  return [
    {
      figure: `product page of ${many} products against ${few}`,
      ours: large.page,
      limit: small.page,
      unit: 'ms',
      aim: { atMost: small.page * 1.25 },
    },
    { figure: `what a draft changes of ${many} products`, ours: large.changes, unit: 'ms', aim: { below: 1000 } },
    {
      figure: `publish of one price of ${many} products, Stripe 300 ms away`,
      ours: large.publish,
      unit: 'ms',
      aim: { below: 3000 },
    },
  ];
}

function measureVendor(folder: string, products: number): Promise<Measured> {
  return withSandbox(folder, async (sandbox) => {
    const slow = await startSlowStripe(sandbox.url);
    const file = join(folder, 'catalog.yaml');
    writeFileSync(file, catalogOf(products));
    const installation = await prepareInstallation(folder, 'catalog', {
      STRIPE_API_BASE: slow.url,
      CATALOG_FILE: file,
    });
    const portal = await startPortal(installation);
    try {
      const owner = await ApiClient.signIn(portal.url, 'owner@acme.example', demonstrationPassword);
      const operator = await ApiClient.signIn(portal.url, 'operator@portico.example', demonstrationPassword);
      const page = await medianOf(looks, () => owner.call('GET', '/api/Products/product-1/Plans'));
      const publishing: number[] = [];
      const changing: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        await amend(operator, `${round}.50`);
        changing.push(await took(() => operator.call('POST', '/api/Catalog/Draft/Changes', { choices: [] })));
        publishing.push(await publishFarAway(operator, slow));
      }
      return { page, changes: median(changing), publish: median(publishing) };
    } finally {
      await portal.stop();
      await slow.stop();
    }
  });
}

interface Entry {
  readonly revision: number;
  readonly value: { readonly plans: readonly { readonly prices: readonly object[] }[] };
}

/** Changes the amount of the first product's first price in the operator's draft. */
async function amend(operator: ApiClient, amount: string): Promise<void> {
  const path = '/api/Catalog/Entries/products/product-1';
  const { revision, value } = (await operator.call('GET', path)) as Entry;
  const [plan, ...others] = value.plans;
  const prices = plan?.prices.map((price, index) => (index === 0 ? { ...price, amount } : price));
  await operator.call('PUT', path, { revision, value: { ...value, plans: [{ ...plan, prices }, ...others] } });
}

async function publishFarAway(operator: ApiClient, slow: SlowStripe): Promise<number> {
  const { revision, sold } = (await operator.call('GET', '/api/Catalog/Draft')) as { revision: number; sold: number };
  slow.delay = delay;
  try {
    return await took(async () => {
      const answer = await operator.call('POST', '/api/Catalog/Draft/Publish', { revision, sold, choices: [] });
      const { status } = answer as { status: string };
      if (status !== 'published') throw new Error(`publishing ended with ${status}`);
    });
  } finally {
    slow.delay = 0;
  }
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

async function medianOf(times: number, act: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) all.push(await took(act));
  return median(all.slice(times / 4));
}

function catalogOf(products: number): string {
  return JSON.stringify({
    products: Array.from({ length: products }, (_, product) => ({
      id: `product-${product + 1}`,
      name: `Product ${product + 1}`,
      description: 'One of many',
      displayType: 'Subscribe',
      plans: Array.from({ length: plansEach }, (_, plan) => ({
        id: `product-${product + 1}-plan-${plan + 1}`,
        code: `PLAN${plan + 1}`,
        name: `Plan ${plan + 1}`,
        description: 'One of five',
        prices: [
          { id: `product-${product + 1}-plan-${plan + 1}-monthly`, nickname: 'Monthly', interval: 'month', amount: 10 },
        ],
      })),
    })),
  });
}
