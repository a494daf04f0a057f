import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { getReleases } from '../releases/releases.service.ts';
import { accountId, createLicensingPortal, otherAccountId, products, publicUrl } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql } = portal;
const client = await portal.client();
const open = await portal.client({ isSecret: false });

const hardwareId = '7C1E9A40B2';
const parts = (...values: string[]) => values.map((value, index) => ({ name: `part-${index}`, value }));
const listEventKinds = async (licenseId: number) =>
  (await sql('select kind from device_events where license_id = $1 order by id', [licenseId])).map(({ kind }) => kind);
const findDay = async (licenseId: number) =>
  (await sql('select * from license_days where license_id = $1', [licenseId]))[0];
const listDevices = (licenseId: number) =>
  sql('select * from devices where license_id = $1 and released_at is null order by place_since, id', [licenseId]);
const findSeatCounts = async (licenseId: number) =>
  (
    await sql('select used_quantity as used, exceeded_quantity as exceeded from licenses where id = $1', [licenseId])
  )[0];

beforeEach(async () => {
  await sql('delete from licenses');
  await sql('delete from rate_limits');
  await sql('update accounts set usage_data_policy = 0');
});

describe('an activation', () => {
  test('puts a device on the only license of the account and product, and returns what it may use', async () => {
    const license = await insertLicense(database, accountId, {
      quantity: 2,
      expiresAt: new Date(Date.now() + 3 * 86_400_000),
    });
    await insertLicense(database, accountId, { productId: 'cloud', planId: 'cloud-team', licenseModel: 1 });
    await insertLicense(database, otherAccountId, { quantity: 2 });
    const { status, body } = await open.call('activations', { hardwareId, name: 'RECEPTION', version: '5.4.1' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'activated',
      device: {
        id: expect.any(Number),
        hardwareId,
        name: 'RECEPTION',
        status: 'active',
        assignedAt: expect.any(String),
      },
      license: {
        number: license.number,
        serialNumber: license.serialNumber,
        product: 'desktop',
        plan: 'desktop-basic',
        model: 'host-locked',
        status: 'active',
        trial: false,
        quantity: 2,
        used: 1,
      },
      offlineHours: 71,
    });
    expect(body.license).not.toHaveProperty('graceUntil');
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect(await listEventKinds(license.id)).toEqual(['added', 'seen']);
    expect(await findDay(license.id)).toMatchObject({ activations: 1, refusals: 0, was_full: false });
    expect((await listDevices(license.id))[0]).toMatchObject({
      status: 0,
      ip_address: '127.0.0.1',
      product_usage: [{ name: 'desktop', version: '5.4.1' }],
    });
  });

  test('is recorded in the name of its token', async () => {
    await insertLicense(database, accountId);
    await sql('delete from audit_events').catch(() => {});
    await client.call('activations', { hardwareId });
    const [event] = await sql("select * from audit_events where kind = 'deviceAdded' order by id desc limit 1");
    expect(event).toMatchObject({
      account_id: accountId,
      user_id: null,
      detail: { token: `Front desks ${client.token.slice(0, 10)}…` },
      address: '127.0.0.1',
    });
    expect(JSON.stringify(await sql('select * from audit_events'))).not.toContain(client.token);
  });

  test('is the same if repeated for the same device', async () => {
    const license = await insertLicense(database, accountId);
    const first = await client.call('activations', { hardwareId });
    for (const fields of [{}, { fingerprints: parts('a', 'b', 'c') }, { name: 'Another name' }]) {
      const again = await client.call('activations', { hardwareId, ...fields });
      expect(again.body).toMatchObject({ status: 'already', device: { id: first.body.device.id } });
    }
    expect(await listEventKinds(license.id)).toEqual(['added', 'seen']);
    expect(await findDay(license.id)).toMatchObject({ activations: 1 });
  });

  test('marks a device that a user added as seen', async () => {
    const license = await insertLicense(database, accountId, { usedQuantity: 1 });
    const device = await insertDevice(database, license, { hardwareId, name: 'Front desk' });
    const { body } = await client.call('activations', { hardwareId, name: 'DESKTOP-7F3' });
    expect(body).toMatchObject({ status: 'already', device: { id: device.id, name: 'Front desk', status: 'active' } });
    expect(await listEventKinds(license.id)).toEqual(['seen']);
  });

  test('finds its license by serial number, but not another account’s or product’s', async () => {
    const wanted = await insertLicense(database, accountId);
    await insertLicense(database, accountId);
    const foreign = await insertLicense(database, otherAccountId);
    const cloud = await insertLicense(database, accountId, {
      productId: 'cloud',
      planId: 'cloud-team',
      licenseModel: 1,
    });
    const answer = await client.call('activations', { hardwareId, serialNumber: wanted.serialNumber });
    expect(answer.body.license.number).toBe(wanted.number);
    for (const serialNumber of [foreign.serialNumber, cloud.serialNumber, 'nobodys']) {
      const refused = await client.call('activations', { hardwareId, serialNumber });
      expect([refused.status, refused.code]).toEqual([404, 'LicenseUnknown']);
    }
  });

  test('requires a serial number if several licenses are usable, unless one has the device', async () => {
    const first = await insertLicense(database, accountId, { quantity: 3 });
    const second = await insertLicense(database, accountId, { quantity: 3 });
    await insertLicense(database, accountId, { status: 3 });
    const refused = await client.call('activations', { hardwareId });
    expect([refused.status, refused.code]).toEqual([409, 'LicenseAmbiguous']);
    expect(refused.body.additionalData.licenses).toEqual(
      [first, second].map(({ number, serialNumber }) => ({
        number,
        serialNumber,
        used: 0,
        quantity: 3,
        expiresAt: null,
      })),
    );
    const hidden = await open.call('activations', { hardwareId });
    expect(hidden.body.additionalData.licenses[0]).not.toHaveProperty('serialNumber');
    await client.call('activations', { hardwareId, serialNumber: second.serialNumber });
    const again = await client.call('activations', { hardwareId });
    expect(again.body).toMatchObject({ status: 'already', license: { number: second.number } });
  });

  test.each([
    ['pending', { status: 2 }],
    ['canceled', { status: 3 }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
  ] as const)('is refused if the license is %s', async (state, columns) => {
    const license = await insertLicense(database, accountId, columns);
    for (const fields of [{}, { serialNumber: license.serialNumber }]) {
      const { status, code, body } = await client.call('activations', { hardwareId, ...fields });
      expect([status, code, body.additionalData]).toEqual([409, 'LicenseNotActive', { status: state }]);
    }
  });

  test('requires a host-locked license', async () => {
    expect((await client.call('activations', { hardwareId })).code).toBe('LicenseUnknown');
    await insertLicense(database, accountId, { licenseModel: 1 });
    expect((await client.call('activations', { hardwareId })).code).toBe('HostLockedOnly');
  });

  test('is refused for a blocked device, even after its release', async () => {
    const license = await insertLicense(database, accountId, { quantity: 5 });
    const device = await insertDevice(database, license, { hardwareId, status: 2, blockedAt: new Date() });
    expect((await client.call('activations', { hardwareId })).code).toBe('DeviceBlocked');
    await sql('update devices set released_at = now(), status = 5 where id = $1', [device.id]);
    const refused = await client.call('activations', { hardwareId });
    expect([refused.status, refused.code]).toEqual([403, 'DeviceBlocked']);
    expect(await findDay(license.id)).toMatchObject({ refusals: 2 });
  });

  test('reports invalid fields in the requested language', async () => {
    const refused = await client.call('activations', { hardwareId: 'Ä', fingerprints: [{ name: 'a' }], locale: 'fr' });
    expect([refused.status, refused.code]).toEqual([422, 'ValidationError']);
    expect(Object.keys(refused.body.propertyErrors)).toEqual(['hardwareId', 'fingerprints.0.value']);
    expect(refused.body.message).toMatch(/[éàè]|champ|valeur/i);
    expect((await client.call('activations', {})).body.propertyErrors).toHaveProperty('hardwareId');
  });
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
      portalUrl: `${publicUrl}/Billing/Licenses/${license.id}`,
    });
    expect(body.message).toContain('2 places');
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

  test('keeps the other device if a seat became free or it was released meanwhile', async () => {
    const { license, old, used } = await fullLicense();
    await client.call('deactivations', { hardwareId: 'OLD' });
    await client.call('activations', { hardwareId, replaces: used });
    expect((await listDevices(license.id)).map((device) => device.hardware_id)).toEqual(['USED', hardwareId]);
    const refused = await client.call('activations', { hardwareId: 'LATE', replaces: old });
    expect(refused.code).toBe('LicenseFull');
  });

  test('refuses a device of another license, a blocked one, and more releases than the plan allows', async () => {
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

describe('a device whose fingerprints changed', () => {
  const machine = parts('board-1', 'disk-1', 'net-1', 'cpu-1', 'os-1');

  test('is recognized if three of five fingerprints match', async () => {
    const license = await insertLicense(database, accountId);
    const { device } = (await client.call('activations', { hardwareId, fingerprints: machine })).body;
    const changed = parts('board-1', 'disk-2', 'net-1', 'cpu-1', 'os-2');
    const { body } = await client.call('activations', { hardwareId: 'NEW', fingerprints: changed });
    expect(body).toMatchObject({
      status: 'recognized',
      device: { id: device.id, hardwareId: 'NEW' },
      license: { used: 1 },
    });
    expect(await listEventKinds(license.id)).toEqual(['added', 'seen', 'edited']);
    const [event] = await sql("select detail from audit_events where kind = 'deviceChanged' order by id desc limit 1");
    expect(event.detail.changes).toEqual({ hardwareId: [hardwareId, 'NEW'] });
    // By its current fingerprints, of which two are old ones.
    expect(
      (await client.call('activations', { hardwareId: 'X', fingerprints: parts('z', 'disk-1', 'net-1', 'y', 'os-2') }))
        .code,
    ).toBe('LicenseFull');
    expect((await listDevices(license.id))[0]).toMatchObject({ hardware_id: 'NEW', fingerprints: changed });
  });

  test.each([
    ['two match', parts('board-1', 'disk-1', 'x', 'y', 'z')],
    ['two are reported', parts('board-1', 'disk-1')],
    ['three match under other names', machine.map(({ value }, index) => ({ name: `other-${index}`, value }))],
    ['none are reported', undefined],
    [
      'the third match is the sixth fingerprint',
      [...parts('board-1', 'disk-1', 'x', 'y', 'z'), { name: 'part-5', value: 'six' }],
    ],
  ])('is a new one if %s', async (_, fingerprints) => {
    await insertLicense(database, accountId);
    await client.call('activations', { hardwareId, fingerprints: [...machine, { name: 'part-5', value: 'six' }] });
    expect((await client.call('activations', { hardwareId: 'NEW', ...(fingerprints && { fingerprints }) })).code).toBe(
      'LicenseFull',
    );
  });

  test('is recognized by a validation too', async () => {
    await insertLicense(database, accountId);
    const { device } = (await client.call('activations', { hardwareId, fingerprints: machine })).body;
    const { body } = await client.call('validations', { hardwareId: 'NEW', fingerprints: machine });
    expect(body).toMatchObject({ valid: true, device: { id: device.id, hardwareId: 'NEW' } });
    expect((await client.call('validations', { hardwareId })).body).toMatchObject({
      valid: false,
      code: 'DeviceUnknown',
    });
  });

  test('stays blocked, even if it was released', async () => {
    const license = await insertLicense(database, accountId, { quantity: 5 });
    const { device } = (await client.call('activations', { hardwareId, fingerprints: machine })).body;
    await sql('update devices set blocked_at = now(), status = 2 where id = $1', [device.id]);
    expect((await client.call('activations', { hardwareId: 'NEW', fingerprints: machine })).code).toBe('DeviceBlocked');
    expect((await client.call('validations', { hardwareId: 'NEW', fingerprints: machine })).body).toMatchObject({
      valid: false,
      code: 'DeviceBlocked',
    });
    await sql('update devices set released_at = now(), status = 5 where id = $1', [device.id]);
    expect((await client.call('activations', { hardwareId: 'NEW', fingerprints: machine })).code).toBe('DeviceBlocked');
    expect(await listDevices(license.id)).toEqual([]);
  });

  test('may change ten times an hour', async () => {
    await insertLicense(database, accountId);
    await client.call('activations', { hardwareId: 'ID-0', fingerprints: machine });
    for (let change = 1; change <= 10; change += 1) {
      expect(
        (await client.call('activations', { hardwareId: `ID-${change}`, fingerprints: machine })).body.status,
      ).toBe('recognized');
    }
    const refused = await client.call('activations', { hardwareId: 'ID-11', fingerprints: machine });
    expect([refused.status, refused.code]).toEqual([429, 'TooManyRequests']);
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(3_000);
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

  test('names its own device by its hardware ID, because ids are for secret tokens', async () => {
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

  test('requires a device of the account and product, named in one of two ways', async () => {
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

  test('of another device requires a secret token, or a missing seat', async () => {
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
