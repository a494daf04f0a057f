import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Product } from '../../catalog/index.ts';
import { moveDevices } from '../devices/move.queries.ts';
import { sumFinishedDays } from '../devices/sum-usage.ts';
import { productDashboardsModule } from './product-dashboards.routes.ts';

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

const accountId = 2;
const otherAccountId = 3;
const now = new Date('2026-11-22T11:02:00Z');

const product = (id: string, more: Partial<Product> = {}) =>
  ({
    id,
    displayName: { en: `Name of ${id}`, fr: `Nom de ${id}` },
    description: { en: 'Checks documents', fr: 'Vérifie des documents' },
    logo64: null,
    url: null,
    urlCaption: null,
    licensingType: 'Floating',
    version: '6.2.0',
    retired: false,
    disabled: false,
    plans: [],
    ...more,
  }) as unknown as Product;
const products = new Map(
  [
    product('cloud'),
    product('desktop', { licensingType: 'HostLocked', version: null }),
    product('old', { retired: true }),
    product('kept', { retired: true }),
    product('off', { disabled: true }),
  ].map((one) => [one.id, one]),
);

let database: TestDatabase;
let app: FastifyInstance;
let user: Browser;
let license: LicenseRow;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await database.pool.query(
    "insert into user_features (user_id, feature) select id, 'customerAdmin' from users where email = 'user@acme.example'",
  );
  await database.pool.query('update accounts set usage_data_policy = 0');
  app = await createTestPortal(database, {
    extend: (portal) => {
      const context = { database, catalog: { findProducts: async () => products, now: () => now } };
      for (const route of productDashboardsModule(context).routes ?? []) route.bind(portal);
    },
  });
  user = await signIn('user@acme.example');
  license = await insertLicense(database, accountId, { productId: 'cloud', licenseModel: 1, quantity: 8 });
  await insertUse();
});

const signIn = (login: string) => new Browser(app).signIn(login);

/** Two devices of the account, one of another account, and one of another product, each with 5 checks on a day. */
async function insertUse() {
  const heard = { lastActivityAt: new Date('2026-11-22T11:00:00Z') };
  const usage = { productUsage: [{ name: 'cloud', version: '6.2.0' }] };
  const first = await insertDevice(database, license, { name: 'First', ...heard, ...usage });
  const second = await insertDevice(database, license, {
    name: 'Second',
    lastActivityAt: new Date('2026-11-20T08:00:00Z'),
  });
  const others = await insertLicense(database, otherAccountId, { productId: 'cloud', licenseModel: 1 });
  const desktops = await insertLicense(database, accountId, { productId: 'desktop' });
  const otherDevices = [await insertDevice(database, others, heard), await insertDevice(database, desktops, heard)];
  await act(first, '2026-11-22', 7, '6.2.0');
  await act(first, '2026-11-01', 5, '6.1.3');
  await act(second, '2026-11-20', 40, null);
  await act(second, '2026-10-01', 100, '5.9.8');
  for (const device of otherDevices) await act(device, '2026-11-22', 5, '1.0.0');
  await database.pool.query(
    `insert into license_days (license_id, day, activations, deactivations, refusals, peak_sessions, was_full)
     values ($1, '2026-11-20', 3, 1, 4, 8, true), ($1, '2026-11-01', 1, 0, 2, 5, false), ($2, '2026-11-20', 9, 9, 9, 9, true)`,
    [license.id, others.id],
  );
}

async function act(device: { id: number; licenseId: number }, day: string, checks: number, version: string | null) {
  await database.pool.query(
    'insert into device_activity (license_id, device_id, day, checks, version, counters) values ($1, $2, $3, $4, $5, $6)',
    [
      device.licenseId,
      device.id,
      day,
      checks,
      version,
      { pages: checks * 3, ...(version && { [`of ${version}`]: 1 }) },
    ],
  );
}

const path = (call: string, productId = 'cloud') => `/api/ProductsDashboard/${productId}/${call}`;
const read = async (call: string, by = user) => {
  const answer = await by.get(path(call));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const values = ({ metrics }: { metrics: { name: string; value: unknown }[] }) =>
  Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
const november = 'dateFrom=2026-11-01&dateTo=2026-11-22';

describe('the figures of an account', () => {
  test('are those of its own devices of the product, in the requested span', async () => {
    const answer = await read(`AccountMetrics?${november}`);
    expect(answer).toMatchObject({ from: '2026-11-01', to: '2026-11-22', isShared: true, sessionPlaces: 8 });
    expect(values(answer)).toEqual({
      checks: 52,
      refusals: 6,
      activeDevices: 2,
      peakSessions: 8,
      activations: 4,
      deactivations: 1,
      daysFull: 1,
      lastActivity: '2026-11-22T11:00:00.000Z',
    });
  });

  test('have titles in the reader’s language, and their type', async () => {
    const english = (await read('AccountMetrics')).metrics;
    expect(english).toContainEqual({ name: 'peakSessions', title: 'Peak sessions', type: 1, value: 8 });
    const french = await user.get(path('AccountMetrics'), { headers: { 'accept-language': 'fr' } });
    expect(french.json().metrics.map(({ title }: { title: string }) => title)).toContain('Pointe de sessions');
    expect(english.filter(({ type }: { type: number }) => type === 0)).toEqual([
      expect.objectContaining({ name: 'lastActivity' }),
    ]);
  });

  test('show only the day of the last activity if a later report is outside of the span', async () => {
    expect(values(await read('AccountMetrics?dateFrom=2026-10-01&dateTo=2026-11-02')).lastActivity).toBe('2026-11-01');
    expect(values(await read('AccountMetrics?dateFrom=2026-09-01&dateTo=2026-09-02')).lastActivity).toBeNull();
  });

  test.each([
    // The last month until today, in UTC.
    ['', '2026-10-22', '2026-11-22'],
    ['dateTo=2026-03-31', '2026-02-28', '2026-03-31'],
    // Every UTC day that is touched: midnight in Paris and the last minute in New York.
    ['dateFrom=2026-10-31T23:00:00Z&dateTo=2026-11-01T22:59:00Z', '2026-10-31', '2026-11-01'],
    ['dateFrom=2026-11-01T04:00:00Z&dateTo=2026-11-02T04:59:00Z', '2026-11-01', '2026-11-02'],
    ['dateFrom=2026-11-01T00:30:00%2B02:00&dateTo=2026-11-01', '2026-10-31', '2026-11-01'],
    // No future day: the last minute of today in New York is tomorrow in UTC.
    ['dateFrom=2026-11-01T04:00:00Z&dateTo=2026-11-23T04:59:00Z', '2026-11-01', '2026-11-22'],
    ['dateFrom=2026-11-25&dateTo=2026-11-27', '2026-11-25', '2026-11-25'],
  ])('cover for %j the days from %s to %s', async (query, from, to) => {
    expect(await read(`AccountMetrics?${query}`)).toMatchObject({ from, to });
  });

  test.each([
    ['dateFrom=2026-11-02&dateTo=2026-11-01', 'dateTo', 'The start cannot be after the end.'],
    ['dateFrom=2027-01-01', 'dateTo', 'The start cannot be after the end.'],
    ['dateFrom=2024-01-01&dateTo=2026-11-22', 'dateFrom', 'The dates may be at most 730 days apart.'],
    ['dateFrom=yesterday', 'dateFrom', expect.any(String)],
    ['dateTo=2026-02-31', 'dateTo', expect.any(String)],
  ])('are refused for %s, at %s', async (query, field, message) => {
    for (const call of ['AccountMetrics', 'DailyMetrics', 'VersionsInUse', 'ReportedCounters']) {
      const refused = await user.get(path(`${call}?${query}`));
      expect([400, 422]).toContain(refused.statusCode);
      expect(refused.json().propertyErrors).toEqual({ [field]: [message] });
    }
  });

  test('may cover 730 days', async () => {
    expect(values(await read('AccountMetrics?dateFrom=2024-11-23&dateTo=2026-11-22')).checks).toBe(152);
  });
});

test('days are listed one by one, including those without reports', async () => {
  const { days } = await read(`DailyMetrics?${november}`);
  expect(days).toHaveLength(22);
  const nothing = { checks: 0, refusals: 0, devices: 0, activations: 0, deactivations: 0, peakSessions: 0 };
  expect(days[1]).toEqual({ day: '2026-11-02', ...nothing, wasFull: false });
  expect(days[19]).toEqual({
    day: '2026-11-20',
    checks: 40,
    refusals: 4,
    devices: 1,
    activations: 3,
    deactivations: 1,
    peakSessions: 8,
    wasFull: true,
  });
  expect(days[21]).toMatchObject({ checks: 7, devices: 1 });
});

test('versions are those that each device reported last in the span', async () => {
  expect(await read(`VersionsInUse?${november}`)).toMatchObject({
    items: [
      { version: '6.2.0', devices: 1, lastDay: '2026-11-22' },
      { version: null, devices: 1, lastDay: '2026-11-20' },
    ],
    otherDevices: 0,
    currentVersion: '6.2.0',
  });
  expect((await read('VersionsInUse?dateFrom=2026-10-01&dateTo=2026-11-02')).items).toEqual([
    { version: '5.9.8', devices: 1, lastDay: '2026-10-01' },
    { version: '6.1.3', devices: 1, lastDay: '2026-11-01' },
  ]);
});

test('the products’ counters are summed by name, the largest sum first', async () => {
  expect(await read(`ReportedCounters?${november}`)).toMatchObject({
    items: [
      { name: 'pages', total: 156 },
      { name: 'of 6.1.3', total: 1 },
      { name: 'of 6.2.0', total: 1 },
    ],
    otherNames: 0,
    from: '2026-11-01',
    isShared: true,
  });
});

test('the twenty largest counters are listed, with the number of others', async () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`n${at}`, 1_000 - at]));
  const desktops = await insertLicense(database, otherAccountId, { productId: 'desktop' });
  const device = await insertDevice(database, desktops);
  await database.pool.query(
    "insert into device_activity (license_id, device_id, day, counters) values ($1, $2, '2026-11-03', $3)",
    [desktops.id, device.id, many],
  );
  const other = await signIn('owner@globex.example');
  const answer = (await other.get(path(`ReportedCounters?${november}`, 'desktop'))).json();
  expect(answer.items.map(({ name }: { name: string }) => name)).toEqual(Object.keys(many).slice(0, 20));
  expect(answer.otherNames).toBe(5);
});

test('the latest activity of each device is listed in pages', async () => {
  const first = await read('LastRequests?pageSize=1');
  expect(first).toMatchObject({ total: 2, totalPages: 2, page: 1, pageSize: 1 });
  expect(first.items).toEqual([
    expect.objectContaining({
      time: '2026-11-22T11:00:00.000Z',
      deviceName: 'First',
      version: '6.2.0',
      licenseNumber: license.number,
    }),
  ]);
  expect((await read('LastRequests?pageSize=1&page=2')).items).toMatchObject([{ deviceName: 'Second', version: null }]);
});

test('totals show what the account has of the product', async () => {
  const { statistics } = await read('AccountStatistics');
  expect(values({ metrics: statistics })).toMatchObject({
    licenses: 1,
    places: 8,
    checks: 152,
    refusals: 6,
    firstDay: '2026-10-01',
    lastActivity: '2026-11-22T11:00:00.000Z',
    openSessions: 0,
  });
});

test('checks and versions follow what the account shares; what licensing needs is always shown', async () => {
  const setPolicy = (policy: number) =>
    database.pool.query('update accounts set usage_data_policy = $1 where id = $2', [policy, accountId]);
  await setPolicy(3);
  const metrics = await read(`AccountMetrics?${november}`);
  expect(metrics.isShared).toBe(false);
  expect(Object.keys(values(metrics))).not.toContain('checks');
  expect(values(metrics)).toMatchObject({ activeDevices: 2, activations: 4 });
  expect((await read(`DailyMetrics?${november}`)).days[19]).toMatchObject({ checks: null, devices: 1 });
  expect((await read(`VersionsInUse?${november}`)).items).toEqual([]);
  expect(await read(`ReportedCounters?${november}`)).toMatchObject({ items: [], otherNames: 0, isShared: false });
  expect((await read('LastRequests')).items.map(({ version }: { version: unknown }) => version)).toEqual([null, null]);
  expect(values({ metrics: (await read('AccountStatistics')).statistics })).not.toHaveProperty('checks');
  await setPolicy(2);
  expect((await read(`ReportedCounters?${november}`)).items).toHaveLength(3);
  expect(values(await read(`AccountMetrics?${november}`)).checks).toBe(52);
  expect(await read(`VersionsInUse?${november}`)).toMatchObject({ items: [], isShared: false });
  await setPolicy(1);
  expect((await read(`VersionsInUse?${november}`)).items).toHaveLength(2);
});

const calls = [
  'ProductInfo',
  'AccountMetrics',
  'DailyMetrics',
  'VersionsInUse',
  'ReportedCounters',
  'LastRequests',
  'AccountStatistics',
];

test.each(calls)('%s requires access to licenses', async (call) => {
  expect((await new Browser(app).get(path(call))).statusCode).toBe(401);
  await database.pool.query(
    "delete from user_features where user_id = (select id from users where email = 'readonly@acme.example')",
  );
  expect((await (await signIn('readonly@acme.example')).get(path(call))).statusCode).toBe(403);
});

test.each(calls)('%s answers for an unknown product as for a missing one', async (call) => {
  for (const id of ['nothing', 'old', 'off']) expect((await user.get(path(call, id))).statusCode).toBe(404);
  expect((await user.get(path(call, 'desktop'))).statusCode).toBe(200);
});

test('a retired product is shown if the account has a license of it', async () => {
  expect((await user.get(path('ProductInfo', 'kept'))).statusCode).toBe(404);
  await insertLicense(database, accountId, { productId: 'kept' });
  expect((await user.get(path('ProductInfo', 'kept'))).json()).toMatchObject({ caption: 'Name of kept' });
});

test('another account sees only its own usage', async () => {
  const other = await signIn('owner@globex.example');
  expect(values(await read(`AccountMetrics?${november}`, other))).toMatchObject({ checks: 5, peakSessions: 9 });
  expect((await read(`ReportedCounters?${november}`, other)).items[0]).toEqual({ name: 'pages', total: 15 });
  expect((await read('LastRequests', other)).total).toBe(1);
});

describe('the sums of finished days', () => {
  const kept = async () =>
    (
      await database.pool.query(
        'select day::text, devices, checks::int, counters from license_days where license_id = $1 and devices is not null order by day',
        [license.id],
      )
    ).rows;

  test('are written once, and give the same result', async () => {
    const before = await read(`DailyMetrics?${november}`);
    const counted = await read(`ReportedCounters?${november}`);
    const total = await read('AccountStatistics');
    expect(values({ metrics: total.statistics })).toMatchObject({ checks: 152, refusals: 6, activations: 4 });
    await sumFinishedDays(database, now);
    expect(await read('AccountStatistics')).toEqual(total);
    const sums = [
      { day: '2026-11-01', devices: 1, checks: 5, counters: { pages: 15, 'of 6.1.3': 1 } },
      { day: '2026-11-20', devices: 1, checks: 40, counters: { pages: 120 } },
    ];
    expect(await kept()).toEqual(sums);
    expect(await read(`DailyMetrics?${november}`)).toEqual(before);
    expect(await read(`ReportedCounters?${november}`)).toEqual(counted);
    await sumFinishedDays(database, now);
    expect(await kept()).toEqual(sums);
  });

  test('follow devices to the license that continues theirs', async () => {
    const before = await read(`DailyMetrics?${november}`);
    const counted = await read(`ReportedCounters?${november}`);
    const next = await insertLicense(database, accountId, { productId: 'cloud', licenseModel: 1, quantity: 8 });
    await moveDevices(database.query, [license.id], next.id);
    for (let nights = 0; nights < 2; nights += 1) {
      expect((await read(`DailyMetrics?${november}`)).days).toEqual(before.days);
      expect(await read(`ReportedCounters?${november}`)).toEqual(counted);
      await sumFinishedDays(database, now);
    }
    expect(await read(`ReportedCounters?${november}`)).toEqual(counted);
  });

  test('stay after the devices’ activity is deleted', async () => {
    await sumFinishedDays(database, now);
    await sumFinishedDays(database, new Date('2028-12-31T00:20:00Z'));
    expect((await database.pool.query('select from device_activity')).rowCount).toBe(0);
    expect(values({ metrics: (await read('AccountStatistics')).statistics }).checks).toBeGreaterThanOrEqual(45);
    expect((await read('ReportedCounters?dateFrom=2026-11-01&dateTo=2026-11-21')).items[0]).toEqual({
      name: 'pages',
      total: 135,
    });
  });
});
