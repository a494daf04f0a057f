import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { accountId, createLicensingPortal } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql } = portal;
const client = await portal.client();
const hardwareId = '7C1E9A40B2';
const today = () => new Date().toISOString().slice(0, 10);
const listActivity = (licenseId: number) =>
  sql('select checks, version, counters, day::text from device_activity where license_id = $1', [licenseId]);
const findDevice = async (licenseId: number) =>
  (await sql('select * from devices where license_id = $1 order by id', [licenseId]))[0];
const policy = (value: number) => sql('update accounts set usage_data_policy = $1', [value]);

beforeEach(async () => {
  await sql('delete from orders');
  await sql('delete from rate_limits');
  await policy(0);
});

describe('a validation', () => {
  const valid = async (fields: object = {}) => (await client.call('validations', { hardwareId, ...fields })).body;

  test('of an active device is valid, and returns what the license allows', async () => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    expect(await valid({ version: '5.1' })).toMatchObject({
      valid: true,
      code: 'Valid',
      device: { hardwareId, status: 'active' },
      license: { number: license.number, status: 'active', expiresAt: null },
      features: { reading: { types: 12, off: false }, old: {} },
      offlineHours: 72,
    });
    expect((await valid({ version: '5.2.9' })).features).toEqual({
      reading: { types: 12, batchScanning: true, off: false },
      old: {},
    });
    expect((await valid({ version: '4.9.3' })).features.old).toEqual({ zone: true });
    expect((await valid()).features).toEqual({
      reading: { types: 12, batchScanning: true, off: false },
      old: { zone: true },
    });
  });

  test('marks a device that a user added as seen', async () => {
    const license = await insertLicense(database, accountId, { usedQuantity: 1 });
    await insertDevice(database, license, { hardwareId });
    expect(await valid({ version: '5.4' })).toMatchObject({ valid: true, device: { status: 'active' } });
    expect(await sql('select kind from device_events where license_id = $1', [license.id])).toEqual([{ kind: 'seen' }]);
    expect(await findDevice(license.id)).toMatchObject({
      status: 0,
      first_seen_at: expect.any(Date),
      last_activity_at: expect.any(Date),
      ip_address: '127.0.0.1',
      product_usage: [{ name: 'desktop', version: '5.4' }],
    });
  });

  test.each([
    ['LicenseCanceled', 'update licenses set status = 3'],
    ['LicensePending', 'update licenses set status = 2'],
    ['LicenseExpired', "update licenses set expires_at = now() - interval '1 second'"],
    ['DeviceBlocked', 'update devices set status = 2, blocked_at = now()'],
    ['DeviceExceeded', 'update devices set status = 1'],
    ['DeviceReleased', 'update devices set status = 5, released_at = now()'],
    ['DeviceUnknown', 'delete from devices'],
  ])('is refused with %s, and counted', async (code, change) => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    await sql(change);
    for (const fields of [{}, { serialNumber: license.serialNumber }]) {
      const answered = await client.call('validations', { hardwareId, ...fields });
      expect([answered.status, answered.body.valid, answered.code]).toEqual([200, false, code]);
      expect(answered.body).toMatchObject({ features: {}, offlineHours: 0 });
    }
    const [day] = await sql('select refusals from license_days where license_id = $1', [license.id]);
    expect(day).toEqual({ refusals: 2 });
  });

  test('is refused for a missing feature', async () => {
    await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    const calls = async (scope: string, name: string, version?: string) =>
      (await valid({ feature: { scope, name }, ...(version && { version }) })).code;
    expect(await calls('reading', 'types')).toBe('Valid');
    expect(await calls('reading', 'batchScanning', '5.1')).toBe('FeatureMissing');
    for (const [scope, name] of [
      ['reading', 'off'],
      ['reading', 'other'],
      ['other', 'types'],
      ['constructor', 'name'],
      ['reading', 'toString'],
    ]) {
      expect(await calls(scope as string, name as string)).toBe('FeatureMissing');
    }
  });

  test('shows the grace period while a payment is due', async () => {
    const expiresAt = new Date(Date.now() + 5 * 86_400_000);
    const license = await insertLicense(database, accountId, { expiresAt });
    await sql("update orders set stripe_subscription_id = 'sub_1', payment_status = 0 where id = $1", [
      license.orderId,
    ]);
    await client.call('activations', { hardwareId });
    expect((await valid()).license).toMatchObject({ status: 'active', graceUntil: expiresAt.toISOString() });
  });
});

describe('the usage that reports store', () => {
  test('stores the IP address of a token’s last use, but not the version if versions are not shared', async () => {
    await insertLicense(database, accountId);
    const sumReports = async (value: number) => {
      await policy(value);
      const product = await portal.client();
      await product.call('activations', { hardwareId, version: '5.4' });
      return (
        await sql('select last_version, host(last_address) as address from product_tokens order by id desc limit 1')
      )[0];
    };
    expect(await sumReports(1)).toEqual({ last_version: '5.4', address: '127.0.0.1' });
    for (const value of [2, 3]) expect(await sumReports(value)).toEqual({ last_version: null, address: '127.0.0.1' });
  });

  test.each(['reportId', 'nonce'])('is added once, however often a heartbeat with the same %s is sent', async (key) => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    const beat = (id: string) =>
      client.call('heartbeats', { hardwareId, [key]: id, checks: 10, counters: { pages: 3 } });
    const sent = 'once-and-not-again';
    expect((await Promise.all([beat(sent), beat(sent), beat(sent)])).map(({ body }) => body.code)).toEqual([
      'Valid',
      'Valid',
      'Valid',
    ]);
    // Meanwhile another process of the device reports, and every check counts.
    await beat('of-another-process');
    await client.call('validations', { hardwareId, nonce: sent });
    expect((await beat(sent)).body).toMatchObject({ valid: true });
    expect(await listActivity(license.id)).toMatchObject([{ checks: 21, counters: { pages: 6 } }]);
  });

  test('is one row per device and day, with sums', async () => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    await client.call('validations', { hardwareId, version: '5.4' });
    await client.call('heartbeats', { hardwareId, version: '5.5', checks: 40, counters: { pages: 3, scans: 1 } });
    await client.call('heartbeats', { hardwareId, counters: { pages: 4 } });
    expect(await listActivity(license.id)).toEqual([
      { day: today(), checks: 42, version: '5.5', counters: { pages: 7, scans: 1 } },
    ]);
    expect((await findDevice(license.id)).product_usage).toEqual([{ name: 'desktop', version: '5.5' }]);
  });

  test('is limited to twenty counter names, and to sums that stay safe integers', async () => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    const counters = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`c${from + index}`, 1_000_000_000_000]));
    await client.call('heartbeats', { hardwareId, counters: counters(0), checks: 1_000_000 });
    await client.call('heartbeats', { hardwareId, counters: counters(10), checks: 1_000_000 });
    await sql('update device_activity set checks = 2147483000, counters = counters || \'{"c0": 9007199254740990}\'');
    await client.call('heartbeats', { hardwareId, counters: { c0: 5 }, checks: 1_000_000 });
    const [{ checks, counters: kept }] = await listActivity(license.id);
    expect(checks).toBe(2_147_483_647);
    expect(Object.keys(kept)).toHaveLength(20);
    expect(kept).toMatchObject({ c0: 9_007_199_254_740_991, c9: 1_000_000_000_000, c10: 2_000_000_000_000 });
    for (const wrong of [{ '1st': 1 }, { a: -1 }, { a: 0.5 }, counters(0), { ...counters(0), more: 1 }].toSpliced(
      3,
      1,
    )) {
      expect((await client.call('heartbeats', { hardwareId, counters: wrong })).code).toBe('ValidationError');
    }
  });

  test('accepts counters with the names of JavaScript object members', async () => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    const body = JSON.stringify({ constructor: 2, toString: 1 });
    for (const _ of [1, 2]) await client.call('heartbeats', { hardwareId, counters: JSON.parse(body) });
    expect((await listActivity(license.id))[0].counters).toEqual({ constructor: 4, toString: 2 });
  });

  const fingerprints = ['board', 'disk', 'net'].map((name) => ({ name, value: `${name}-1` }));
  const machine = { name: 'RECEPTION', version: '5.4', fingerprints };
  const everything = {
    name: 'RECEPTION',
    ip_address: '127.0.0.1',
    product_usage: [{ name: 'desktop', version: '5.4' }],
    fingerprints,
  };
  const withoutDetails = { name: hardwareId, ip_address: null, product_usage: [], fingerprints: [] };
  test.each([
    [0, everything, { checks: 8, version: '5.4', counters: { pages: 3 } }],
    [1, { ...everything, name: hardwareId }, { checks: 8, version: '5.4', counters: { pages: 3 } }],
    [2, withoutDetails, { checks: 8, version: null, counters: { pages: 3 } }],
    [3, withoutDetails, { checks: 0, version: null, counters: {} }],
  ])('is limited to what the account shares with policy %i', async (value, device, day) => {
    await policy(value);
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId, ...machine });
    await client.call('validations', { hardwareId, version: '5.4', fingerprints });
    await client.call('heartbeats', { hardwareId, version: '5.4', counters: { pages: 3 }, checks: 7 });
    expect(await findDevice(license.id)).toMatchObject({
      ...device,
      hardware_id: hardwareId,
      last_activity_at: expect.any(Date),
    });
    expect(await listActivity(license.id)).toEqual([{ day: today(), ...day }]);
    // The device is recognized whatever is shared, by hashes that reveal nothing.
    const { body } = await client.call('activations', { hardwareId: 'NEW', fingerprints });
    expect(body.status).toBe('recognized');
    const hashes = await sql("select encode(part, 'escape') as part from device_fingerprints where license_id = $1", [
      license.id,
    ]);
    expect(hashes).toHaveLength(3);
    expect(JSON.stringify(hashes)).not.toMatch(/board|disk|net/);
  });

  test('keeps the last activity exact to a minute', async () => {
    const license = await insertLicense(database, accountId);
    await client.call('activations', { hardwareId });
    const ago = (seconds: number) =>
      sql('update devices set last_activity_at = now() - make_interval(secs => $1)', [seconds]);
    const age = async () => (Date.now() - (await findDevice(license.id)).last_activity_at.getTime()) / 1_000;
    await ago(50);
    await client.call('validations', { hardwareId });
    expect(await age()).toBeGreaterThan(45);
    await ago(61);
    await client.call('heartbeats', { hardwareId });
    expect(await age()).toBeLessThan(10);
  });
});

describe('a secret token reads', () => {
  test('the devices of a license, in pages', async () => {
    const license = await insertLicense(database, accountId, { quantity: 5 });
    for (const name of ['A', 'B', 'C']) await client.call('activations', { hardwareId: name });
    await client.call('deactivations', { hardwareId: 'B' });
    const { body } = await client.call('devices/list', { pageSize: 1, page: 2 });
    expect(body).toMatchObject({
      total: 2,
      totalPages: 2,
      page: 2,
      pageSize: 1,
      items: [{ hardwareId: 'C', status: 'active', lastActivity: expect.any(String) }],
    });
    expect((await client.call('devices/list', { serialNumber: license.serialNumber })).body.items).toHaveLength(2);
    expect((await client.call('devices/list', { pageSize: 101 })).code).toBe('ValidationError');
  });

  test('the usage of each day, as products reported it', async () => {
    await insertLicense(database, accountId, { quantity: 2 });
    for (const name of ['A', 'B', 'C']) await client.call('activations', { hardwareId: name });
    await client.call('validations', { hardwareId: 'A' });
    await client.call('heartbeats', { hardwareId: 'B', checks: 9, counters: { pages: 310, chips: 2 } });
    await client.call('heartbeats', { hardwareId: 'A', checks: 0, counters: { pages: 12 } });
    await client.call('validations', { hardwareId: 'C' });
    await client.call('deactivations', { hardwareId: 'A' });
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const { body } = await client.call('usage/read', { from, to: today() });
    expect(body.days).toEqual([
      {
        day: from,
        checks: 0,
        refusals: 0,
        devices: 0,
        activations: 0,
        deactivations: 0,
        peakSessions: 0,
        counters: {},
      },
      {
        day: today(),
        checks: 10,
        refusals: 2,
        devices: 2,
        activations: 2,
        deactivations: 1,
        peakSessions: 0,
        counters: { pages: 322, chips: 2 },
      },
    ]);
    for (const range of [
      { from: '2026-02-01', to: '2026-01-31' },
      { from: '2024-01-01', to: '2025-12-31' },
      { from: '2026-02-30', to: '2026-03-01' },
    ]) {
      expect((await client.call('usage/read', range)).code).toBe('ValidationError');
    }
    expect((await client.call('usage/read', { from: '2024-01-01', to: '2025-12-30' })).body.days).toHaveLength(730);
  });
});
