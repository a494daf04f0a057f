import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertOrder } from '../../../test/licenses.ts';
import { isSoak, randomNumbers, sampled } from '../../../test/sample.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { upsertSubscriptions } from '../../billing/subscriptions/projection.queries.ts';
import type { Product } from '../../catalog/index.ts';
import { checkLicenses } from './check.ts';
import { deliver, deliverOrder } from './deliver.ts';

type NewRow = Parameters<typeof upsertSubscriptions>[1][number];

const database = await createTestDatabase();
const products = new Map([
  ['desktop', { id: 'desktop', licensingType: 'HostLocked', graceDays: 7 } as Product],
  ['pool', { id: 'pool', licensingType: 'Floating', graceDays: 0 } as Product],
  ['cloud', { id: 'cloud', licensingType: 'None', graceDays: 7 } as Product],
]);
const context = { database, catalog: { findProducts: async () => products }, logger: pino({ level: 'silent' }) };
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

beforeAll(() => seedDemonstrationPeople(database));
beforeEach(() => database.pool.query('delete from orders; delete from subscriptions'));

function createRow(changes: Partial<NewRow> & Pick<NewRow, 'stripeSubscriptionId'>): NewRow {
  return {
    accountId: 2,
    productId: 'desktop',
    planId: 'desktop-basic',
    pricePlanId: 'desktop-basic-monthly',
    quantity: 2,
    deviceQuantity: 2,
    status: 'active',
    trial: false,
    startedAt: day(1),
    periodStartedAt: day(1),
    expiresAt: day(31),
    unpaidSince: null,
    cancelAt: null,
    endedAt: null,
    amount: 4_000,
    currency: 'usd',
    interval: 'Month',
    intervalCount: 1,
    items: [],
    ...changes,
  };
}

/** Stores subscriptions and what is derived from them, as the mirror's transaction does. */
async function store(...rows: readonly NewRow[]): Promise<void> {
  await database.transaction(async (on) => {
    await deliver(on, { stored: await upsertSubscriptions(on, rows), removed: [] }, products);
  });
}

/** Orders with their licenses, without ids and numbers. Orders with the same `license` share one license. */
async function listChain() {
  const { rows } = await database.pool.query(`
    select o.stripe_subscription_id as subscription, o.status, o.payment_status, o.ordered_at, o.paid_at, o.expires_at, o.ended_at, o.trial,
           o.device_quantity, o.price, p.product_id, p.plan_id, p.quantity, o.license_model,
           l.status as license_status, l.expires_at as license_expires_at, l.starts_at, l.quantity as license_quantity,
           (select min(s.stripe_subscription_id) from orders s where s.license_id = o.license_id) as license,
           l.order_id = o.id as is_latest
    from orders o join order_products p on p.order_id = o.id left join licenses l on l.id = o.license_id order by 1`);
  return rows;
}

async function listLicenses() {
  const { rows } = await database.pool.query(
    'select id, number, serial_number as serial, status, quantity, used_quantity as used from licenses order by id',
  );
  return rows;
}

async function listDeviceStatuses(): Promise<number[]> {
  const { rows } = await database.pool.query('select status from devices order by place_since, id');
  return rows.map(({ status }) => status);
}

describe('the order and license of a subscription', () => {
  const first = { stripeSubscriptionId: 'sub_1' };

  test('begin with an order, its product and a license', async () => {
    await store(createRow(first), createRow({ stripeSubscriptionId: 'sub_2', productId: 'cloud' }));
    expect(await listChain()).toMatchObject([
      { subscription: 'sub_1', status: 1, payment_status: 1, license_status: 1, license_quantity: 2, quantity: 2 },
    ]);
    expect(await listLicenses()).toMatchObject([{ number: expect.stringMatching(/^LI-\d+$/), quantity: 2, used: 0 }]);
  });

  test('keep their numbers when the subscription renews, and no new number is used up', async () => {
    await store(createRow(first));
    const [before] = await listLicenses();
    const next = async () => (await database.pool.query('select last_value from order_numbers')).rows[0].last_value;
    const number = await next();
    await store(createRow({ ...first, periodStartedAt: day(31), expiresAt: day(60) }));
    expect([await listLicenses(), await next()]).toEqual([[before], number]);
    expect(await listChain()).toMatchObject([{ license_expires_at: day(60), expires_at: day(60), paid_at: day(31) }]);
  });

  test('keep the end of the license when a payment for an earlier subscription arrives', async () => {
    const ended = { ...first, status: 'canceled', endedAt: day(31), unpaidSince: day(1) };
    await store(createRow(ended));
    await store(createRow({ stripeSubscriptionId: 'sub_2', startedAt: day(40), expiresAt: day(70) }));
    await database.pool.query('update subscriptions set unpaid_since = null');
    await store(createRow({ ...ended, unpaidSince: null }));
    const ends = (await listChain()).map(({ payment_status: paid, license_expires_at: end }) => [paid, end]);
    expect(ends).toEqual([
      [1, day(70)],
      [1, day(70)],
    ]);
  });

  test('are not written if nothing changed', async () => {
    await store(createRow(first));
    const versions = async () =>
      (await database.pool.query('select xmin::text from orders union all select xmin::text from licenses')).rows;
    // Reading orders with a lock changes xmax of their rows, but not of the licenses' rows.
    const before = await versions();
    await store(createRow(first));
    expect(await versions()).toEqual(before);
  });

  test('take seats from the latest devices when the quantity falls, and return them when it rises', async () => {
    await store(createRow(first));
    const [license] = await listLicenses();
    const of = { ...license, accountId: 2 };
    await insertDevice(database, of, { placeSince: day(1), firstSeenAt: day(1), status: 0 });
    await insertDevice(database, of, { placeSince: day(2), firstSeenAt: day(2), status: 0 });
    await store(createRow({ ...first, deviceQuantity: 1 }));
    expect(await listDeviceStatuses()).toEqual([0, 1]);
    await store(createRow({ ...first, deviceQuantity: 2 }));
    expect(await listDeviceStatuses()).toEqual([0, 0]);
  });

  test('are canceled with the devices when the subscription ends, and restored when the account subscribes again', async () => {
    await store(createRow(first));
    const [license] = await listLicenses();
    await insertDevice(database, { ...license, accountId: 2 }, { firstSeenAt: day(1), status: 0 });
    await store(createRow({ ...first, status: 'canceled', endedAt: day(31) }));
    expect(await listLicenses()).toMatchObject([{ id: license.id, status: 3 }]);
    expect(await listDeviceStatuses()).toEqual([4]);
    await store(createRow({ stripeSubscriptionId: 'sub_2', startedAt: day(40), expiresAt: day(70) }));
    expect(await listLicenses()).toMatchObject([{ id: license.id, serial: license.serial, status: 1, used: 1 }]);
    expect(await listDeviceStatuses()).toEqual([0]);
    expect((await listChain()).map(({ license: of }) => of)).toEqual(['sub_1', 'sub_1']);
  });

  test('begin with a draft without a license, which is deleted if the first payment never comes', async () => {
    await store(createRow({ ...first, status: 'incomplete' }));
    expect(await listChain()).toMatchObject([{ status: 0, payment_status: 0, license_status: null }]);
    await database.transaction((on) => deliver(on, { stored: [], removed: ['sub_1'] }, products));
    expect(await listChain()).toEqual([]);
  });

  test('are canceled while the subscription has no row, and active again once it has one', async () => {
    await store(createRow(first));
    await database.pool.query('delete from subscriptions');
    await database.transaction((on) => deliver(on, { stored: [], removed: ['sub_1'] }, products));
    expect(await listChain()).toMatchObject([{ status: 2, license_status: 3 }]);
    await store(createRow(first));
    expect(await listChain()).toMatchObject([{ status: 1, license_status: 1 }]);
  });

  test('merge the licenses of a resubscription if the end of its predecessor becomes known later', async () => {
    await store(createRow(first));
    await store(createRow({ stripeSubscriptionId: 'sub_2', startedAt: day(40), expiresAt: day(70) }));
    const [old, made] = await listLicenses();
    await insertDevice(
      database,
      { ...old, accountId: 2 },
      { hardwareId: 'same', placeSince: day(1), firstSeenAt: day(1) },
    );
    await insertDevice(database, { ...made, accountId: 2 }, { hardwareId: 'same', placeSince: day(41) });
    await insertDevice(database, { ...made, accountId: 2 }, { hardwareId: 'other', placeSince: day(42) });
    await store(createRow({ ...first, status: 'canceled', endedAt: day(31) }));
    expect(await listLicenses()).toMatchObject([{ id: old.id, serial: old.serial, status: 1, used: 2 }]);
    expect(await listDeviceStatuses()).toEqual([0, 5, 3]);
  });
});

test('the license of a manual order is derived from the order', async () => {
  const { id } = await insertOrder(database, 2, { status: 0, deviceQuantity: -1 });
  const statusAfter = async (change: string) => {
    await database.pool.query(`update orders set ${change} where id = $1`, [id]);
    await database.transaction((on) => deliverOrder(on, id));
    return (await listLicenses()).map(({ status, quantity }) => [status, quantity]);
  };
  expect(await statusAfter('status = 0')).toEqual([[2, -1]]);
  expect(await statusAfter('status = 1, device_quantity = 4')).toEqual([[1, 4]]);
  expect(await statusAfter('status = 2')).toEqual([[3, 4]]);
  expect(await checkLicenses(context, false)).toMatchObject({ checked: 1, different: 0 });
});

test('a check finds what differs, and a repair corrects it', async () => {
  await store(createRow({ stripeSubscriptionId: 'sub_1' }), createRow({ stripeSubscriptionId: 'sub_2', accountId: 3 }));
  const right = await listChain();
  const [license] = await listLicenses();
  await insertDevice(database, { ...license, accountId: 2 }, { status: 3 });
  await database.pool.query(
    `update orders set price = 1 where stripe_subscription_id = 'sub_1';
     delete from orders where stripe_subscription_id = 'sub_2';
     update licenses set quantity = 9;
     update devices set status = 4`,
  );
  const found = await checkLicenses(context, false);
  expect(found.differences.map(({ what }) => what)).toEqual([['price'], ['order'], ['quantity'], ['devices']]);
  expect((await checkLicenses(context, true)).different).toBeGreaterThanOrEqual(4);
  expect(await checkLicenses(context, false)).toMatchObject({ different: 0 });
  expect(await listChain()).toEqual(right);
  const { rows } = await database.pool.query(
    'select repaired, different, ended_at from license_checks order by id desc limit 2',
  );
  expect(rows).toMatchObject([
    { repaired: false, different: 0, ended_at: expect.any(Date) },
    { repaired: true, ended_at: expect.any(Date) },
  ]);
});

/** The states of a subscription, from its first to its last. */
function createLife(name: string, from: number, next: (below: number) => number): NewRow[] {
  const base = { stripeSubscriptionId: name, startedAt: day(from), productId: next(4) === 0 ? 'pool' : 'desktop' };
  const states: NewRow[] = [];
  let start = from;
  for (let period = next(4); period >= 0; period -= 1) {
    const current = { ...base, deviceQuantity: 1 + next(4), periodStartedAt: day(start), expiresAt: day(start + 30) };
    if (next(4) === 0) states.push(createRow({ ...current, status: 'past_due', unpaidSince: day(start) }));
    if (next(4) === 0) states.push(createRow({ ...current, cancelAt: day(start + 10) }));
    states.push(createRow(current));
    start += 30;
  }
  if (next(2) === 0) states.push({ ...(states.at(-1) as NewRow), status: 'canceled', endedAt: day(start - next(30)) });
  return states;
}

describe('random histories', () => {
  const { seed, size, isComplete } = sampled('histories of orders and licenses', { sample: 12, whole: 1_000 });
  const random = randomNumbers(seed);
  const next = (below: number) => random() % below;
  const timeout = isSoak ? 3_600_000 : 120_000;

  test('give the same result as deriving everything from the subscriptions, in any order, with losses and repetitions', {
    timeout,
  }, async () => {
    const met = new Set<unknown>();
    for (let history = 0; history < size; history += 1) {
      await database.pool.query('delete from orders; delete from subscriptions');
      const lives = Array.from({ length: 1 + next(3) }, (_, index) => createLife(`sub_${index}`, 1 + next(120), next));
      const known = lives.map(() => -1);
      for (let steps = 4 + next(12); steps > 0; steps -= 1) {
        const which = next(lives.length);
        // The mirror ignores states older than the stored one.
        const version = Math.max(known[which] as number, next((lives[which] as NewRow[]).length));
        known[which] = version;
        const state = (lives[which] as NewRow[])[version] as NewRow;
        await store(state);
        for (const kind of [state.productId, state.status, state.cancelAt && 'ends']) met.add(kind);
      }
      const grown = await listChain();
      expect(await checkLicenses(context, false), `PORTICO_SEED=${seed}`).toMatchObject({ different: 0 });
      await database.pool.query('delete from orders');
      await checkLicenses(context, true);
      expect(await listChain(), `PORTICO_SEED=${seed}`).toEqual(grown);
    }
    const kinds = ['desktop', 'pool', 'active', 'past_due', 'canceled', 'ends', null];
    if (isComplete) expect(met).toEqual(new Set(kinds));
  });
});
