import type { License } from '@portico/contract';
import { verifyLicense } from '@portico/license-client';
import { millisecondsInDay } from 'date-fns/constants';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { catalogOfProducts } from '../../../test/catalog-of-products.ts';
import { createTestDatabase } from '../../../test/database.ts';
import {
  insertDevice,
  insertDeviceEvent,
  insertLicense,
  insertOrder,
  type LicenseRow,
} from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import { registerApiDocumentation } from '../../core/http/api-documentation.ts';
import type { LicenseDevices } from './licenses.context.ts';
import { licensesModule } from './licenses.routes.ts';

const appSecret = 'a secret of the tests, long enough';
const devices: LicenseDevices = {
  countByStatus: async () => ({ active: 1, pending: 0, blocked: 0, exceeded: 0, canceled: 0 }),
  fileCovered: async () => ['7C1E9A40B2'],
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let owner: Browser;
let operator: Browser;
let stranger: Browser;
let accountId: number;
let license: LicenseRow;
/** When the release that the license used comes back. */
let nextAt: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const audit = createAudit({ database, appSecret });
  const catalog = catalogOfProducts(async () => new Map());
  const context = { database, audit, catalog, config: { appSecret }, devices };
  app = await createTestPortal(database, {
    appSecret,
    extend: (portal) => {
      registerApiDocumentation(portal, '1.0.0');
      for (const route of licensesModule(context).routes ?? []) route.bind(portal);
    },
  });
  const { rows } = await database.pool.query(`select account_id from users where email = 'owner@acme.example'`);
  accountId = rows[0].account_id;
  license = await insertLicense(database, accountId, {
    number: 'LI-10001',
    serialNumber: '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D',
    quantity: 2,
    expiresAt: new Date(Date.now() + 30 * millisecondsInDay),
  });
  const device = await insertDevice(database, license, { status: 5, releasedAt: new Date() });
  const at = new Date(Date.now() - millisecondsInDay);
  await insertDeviceEvent(database, device, { kind: 'released', countsAsRelease: true, at });
  nextAt = new Date(at.getTime() + 30 * millisecondsInDay).toISOString();
  owner = await new Browser(app).signIn('owner@acme.example');
  operator = await new Browser(app).signIn('operator@portico.example');
  stranger = await new Browser(app).signIn('owner@globex.example');
});

const download = (browser: Browser, serialNumber = license.serialNumber) =>
  browser.get(`/api/Licenses/Download?serialNumber=${encodeURIComponent(serialNumber)}`);

async function fetchKeys(browser: Browser): Promise<Record<string, string>> {
  const { keys } = (await browser.get('/.well-known/portico-license-keys.json')).json();
  return Object.fromEntries(keys.map((key: { keyId: string; publicKey: string }) => [key.keyId, key.publicKey]));
}

test('the list returns the maintained total on every page, also after a license was added and deleted', async () => {
  const { rows } = await database.pool.query(`select account_id from users where email = 'owner@globex.example'`);
  const total = async (query: string) => (await stranger.get(`/api/Licenses/List?${query}`)).json().total;
  expect(await total('')).toBe(0);
  const { id } = await insertLicense(database, rows[0].account_id);
  expect(await total('')).toBe(1);
  expect(await total('page=9')).toBe(1);
  expect(await total('status=3')).toBe(0);
  await database.pool.query('delete from licenses where id = $1', [id]);
  expect(await total('')).toBe(0);
});

describe('the list of licenses', () => {
  beforeAll(async () => {
    const older = { productId: 'server', planId: 'server-pro' };
    await insertLicense(database, accountId, { ...older, number: 'LI-10002', status: 3, quantity: -1 });
    await insertLicense(database, accountId, {
      ...older,
      number: 'LI-10003',
      expiresAt: new Date(Date.now() - millisecondsInDay),
    });
    await insertLicense(database, accountId, {
      number: 'LI-10004',
      status: 2,
      expiresAt: new Date(Date.now() + millisecondsInDay),
    });
  });

  const numbers = async (query: string) =>
    (await owner.get(`/api/Licenses/List?${query}`)).json().items.map(({ number }: License) => number);

  test.each([
    ['sortField=number&order=asc', ['LI-10001', 'LI-10002', 'LI-10003', 'LI-10004']],
    ['sortField=number&order=desc&pageSize=2&page=2', ['LI-10002', 'LI-10001']],
    ['sortField=expirationDate&order=asc', ['LI-10003', 'LI-10004', 'LI-10001', 'LI-10002']],
    ['sortField=expirationDate&order=desc', ['LI-10002', 'LI-10001', 'LI-10004', 'LI-10003']],
    ['sortField=status&order=asc', ['LI-10001', 'LI-10003', 'LI-10004', 'LI-10002']],
    ['sortField=created&order=asc', ['LI-10001', 'LI-10002', 'LI-10003', 'LI-10004']],
    ['status=3', ['LI-10002']],
    ['productId=server&sortField=number', ['LI-10003', 'LI-10002']],
    ['productId=server&status=1', ['LI-10003']],
  ])('returns the licenses for the query %s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test('shows the state of each license', async () => {
    const { items } = (await owner.get('/api/Licenses/List?sortField=number&order=asc')).json();
    expect(items[0]).toMatchObject({
      status: 1,
      isExpired: false,
      isDownloadAvailable: true,
      hardwareIdQuantity: 2,
      products: [{ productId: 'desktop', quantity: 2, version: null }],
    });
    expect(items.map(({ isDownloadAvailable }: License) => isDownloadAvailable)).toEqual([true, false, false, false]);
    expect(items[2]).toMatchObject({ isExpired: true });
  });

  test('is empty for another account', async () => {
    expect((await stranger.get('/api/Licenses/List')).json()).toMatchObject({ total: 0, items: [] });
  });

  test.each(['status=4', 'sortField=serial_number', 'productId=../x', 'page=0'])('rejects %s', async (query) => {
    expect((await owner.get(`/api/Licenses/List?${query}`)).statusCode).toBe(400);
  });

  test('is refused without a session, and without the feature', async () => {
    expect((await new Browser(app).get('/api/Licenses/List')).statusCode).toBe(401);
    expect((await (await new Browser(app).signIn('user@acme.example')).get('/api/Licenses/List')).statusCode).toBe(403);
  });

  test.each([
    ['number', 'asc'],
    ['expirationDate', 'asc'],
    ['expirationDate', 'desc'],
    ['created', 'desc'],
    ['status', 'asc'],
  ])('is exported by %s %s in the same order', async (sortField, order) => {
    const query = `sortField=${sortField}&order=${order}`;
    const report = await owner.get(`/Reports/LicensesReport?format=csv&${query}`);
    expect(report.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = report.body.trim().split('\n');
    expect(header).toContain('License,Serial number,Order ID');
    expect(lines.map((line) => line.split(',')[0])).toEqual(await numbers(query));
  });

  test('is exported with the same filter', async () => {
    const report = await owner.get('/Reports/LicensesReport?format=csv&status=3');
    expect(report.body.trim().split('\n').slice(1)).toEqual([expect.stringMatching(/^LI-10002,.*Canceled.*Unlimited/)]);
  });
});

describe('a license', () => {
  test('returns its details', async () => {
    const answer = (await owner.get(`/api/Licenses/${license.id}`)).json();
    expect(answer).toMatchObject({
      number: 'LI-10001',
      subscriptionId: null,
      isPaymentDue: false,
      renews: false,
      devices: { active: 1 },
      releases: { allowed: 3, left: 2, nextAt },
    });
    expect(Object.keys(await fetchKeys(owner))).toEqual([answer.signingKeyId]);
  });

  test('returns no signing key while its file cannot be downloaded', async () => {
    const canceled = await insertLicense(database, accountId, { number: 'LI-20001', status: 3 });
    expect((await owner.get(`/api/Licenses/${canceled.id}`)).json()).toMatchObject({ signingKeyId: null });
    await database.pool.query('delete from licenses where id = $1', [canceled.id]);
  });

  test('is answered as missing for another account, and for operators', async () => {
    for (const browser of [stranger, operator]) {
      for (const path of [`/api/Licenses/${license.id}`, `/api/Licenses/${license.id}/desktop/Features`]) {
        expect((await browser.get(path)).statusCode, path).toBe(404);
      }
    }
  });

  test('has features only for its own product', async () => {
    expect((await owner.get(`/api/Licenses/${license.id}/desktop/Features`)).json()).toEqual({ scopes: [] });
    expect((await owner.get(`/api/Licenses/${license.id}/server/Features`)).statusCode).toBe(404);
  });
});

describe('the file of a license', () => {
  test('is sent as License.json and verifies with the published keys', async () => {
    const response = await download(owner);
    expect(response.headers['content-disposition']).toBe('attachment; filename="License.json"');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    const publicKeys = await fetchKeys(new Browser(app));
    const verified = await verifyLicense(response.body, { publicKeys, product: 'desktop', hardwareId: '7C1E9A40B2' });
    expect(verified).toMatchObject({
      ok: true,
      license: { license: 'LI-10001', account: 'Acme Security', hardwareIds: ['7C1E9A40B2'], quantity: 2 },
    });
    expect(await verifyLicense(response.body, { publicKeys, product: 'desktop', hardwareId: 'other' })).toMatchObject({
      reason: 'otherDevice',
    });
  });

  test.each([
    ['pending', { status: 2 }],
    ['canceled', { status: 3 }],
    ['expired', { expiresAt: new Date(Date.now() - 1) }],
  ] as const)('is refused while the license is %s', async (_, columns) => {
    const order = await insertOrder(database, accountId);
    const refused = await insertLicense(database, accountId, { orderId: order.id, ...columns });
    const response = await download(owner, refused.serialNumber);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'LicenseNotActive' });
  });

  test('is answered as missing for another account, and for operators', async () => {
    expect((await download(stranger)).statusCode).toBe(404);
    expect((await download(operator)).statusCode).toBe(404);
    expect((await download(owner, '0'.repeat(26))).statusCode).toBe(404);
    expect((await download(new Browser(app))).statusCode).toBe(401);
  });

  test('is found by its serial number, however it is typed', async () => {
    const typed = license.serialNumber.toLowerCase().replaceAll('-', ' \u2013\u200b').replaceAll('0', 'o');
    expect((await download(owner, typed)).statusCode).toBe(200);
  });

  test.each(['', ' ', 'x'.repeat(65), 'a\0b'])('rejects the serial number %j', async (serialNumber) => {
    expect((await download(owner, serialNumber)).statusCode).toBe(400);
  });
});

describe('the public keys', () => {
  test('are cacheable and public, without cookies', async () => {
    const response = await app.inject({ url: '/.well-known/portico-license-keys.json' });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(Object.keys(response.json())).toEqual(['keys']);
    expect(response.body).not.toMatch(/private/i);
  });

  test('are documented in the API with the other calls of licenses', async () => {
    const { paths } = (await owner.get('/api/openapi.json')).json();
    expect(paths['/.well-known/portico-license-keys.json'].get.tags).toEqual(['Licenses']);
    expect(paths['/Reports/LicensesReport'].get.tags).toEqual(['Licenses']);
    expect(paths['/api/Licenses/Download'].get.tags).toEqual(['Licenses']);
  });

  test('are returned to browsers that request a page, signed in or not', async () => {
    for (const browser of [new Browser(app), owner]) {
      const response = await browser.get('/.well-known/portico-license-keys.json', {
        headers: { accept: 'text/html' },
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('additional releases', () => {
  const grant = (browser: Browser, body: object, id = license.id) =>
    browser.post(`/api/Operator/Licenses/${id}/GrantReleases`, body);

  test('are granted by an operator to any account, and audited', async () => {
    const response = await grant(operator, { amount: 4, reason: 'Moved to a new office' });
    expect(response.json()).toEqual({ releases: { allowed: 7, left: 6, nextAt } });
    const { rows } = await database.pool.query(
      `select account_id, detail from audit_events where kind = 'releasesGranted'`,
    );
    const detail = { licenseId: license.id, amount: 4, reason: 'Moved to a new office' };
    expect(rows).toEqual([{ account_id: accountId, detail }]);
    expect((await owner.get(`/api/Licenses/${license.id}`)).json().releases.allowed).toBe(7);
  });

  test('end after thirty days', async () => {
    await database.pool.query(`update license_release_grants set granted_at = now() - interval '30 days'`);
    expect((await owner.get(`/api/Licenses/${license.id}`)).json().releases.allowed).toBe(3);
  });

  test('are refused for invalid input and unknown licenses', async () => {
    for (const body of [{ amount: 0, reason: 'x' }, { amount: 1.5, reason: 'x' }, { amount: 1, reason: ' ' }, {}]) {
      expect((await grant(operator, body)).statusCode).toBe(422);
    }
    expect((await grant(operator, { amount: 1, reason: 'x' }, 999_999)).statusCode).toBe(404);
  });
});

describe('the comparisons of licenses', () => {
  test('are shown to operators, the latest first', async () => {
    const difference = { accountId, licenseNumber: 'LI-10001', orderNumber: null, what: ['expiresAt'] };
    await database.pool.query(
      `insert into license_checks (began_at, ended_at, repaired, checked, different, differences)
       values ('2026-11-20T02:00Z', '2026-11-20T02:01Z', true, 4, 1, $1), ('2026-11-21T02:00Z', null, false, 0, 0, '[]')`,
      [JSON.stringify([difference])],
    );
    const { items, total } = (await operator.get('/api/Operator/Licenses/Checks')).json();
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({ ended: null, repaired: false, differences: [] });
    expect(items[1]).toMatchObject({ began: '2026-11-20T02:00:00.000Z', checked: 4 });
    expect(items[1].differences).toEqual([{ ...difference, accountName: 'Acme Security' }]);
  });
});
