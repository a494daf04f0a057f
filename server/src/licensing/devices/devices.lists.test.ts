import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type DeviceRow, insertDevice, insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { readDevices } from './devices.lists.queries.ts';
import { accountId, createDevicesPortal, type DevicesPortal, otherAccountId } from './devices.test-support.ts';

let portal: DevicesPortal;
let user: Browser;
let desktop: LicenseRow;
let server: LicenseRow;
const devices: Record<string, DeviceRow> = {};

const day = (number: number) => new Date(Date.UTC(2026, 2, number));

beforeAll(async () => {
  portal = await createDevicesPortal();
  const { database } = portal;
  user = await portal.signIn('user');
  desktop = await insertLicense(database, accountId, { quantity: 3, usedQuantity: 3, exceededQuantity: 1 });
  server = await insertLicense(database, accountId, { productId: 'server', quantity: -1, usedQuantity: 1 });
  const insert = async (on: LicenseRow, name: string, columns: Partial<DeviceRow>) =>
    (devices[name] = await insertDevice(database, on, { name, ...columns }));
  await insert(desktop, 'Alpha', { status: 0, assignedAt: day(1), lastActivityAt: day(9), firstSeenAt: day(8) });
  await insert(desktop, 'beta', { status: 2, assignedAt: day(3), blockedAt: day(4), firstSeenAt: day(3) });
  await insert(desktop, 'Gamma', { status: 3, assignedAt: day(2), comment: 'In the 100% humid_cellar' });
  await insert(desktop, 'delta', { status: 1, assignedAt: day(4), lastActivityAt: day(7), firstSeenAt: day(7) });
  await insert(desktop, 'Old', { status: 5, assignedAt: day(1), releasedAt: day(2) });
  await insert(server, '=HYPERLINK("http://x")', {
    status: 0,
    assignedAt: day(5),
    ipAddress: '10.0.0.1',
    hardwareId: '-7C',
  });
  const foreign = await insertLicense(database, otherAccountId);
  await insertDevice(database, foreign, { name: 'Alpha of others' });
});

const list = async (query: string, path = '/api/HardwareId') => (await user.get(`${path}?${query}`)).json();
const names = async (query: string, path?: string): Promise<string[]> =>
  (await list(query, path)).items.map(({ name }: { name: string }) => name);

const formula = '=HYPERLINK("http://x")';

describe('the list of devices', () => {
  test.each([
    ['assigned', ['Alpha', 'Gamma', 'beta', 'delta', formula]],
    ['name', [formula, 'Alpha', 'beta', 'delta', 'Gamma']],
    ['status', ['Alpha', formula, 'delta', 'beta', 'Gamma']],
    ['lastActivity', ['beta', 'Gamma', formula, 'delta', 'Alpha']],
    ['updated', ['Alpha', 'beta', 'Gamma', 'delta', formula]],
  ])('sorts by %s in both directions and in pages, without released devices', async (sortField, expected) => {
    expect(await names(`sortField=${sortField}&order=asc`)).toEqual(expected);
    expect(await names(`sortField=${sortField}&order=desc`)).toEqual(expected.toReversed());
    const pages = await Promise.all(
      [1, 2, 3].map((page) => names(`sortField=${sortField}&order=asc&pageSize=2&page=${page}`)),
    );
    expect(pages.flat()).toEqual(expected);
    expect(await names(`sortField=${sortField}&order=asc&status=0`)).toEqual(
      expected.filter((name) => name === 'Alpha' || name === formula),
    );
  });

  test('returns the total with every page, even after the last one', async () => {
    expect(await list('pageSize=2')).toMatchObject({ total: 5, totalPages: 3, page: 1, pageSize: 2 });
    expect(await list('pageSize=2&page=9')).toMatchObject({ items: [], total: 5 });
    expect(await list('pageSize=2&status=3')).toMatchObject({ total: 1 });
  });

  test.each([
    ['textFilter=ALPHA', ['Alpha']],
    ['textFilter=100%25', ['Gamma']],
    ['textFilter=humid_', ['Gamma']],
    ['textFilter=-7c', [formula]],
    ['textFilter=%27', []],
    ['textFilter=%5C', []],
    ['status=5', ['Old']],
    ['status=2', ['beta']],
    ['productId=server', [formula]],
    ['productId=nothing', []],
    ['productId=desktop&status=0&textFilter=a', ['Alpha']],
  ])('finds by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await list(query)).total).toBe(expected.length);
  });

  test.each(['sortField=hardware_id', 'status=7', 'page=0', 'pageSize=401', 'textFilter=%00', 'productId=%27'])(
    'rejects %s',
    async (query) => {
      expect((await user.get(`/api/HardwareId?${query}`)).statusCode).toBe(400);
    },
  );

  test('names products in the reader’s language', async () => {
    const [first] = (await list('sortField=assigned&order=asc')).items;
    expect(first).toMatchObject({ productName: 'Veriscan Desktop', licenseNumber: desktop.number });
    const french = await user.get('/api/HardwareId?productId=desktop', { headers: { 'accept-language': 'fr' } });
    expect(french.json().items[0].productName).toBe('Veriscan Bureau');
  });
});

describe('the devices of a license', () => {
  const path = () => `/api/Licenses/${desktop.id}/HardwareIdsList`;

  test('are listed with their order of assignment and whether their release would count', async () => {
    const { pool } = portal.database;
    await pool.query(
      `insert into device_sessions (license_id, device_id, expires_at, ended_at)
       values ($1, $2, now() + interval '1 hour', null), ($1, $2, now() + interval '1 hour', now()), ($1, $2, now() - interval '1 hour', null)`,
      [desktop.id, devices.Alpha?.id],
    );
    const { items, total, activeSessions } = await list('', path());
    expect(
      items.map(({ name, releaseCounts }: { name: string; releaseCounts: boolean }) => [name, releaseCounts]),
    ).toEqual([
      ['Alpha', true],
      ['Gamma', false],
      ['beta', true],
      ['delta', false],
    ]);
    expect([total, activeSessions, items[0].activeSessions]).toEqual([4, 1, 1]);
    expect(await names('status=5', path())).toEqual(['Old']);
    expect(await names('textFilter=cellar', path())).toEqual(['Gamma']);
  });

  test('are filtered by product, and name the products that they reported', async () => {
    await portal.database.pool.query('update devices set product_usage = $2 where id = $1', [
      devices.Alpha?.id,
      JSON.stringify([{ name: 'desktop', version: '5.4.1' }]),
    ]);
    const { items, total } = await list('productId=desktop', path());
    expect(total).toBe(4);
    expect(items[0].productUsage).toEqual([{ name: 'Veriscan Desktop', version: '5.4.1' }]);
    expect(await list('productId=other', path())).toMatchObject({ items: [], total: 0 });
  });

  test('are listed with their usage of thirty days, including days without usage', async () => {
    const { pool } = portal.database;
    await pool.query(
      `insert into device_activity (license_id, day, device_id)
       select $1, (now() at time zone 'UTC')::date - days, $2 from unnest(array[0, 29, 30]) days`,
      [desktop.id, devices.Alpha?.id],
    );
    const { hardwareActivity } = await list('', `/api/Licenses/${desktop.id}/Usage`);
    expect(hardwareActivity).toHaveLength(30);
    expect(hardwareActivity.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), count: 1 });
    expect(hardwareActivity.map(({ count }: { count: number }) => count)).toEqual([1, ...Array(28).fill(0), 1]);
  });
});

describe('the report of devices', () => {
  const report = (query: string) => user.get(`/Reports/HardwareIdsReport?format=csv&${query}`);

  test('has the devices of the list in its order, and neutralizes formulas', async () => {
    const answer = await report('sortField=name&order=asc&productId=server');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="hardware-ids.csv"');
    expect(answer.body.split('\n')).toEqual([
      '\ufeffName,Hardware ID,Status,Product,License,IP address,Comment,Assigned (UTC),Updated (UTC),Last activity (UTC)',
      expect.stringContaining(
        `"'=HYPERLINK(""http://x"")",'-7C,Active,server,${server.number},10.0.0.1,,03/05/2026 12:00 AM`,
      ),
      '',
    ]);
    expect((await report(`licenseId=${desktop.id}&status=5`)).body).toContain('Old');
    expect((await report('textFilter=alpha')).body).not.toContain('others');
    expect((await user.get('/Reports/HardwareIdsReport?format=pdf')).statusCode).toBe(400);
  });

  test.each(['assigned', 'name', 'status', 'lastActivity', 'updated'] as const)(
    'has each device once by %s, whatever the page size',
    async (sortField) => {
      for (const order of ['asc', 'desc'] as const) {
        const filter = { of: { accountId }, textFilter: '' };
        const ids = async (pageSize: number) => {
          const all: number[] = [];
          for await (const rows of readDevices(portal.database.query, filter, { sortField, order }, pageSize))
            all.push(...rows.map(({ id }) => id));
          return all;
        };
        expect(await ids(1)).toEqual(await ids(100));
        expect(await ids(2)).toHaveLength(5);
      }
    },
  );
});

test('the maintained total of an account follows its devices', async () => {
  const { pool } = portal.database;
  const license = await insertLicense(portal.database, otherAccountId);
  const kept = async () =>
    (await pool.query('select devices from device_totals where account_id = $1', [otherAccountId])).rows[0]?.devices;
  const before = await kept();
  const device = await insertDevice(portal.database, license);
  await insertDevice(portal.database, license, { status: 5, releasedAt: new Date() });
  expect(await kept()).toBe(before + 1);
  await pool.query('update devices set released_at = now(), status = 5 where id = $1', [device.id]);
  expect(await kept()).toBe(before);
  await insertDevice(portal.database, license);
  await pool.query('delete from licenses where id = $1', [license.id]);
  expect(await kept()).toBe(before);
});
