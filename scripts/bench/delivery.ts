import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portico/postgres';
import pg from 'pg';
import { cancellationRecords, findOldestDueDates, onSubscriptionsMirrored } from '../../server/src/billing/index.ts';
import type { Plan, Product, SoldPrice } from '../../server/src/catalog/index.ts';
import { type Database, openDatabase } from '../../server/src/core/db/database.ts';
import { migrate } from '../../server/src/core/db/migrations.ts';
import { createMirror, type Mirror } from '../../server/src/core/stripe/mirror/mirror.ts';
import { checkLicenses, deliver } from '../../server/src/licensing/index.ts';
import { median, type Row } from './row.ts';

const licenses = 100_000;
const devicesEach = 10;
const renewals = 300;
const rounds = 7;
/** Start of all subscriptions, in seconds since 1970. A renewal does not change it. */
const startedAt = 1_790_000_000;

const product = { id: 'scanner', licensingType: 'HostLocked', graceDays: 7 } as Product;
const sold = {
  stripePriceId: 'price_scanner',
  kind: 'base',
  priceId: 'scanner-monthly',
  pricePlanId: 'scanner-monthly',
  productId: product.id,
  plan: { id: 'scanner-plan', isTrial: false, name: { en: 'Plan' } } as Plan,
  caption: { en: 'Monthly' },
  amount: 4_900,
  increasesDeviceQuantity: true,
} as SoldPrice;
const catalog = {
  findSoldPrices: async () => new Map([[sold.stripePriceId, sold]]),
  findProducts: async () => new Map([[product.id, product]]),
};
const logger = { warn: () => {}, info: () => {} } as object as Parameters<typeof checkLicenses>[0]['logger'];

/** The cost of delivery in addition to storing a renewal, and the nightly comparison of all licenses. */
export async function measureDelivery(folder: string): Promise<Row[]> {
  await using opened = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres(join(folder, 'delivery'));
  opened.defer(() => postgres.stop());
  const database = openDatabase(postgres.connectionString, 4, () => {});
  opened.defer(() => database.close());
  await migrate(database.pool);
  // A separate client, because statements of this size take longer than the portal allows.
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  opened.defer(() => client.end());
  await fill(database, client);
  return [...(await measureRenewals(database)), ...(await measureCheck(database))];
}

/** A hundred thousand accounts, each with a subscription, its order, its license and ten devices. */
async function fill(database: Database, client: pg.Client): Promise<void> {
  const period = "date_trunc('second', now()), date_trunc('second', now()) + interval '30 days'";
  await client.query(`
    insert into companies (name, slug) select 'Bench', 'bench' where not exists (select from companies);
    insert into accounts (company_id, name, stripe_customer_id)
      select (select min(id) from companies), 'Account ' || n, 'cus_' || n from generate_series(1, ${licenses}) n;
    insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, device_quantity, status, trial,
        started_at, period_started_at, expires_at, amount, currency, interval, interval_count, items)
      select id, replace(stripe_customer_id, 'cus', 'sub'), 'scanner', 'scanner-plan', 'scanner-monthly', ${devicesEach}, ${devicesEach}, 'active', false,
        to_timestamp(${startedAt}), ${period}, 49000, 'usd', 'Month', 1, '[]' from accounts`);
  await client.query('vacuum analyze');
  await checkLicenses({ database, catalog, logger }, true);
  await client.query(`
    insert into devices (account_id, license_id, name, hardware_id, status, first_seen_at)
      select account_id, id, 'Device ' || n, md5(id || ' ' || n), 0, now() from licenses, generate_series(1, ${devicesEach}) n;
    update licenses set used_quantity = ${devicesEach}`);
  await client.query('vacuum analyze');
}

async function measureRenewals(database: Database): Promise<Row[]> {
  const stub = async () => {
    throw new Error('This test must not call Stripe.');
  };
  const mirrorWith = (delivering: typeof deliver): Mirror => {
    const mirror = createMirror(database, stub);
    const gateway = {
      mirror,
      subscriptions: { listDiscounts: stub },
      prices: { listProductNames: stub },
      testClocks: { timeOf: stub },
    };
    onSubscriptionsMirrored({
      database,
      gateway,
      catalog,
      audit: { record: stub },
      logger,
      cancellationRecords,
      findOldestDueDates,
      deliver: delivering,
    });
    return mirror;
  };
  const mirrors = { without: mirrorWith(async () => {}), whole: mirrorWith(deliver) };
  const times = { without: [] as number[], whole: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['without', 'whole'] as const) {
      const begin = performance.now();
      for (let index = 0; index < renewals; index += 1) {
        const number = 1 + ((index * 331 + round * 7_919) % licenses);
        await mirrors[kind].storeSubscription(renewed(number, round * 2 + (kind === 'whole' ? 1 : 0)));
      }
      times[kind].push((performance.now() - begin) / renewals);
    }
  }
  const [ours, limit] = [median(times.whole), median(times.without)];
  return [
    { figure: 'renewal stored, with its order and license', ours, limit, unit: 'ms', aim: { atMost: limit * 1.2 } },
  ];
}

type Renewed = Parameters<Mirror['storeSubscription']>[0];

/** An account's subscription in a later period. */
function renewed(number: number, periods: number): Renewed {
  const start = Math.floor(Date.now() / 1000) + (periods + 1) * 2_592_000;
  const item = {
    id: `si_${number}`,
    quantity: devicesEach,
    current_period_start: start,
    current_period_end: start + 2_592_000,
    price: { id: 'price_scanner', recurring: { interval: 'month', interval_count: 1 } },
  };
  return {
    id: `sub_${number}`,
    object: 'subscription',
    customer: `cus_${number}`,
    status: 'active',
    created: start,
    items: { data: [item] },
    start_date: startedAt,
    ended_at: null,
    trial_start: null,
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    currency: 'usd',
    default_payment_method: null,
    latest_invoice: `in_${number}`,
  } as object as Renewed;
}

async function measureCheck(database: Database): Promise<Row[]> {
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(process.memoryUsage().rss / 2 ** 20), 100);
  const begin = performance.now();
  const { checked, different } = await checkLicenses({ database, catalog, logger }, false);
  const seconds = (performance.now() - begin) / 1000;
  clearInterval(sampling);
  if (checked < licenses || different > 0) throw new Error(`${checked} licenses were compared, ${different} differ`);
  const half = Math.floor(memory.length / 2);
  const maximum = (part: readonly number[]) => Math.max(...part);
  return [
    { figure: 'comparison of 100,000 licenses with a million devices', ours: seconds, unit: 's', aim: 'none' },
    {
      figure: 'its peak memory in the second half to that in the first',
      ours: maximum(memory.slice(half)) / maximum(memory.slice(0, half)),
      unit: '',
      aim: { atMost: 1.15 },
    },
  ];
}
