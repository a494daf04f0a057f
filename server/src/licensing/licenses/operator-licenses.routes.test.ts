import type { OperatorLicense } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { catalogOfProducts } from '../../../test/catalog-of-products.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertDevice, insertDeviceEvent, insertLicense } from '../../../test/licenses.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import { licenseDevices } from '../devices/devices.routes.ts';
import { licensesModule } from './licenses.routes.ts';

const appSecret = 'a secret of the tests, long enough';
const path = '/api/Operator/Licenses';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let operator: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const audit = createAudit({ database, appSecret });
  const catalog = catalogOfProducts(async () => new Map());
  const context = { database, audit, catalog, config: { appSecret }, devices: licenseDevices };
  app = await createTestPortal(database, {
    appSecret,
    extend: (portal) => {
      for (const route of licensesModule(context).routes ?? []) route.bind(portal);
    },
  });
  operator = await new Browser(app).signIn('operator@portico.example');
  const [acme, globex] = [await findAccountId('owner@acme.example'), await findAccountId('owner@globex.example')];
  const at = (day: number) => ({ createdAt: new Date(`2026-11-0${day}T10:00:00Z`) });
  const first = {
    number: 'LI-10001',
    serialNumber: '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D',
    quantity: 5,
    usedQuantity: 2,
    ...at(1),
  };
  const license = await insertLicense(database, acme, first);
  await insertLicense(database, globex, { number: 'LI-10002', serialNumber: 'AAAA1', status: 3, ...at(2) });
  await insertLicense(database, globex, { number: 'LI-M7', serialNumber: 'AAAA2', quantity: -1, ...at(3) });
  const device = await insertDevice(database, license, { status: 5, releasedAt: new Date() });
  await insertDeviceEvent(database, device, { kind: 'released', countsAsRelease: true });
  await operator.post(`${path}/${license.id}/GrantReleases`, { amount: 4, reason: 'A new office' });
});

async function findAccountId(email: string): Promise<number> {
  return (await database.pool.query('select account_id from users where email = $1', [email])).rows[0].account_id;
}

const items = async (query = ''): Promise<OperatorLicense[]> => (await operator.get(`${path}?${query}`)).json().items;

describe('the licenses of all accounts', () => {
  test.each([
    ['', ['LI-M7', 'LI-10002', 'LI-10001']],
    ['pageSize=1&page=2', ['LI-10002']],
    ['textFilter=li-1', ['LI-10002', 'LI-10001']],
    ['textFilter=%20LI-10001%20', ['LI-10001']],
    ['textFilter=0001', []],
    ['textFilter=2q4rm', ['LI-10001']],
    ['textFilter=2q4rm9c0te', ['LI-10001']],
    ['textFilter=2q4rm%209cote%20xw', ['LI-10001']],
    ['textFilter=70jhb%E2%80%935kpz8d', ['LI-10001']],
    ['textFilter=0jhb', []],
    ['textFilter=aaaa', ['LI-M7', 'LI-10002']],
    ['textFilter=LOBEX', ['LI-M7', 'LI-10002']],
    ['textFilter=LOBEX&pageSize=1&page=2', ['LI-10002']],
    ['textFilter=%25', []],
    ['textFilter=LI_1', []],
    ['textFilter=%5C', []],
  ])('are found by %j, the newest first', async (query, expected) => {
    expect((await items(query)).map(({ number }) => number)).toEqual(expected);
  });

  test('are shown with account, seats and releases', async () => {
    const [license] = await items('textFilter=LI-10001');
    expect(license).toMatchObject({
      accountName: 'Acme Security',
      products: [{ name: 'desktop' }],
      planName: 'desktop-basic',
      status: 1,
      expirationDate: null,
      hardwareIdQuantity: 5,
      usedHardwareIdQuantity: 2,
      releases: { allowed: 9, left: 8, nextAt: expect.any(String) },
    });
  });

  test('have one total for all pages', async () => {
    const answer = (await operator.get(`${path}?pageSize=2`)).json();
    expect(answer).toMatchObject({ total: 3, totalPages: 2, page: 1, pageSize: 2 });
  });

  test.each(['page=0', 'pageSize=401', `textFilter=${'x'.repeat(201)}`])('reject %s', async (query) => {
    expect((await operator.get(`${path}?${query}`)).statusCode).toBe(400);
  });

  test('are refused without a session, and to customers', async () => {
    expect((await new Browser(app).get(path)).statusCode).toBe(401);
    expect((await (await new Browser(app).signIn('owner@acme.example')).get(path)).statusCode).toBe(403);
  });

  test.each(['created', 'number_prefix', 'serial_digits'])('have an index for %s', async (column) => {
    const statements = {
      created: 'select id from licenses order by created_at desc, id desc limit 10',
      number_prefix: `select id from licenses where lower(number) like lower('LI-1%')`,
      serial_digits: `select id from licenses where replace(serial_number, '-', '') like '%9C0TE%'`,
    };
    const client = await database.pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { rows } = await client.query(`explain ${statements[column as keyof typeof statements]}`);
      expect(JSON.stringify(rows)).toContain(`licenses_${column}_idx`);
    } finally {
      await client.query('reset enable_seqscan');
      client.release();
    }
  });
});
