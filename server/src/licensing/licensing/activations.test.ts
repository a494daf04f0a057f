import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { accountId, createLicensingPortal, otherAccountId } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql, findDay, findSeatCounts, listDevices } = portal;
const client = await portal.client();
const open = await portal.client({ isSecret: false });

const hardwareId = '7C1E9A40B2';
const parts = (...values: string[]) => values.map((value, index) => ({ name: `part-${index}`, value }));
const listEventKinds = async (licenseId: number) =>
  (await sql('select kind from device_events where license_id = $1 order by id', [licenseId])).map(({ kind }) => kind);

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
    for (const serialNumber of [foreign.serialNumber, cloud.serialNumber, '0'.repeat(26)]) {
      const refused = await client.call('activations', { hardwareId, serialNumber });
      expect([refused.status, refused.code]).toEqual([404, 'LicenseUnknown']);
    }
  });

  test.each([
    'To_be_filled_by_O.E.M.',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'Default_string',
    'N/A',
  ])('refuses %s, which many machines report, unless the device has it', async (placeholder) => {
    const license = await insertLicense(database, accountId, { quantity: 2 });
    const refused = await client.call('activations', { hardwareId: placeholder });
    expect([refused.status, refused.body.propertyErrors]).toEqual([
      422,
      { hardwareId: ['This ID does not identify one machine: many machines report it.'] },
    ]);
    const known = await insertDevice(database, license, { hardwareId: placeholder });
    const answer = await client.call('activations', { hardwareId: placeholder, fingerprints: parts('a', 'b', 'c') });
    expect(answer.body).toMatchObject({ status: 'already', device: { id: known.id } });
  });

  test('ignores fingerprints that many machines report', async () => {
    await insertLicense(database, accountId, { quantity: 2 });
    const fingerprints = ['board', 'disk', 'net'].map((name) => ({ name, value: 'To be filled by O.E.M.' }));
    for (const id of ['ONE', 'TWO'])
      expect((await client.call('activations', { hardwareId: id, fingerprints })).body.status).toBe('activated');
  });

  test.each([
    ['in lower case', (text: string) => text.toLowerCase()],
    ['without hyphens', (text: string) => text.replaceAll('-', '')],
    ['with a word processor’s hyphens', (text: string) => text.replace('-', '\u2013').replace('-', '\u2011')],
    ['with spaces and invisible characters', (text: string) => text.replaceAll('-', ' \u00a0\u200b')],
    ['with misread digits', (text: string) => text.replaceAll('0', 'O').replace('1', 'l').replace('1', 'I')],
  ])('reads a serial number %s', async (_, type) => {
    const { serialNumber } = await insertLicense(database, accountId);
    const answer = await client.call('activations', { hardwareId, serialNumber: type(serialNumber) });
    expect(answer.body.license.serialNumber).toBe(serialNumber);
  });

  test('counts the digits of a serial number that is not one, and looks nothing up', async () => {
    await insertLicense(database, accountId);
    const problem = async (serialNumber: string) => {
      const { status, body } = await client.call('activations', { hardwareId, serialNumber });
      return [status, body.propertyErrors.serialNumber];
    };
    for (let index = 0; index < 20; index += 1)
      expect(await problem('2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8')).toEqual([
        422,
        ['A serial number has 26 letters and digits. This one has 25.'],
      ]);
    expect((await problem('2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D!'))[0]).toBe(422);
    expect((await client.call('activations', { hardwareId })).status).toBe(200);
    expect(await sql("select from rate_limits where key like 'licensing-serial%'")).toEqual([]);
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

  test('does not recognize a machine that was released blocked, nor the machine of a signed file, without an activation', async () => {
    const license = await insertLicense(database, accountId, { quantity: 3 });
    const fingerprints = ['a', 'b', 'c'].map((value) => ({ name: value, value }));
    const { device } = (await client.call('activations', { hardwareId: 'OLD-1', fingerprints })).body;
    const blocked = { hardwareId: 'BLOCKED-1', status: 5, blockedAt: new Date(), releasedAt: new Date() } as const;
    await insertDevice(database, license, blocked);
    const validate = async (hardwareId: string) =>
      (await client.call('validations', { hardwareId, fingerprints })).body.code;
    expect(await validate('BLOCKED-1')).toBe('DeviceReleased');
    await sql('update devices set filed_at = now() where id = $1', [device.id]);
    expect(await validate('NEW-1')).toBe('DeviceUnknown');
  });

  test('of a trial is refused to a machine that had a trial in another account, if the plan says so', async () => {
    const trial = { trial: true, quantity: 5, planId: 'desktop-strict' };
    const former = await insertLicense(database, otherAccountId, { ...trial, planId: 'desktop-basic', status: 3 });
    await insertDevice(database, former, { hardwareId, releasedAt: new Date(), status: 5 });
    const paid = await insertLicense(database, otherAccountId, { quantity: 5 });
    await insertDevice(database, paid, { hardwareId: 'PAID' });
    const license = await insertLicense(database, accountId, trial);
    const refused = await client.call('activations', { hardwareId });
    expect([refused.status, refused.code]).toEqual([403, 'TrialUsed']);
    expect(refused.body.message).toContain('contact the vendor');
    expect(await findDay(license.id)).toMatchObject({ refusals: 1 });
    expect((await client.call('activations', { hardwareId: 'PAID' })).body.status).toBe('activated');
    await sql("update licenses set plan_id = 'desktop-basic' where id = $1", [license.id]);
    expect((await client.call('activations', { hardwareId })).body.status).toBe('activated');
    await sql("update licenses set plan_id = 'desktop-strict' where id = $1", [license.id]);
    expect((await client.call('activations', { hardwareId, fingerprints: parts('a') })).body.status).toBe('already');
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
    // Only current fingerprints count: two of these match, and disk-1 is a former one.
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
  ])('is a new device if %s', async (_, fingerprints) => {
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
