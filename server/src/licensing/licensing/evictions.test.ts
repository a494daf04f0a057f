import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { getReleases } from '../releases/releases.service.ts';
import { accountId, createLicensingPortal, otherAccountId, products, publicUrl } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql, findDay, findSeatCounts, listDevices } = portal;
const client = await portal.client();
const open = await portal.client({ isSecret: false });

const hardwareId = '7C1E9A40B2';

beforeEach(async () => {
  await sql('delete from licenses');
  await sql('delete from rate_limits');
  await sql('update accounts set usage_data_policy = 0');
});

describe('a license without a free seat', () => {
  async function fullLicense(columns: Parameters<typeof insertLicense>[2] = {}) {
    const license = await insertLicense(database, accountId, { quantity: 2, ...columns });
    const old = (await client.call('activations', { hardwareId: 'OLD', name: 'Old one' })).body.device.id as number;
    const used = (await client.call('activations', { hardwareId: 'USED', name: 'In use' })).body.device.id as number;
    await sql("update devices set last_activity_at = now() - interval '3 days' where id = $1", [old]);
    return { license, old, used };
  }

  test('returns the devices that could free one, the longest unused first, and the portal’s page', async () => {
    const { license, old, used } = await fullLicense();
    const { status, code, body } = await open.call('activations', { hardwareId });
    expect([status, code]).toEqual([409, 'LicenseFull']);
    expect(body.additionalData).toEqual({
      quantity: 2,
      devices: [
        { id: old, name: 'Old one', lastActivity: expect.any(String) },
        { id: used, name: 'In use', lastActivity: expect.any(String) },
      ],
      mayEvict: true,
      releasesLeft: 3,
      nextAt: null,
      portalUrl: `${publicUrl}/Billing/Licenses/${license.id}`,
    });
    expect(body.message).toContain('2 seats');
    expect(await findDay(license.id)).toMatchObject({ refusals: 1, was_full: true });
  });

  test('gives the seat of a device to another in one step', async () => {
    const { license, old, used } = await fullLicense();
    const { body } = await open.call('activations', { hardwareId, replaces: old });
    expect(body).toMatchObject({ status: 'activated', license: { used: 2 } });
    const [first, second] = await listDevices(license.id);
    expect([first.hardware_id, second.id]).toEqual([hardwareId, used]);
    expect(await findSeatCounts(license.id)).toEqual({ used: 2, exceeded: 0 });
    const events = await sql(
      "select counts_as_release, detail from device_events where kind = 'replaced' and device_id = $1",
      [old],
    );
    expect(events).toEqual([{ counts_as_release: true, detail: { replacedBy: hardwareId, byPublicToken: true } }]);
    expect(await findDay(license.id)).toMatchObject({ activations: 3, deactivations: 1 });
    expect((await client.call('heartbeats', { hardwareId: 'OLD' })).body).toMatchObject({
      valid: false,
      code: 'DeviceReleased',
    });
  });

  test('evicts no device if a seat became free or the device was released meanwhile', async () => {
    const { license, old, used } = await fullLicense();
    await client.call('deactivations', { hardwareId: 'OLD' });
    await client.call('activations', { hardwareId, replaces: used });
    expect((await listDevices(license.id)).map((device) => device.hardware_id)).toEqual(['USED', hardwareId]);
    const refused = await client.call('activations', { hardwareId: 'LATE', replaces: old });
    expect(refused.code).toBe('LicenseFull');
  });

  test('refuses to evict a device of another license or a blocked device, or more devices than the plan allows', async () => {
    const { used } = await fullLicense({ planId: 'desktop-strict' });
    const other = await insertLicense(database, otherAccountId);
    const foreign = await insertDevice(database, other);
    for (const replaces of [foreign.id, 999_999]) {
      expect((await client.call('activations', { hardwareId, replaces })).code).toBe('DeviceUnknown');
    }
    await sql('update devices set blocked_at = now(), status = 2 where id = $1', [used]);
    expect((await client.call('activations', { hardwareId, replaces: used })).code).toBe('DeviceBlocked');
    await sql('update devices set blocked_at = null, status = 0 where id = $1', [used]);
    expect((await client.call('activations', { hardwareId, replaces: used })).status).toBe(200);
    const { id } = (await client.call('validations', { hardwareId })).body.device;
    const refused = await client.call('activations', { hardwareId: 'THIRD', replaces: id });
    expect([refused.status, refused.code, refused.body.additionalData]).toEqual([
      409,
      'ReleaseLimit',
      { nextAt: expect.any(String) },
    ]);
    expect((await client.call('activations', { hardwareId: 'THIRD' })).body.additionalData).toMatchObject({
      mayEvict: false,
      releasesLeft: 0,
      nextAt: refused.body.additionalData.nextAt,
    });
  });

  test('counts releases of a public token separately, so that its holder cannot use up the account’s', async () => {
    const { license, used } = await fullLicense({ planId: 'desktop-strict' });
    expect((await open.call('activations', { hardwareId: 'AZ0', replaces: used })).status).toBe(200);
    const { id } = (await open.call('validations', { hardwareId: 'AZ0' })).body.device;
    expect((await open.call('activations', { hardwareId: 'AZ1', replaces: id })).code).toBe('ReleaseLimit');
    expect((await open.call('activations', { hardwareId: 'AZ1' })).body.additionalData.releasesLeft).toBe(0);
    const releases = await getReleases(database.query, license, { products, now: new Date() });
    expect(releases).toMatchObject({ left: 1, nextAt: null });
    expect((await client.call('activations', { hardwareId: 'AZ1' })).body.additionalData.releasesLeft).toBe(1);
    expect((await client.call('activations', { hardwareId, replaces: id })).status).toBe(200);
    expect((await client.call('activations', { hardwareId: 'AZ1' })).body.additionalData.releasesLeft).toBe(0);
  });

  test('keeps a device without a seat waiting, or gives it another’s seat', async () => {
    const { license, old } = await fullLicense();
    const late = await insertDevice(database, license, { hardwareId, status: 1 });
    await sql('update licenses set exceeded_quantity = 1 where id = $1', [license.id]);
    expect((await client.call('validations', { hardwareId })).body).toMatchObject({
      valid: false,
      code: 'DeviceExceeded',
    });
    expect((await client.call('activations', { hardwareId })).code).toBe('LicenseFull');
    const { body } = await client.call('activations', { hardwareId, replaces: old });
    expect(body).toMatchObject({ status: 'already', device: { id: late.id, status: 'active' } });
    expect(await findSeatCounts(license.id)).toEqual({ used: 2, exceeded: 0 });
  });
});

describe('a release by a product', () => {
  test('frees the seat, uses a release, and may be repeated', async () => {
    const license = await insertLicense(database, accountId, { planId: 'desktop-strict' });
    await client.call('activations', { hardwareId });
    for (const _ of [1, 2]) {
      expect((await open.call('deactivations', { hardwareId })).body).toMatchObject({ released: true });
    }
    expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
    expect(await findDay(license.id)).toMatchObject({ deactivations: 1 });
    const { id } = (await client.call('activations', { hardwareId: 'NEXT' })).body.device;
    const refused = await open.call('deactivations', { hardwareId: 'NEXT' });
    expect([refused.status, refused.code]).toEqual([409, 'ReleaseLimit']);
    // Releases by secret tokens are counted separately (LIC-11).
    expect((await client.call('deactivations', { deviceId: id })).status).toBe(200);
    await client.call('activations', { hardwareId: 'LAST' });
    expect((await client.call('deactivations', { hardwareId: 'LAST' })).code).toBe('ReleaseLimit');
  });

  test('with a public token names its own device by its hardware ID, not by its id', async () => {
    const license = await insertLicense(database, accountId, { quantity: 2 });
    const { id } = (await open.call('activations', { hardwareId })).body.device;
    const refused = await open.call('deactivations', { deviceId: id });
    expect([refused.status, refused.code]).toEqual([403, 'TokenTypeRefused']);
    // The answer does not reveal which ids exist.
    expect((await open.call('deactivations', { deviceId: 999_999 })).code).toBe('TokenTypeRefused');
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect((await client.call('deactivations', { deviceId: id })).body).toMatchObject({ released: true });
    expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
  });

  test('requires a device of the account and product, named by either its id or its hardware ID', async () => {
    const foreign = await insertDevice(database, await insertLicense(database, otherAccountId), { hardwareId });
    const cloud = await insertDevice(database, await insertLicense(database, accountId, { productId: 'cloud' }));
    for (const fields of [{ deviceId: foreign.id }, { deviceId: cloud.id }, { hardwareId }]) {
      expect((await client.call('deactivations', fields)).code).toBe('DeviceUnknown');
      if ('deviceId' in fields) expect((await client.call('evictions', fields)).code).toBe('DeviceUnknown');
    }
    expect((await client.call('deactivations', {})).code).toBe('ValidationError');
    expect((await client.call('deactivations', { deviceId: 1, hardwareId })).code).toBe('ValidationError');
  });

  test('does not release a blocked device, or one of a canceled license', async () => {
    const license = await insertLicense(database, accountId, { quantity: 3 });
    const device = await insertDevice(database, license, { hardwareId, status: 2, blockedAt: new Date() });
    expect((await client.call('deactivations', { hardwareId })).code).toBe('DeviceBlocked');
    expect((await client.call('evictions', { deviceId: device.id })).code).toBe('DeviceBlocked');
    await sql('update licenses set status = 3 where id = $1', [license.id]);
    expect((await client.call('deactivations', { hardwareId })).code).toBe('LicenseNotActive');
  });

  test('of another device requires a secret token, unless no seat is free', async () => {
    const license = await insertLicense(database, accountId, { quantity: 2 });
    const { id } = (await client.call('activations', { hardwareId: 'A' })).body.device;
    const asRequester = { deviceId: id, for: { hardwareId } };
    expect((await open.call('evictions', { deviceId: id })).code).toBe('TokenTypeRefused');
    const early = await open.call('evictions', asRequester);
    expect([early.status, early.code]).toEqual([403, 'TokenTypeRefused']);
    await client.call('activations', { hardwareId: 'B' });
    for (const _ of [1, 2]) expect((await open.call('evictions', asRequester)).body).toMatchObject({ released: true });
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    const other = (await client.call('validations', { hardwareId: 'B' })).body.device.id;
    expect((await client.call('evictions', { deviceId: other })).body).toMatchObject({ released: true });
  });
});
