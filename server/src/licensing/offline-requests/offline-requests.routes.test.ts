import { LicenseClient } from '@portico/license-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { moveOfflineRequests } from './offline-requests.queries.ts';
import { readActivationKey, shortCodeChecksum } from './offline-requests.rules.ts';
import {
  accountId,
  createDeactivationRequest,
  createRequest,
  requestProblem,
  startOfflineRequests,
} from './offline-requests.test-support.ts';
import { createProofCode } from './proof-codes.ts';

const { database, sql, answer, openFile, clear } = await startOfflineRequests();

beforeEach(clear);

describe('an offline activation', () => {
  test('is answered with a signed file for this device only', async () => {
    const license = await insertLicense(database, accountId, { quantity: 2 });
    await insertDevice(database, license, { hardwareId: 'OTHER' });
    const request = createRequest();
    const response = await answer(license.id, request);
    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(body).toMatchObject({
      kind: 'activation',
      status: 'activated',
      deviceName: 'FRONT-DESK',
      hardwareId: 'AAAA-1111',
    });
    const verified = await openFile(body.file);
    expect(verified).toMatchObject({
      ok: true,
      license: {
        serialNumber: license.serialNumber,
        hardwareIds: ['AAAA-1111'],
        activation: { hardwareId: 'AAAA-1111', nonce: request.nonce, key: expect.stringMatching(/^[\w-]{43}$/) },
      },
    });
    const [device] = await sql('select * from devices where id = $1', [body.deviceId]);
    expect(device).toMatchObject({ status: 0, filed_at: expect.any(Date), ip_address: null });
    const events = await sql('select kind, user_id from device_events where device_id = $1 order by id', [
      body.deviceId,
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['added', 'seen']);
    expect(events[0].user_id).not.toBeNull();
    const [event] = await sql(
      "select kind, detail from audit_events where kind = 'deviceAdded' order by id desc limit 1",
    );
    expect(event.detail).toMatchObject({ deviceId: body.deviceId });
    expect(event.detail).not.toHaveProperty('token');
  });

  test('is answered the same way when repeated, and takes one seat, even for twenty concurrent requests', async () => {
    const license = await insertLicense(database, accountId, { quantity: 1 });
    const request = createRequest();
    const all = await Promise.all(Array.from({ length: 20 }, () => answer(license.id, request)));
    expect(new Set(all.map((response) => response.json().file)).size).toBe(1);
    expect(await sql('select used_quantity as used from licenses')).toEqual([{ used: 1 }]);
  });

  test('by a short code is answered with a newer file each time, with the device’s key', async () => {
    const license = await insertLicense(database, accountId, { expiresAt: new Date(Date.now() + 86_400_000) });
    const code = `pr1.aaaa-1111.${shortCodeChecksum('AAAA-1111', null)}`;
    const first = (await answer(license.id, code)).json();
    await sql("update licenses set expires_at = now() + interval '30 days'");
    const second = (await answer(license.id, code)).json();
    expect([first.status, second.status]).toEqual(['activated', 'already']);
    expect(second.file).not.toBe(first.file);
    expect(readActivationKey(second.file)).toBe(readActivationKey(first.file));
    expect((await openFile(second.file)).ok).toBe(true);
  });

  test('keeps the device of a machine whose fingerprints changed', async () => {
    const license = await insertLicense(database, accountId, { quantity: 1 });
    const { deviceId } = (await answer(license.id, createRequest())).json();
    const changed = (await answer(license.id, createRequest({ hardwareId: 'BBBB-2222' }))).json();
    expect(changed).toMatchObject({ status: 'recognized', deviceId, hardwareId: 'BBBB-2222' });
  });

  test('uses a release for each new hardware ID of a device, because its earlier file stays valid', async () => {
    const license = await insertLicense(database, accountId, { quantity: 1 });
    const ids = ['A', 'B', 'C', 'D', 'E'].map((letter) => `${letter.repeat(4)}-1111`);
    const answers = [];
    for (const hardwareId of ids) answers.push(await answer(license.id, createRequest({ hardwareId })));
    expect(answers.map((response) => response.json().status ?? response.json().code)).toEqual([
      'activated',
      ...Array(3).fill('recognized'),
      'ReleaseLimit',
    ]);
  });

  test('is refused for a hardware ID that was released blocked, whatever its fingerprints', async () => {
    const license = await insertLicense(database, accountId, { quantity: 2 });
    expect((await answer(license.id, createRequest())).statusCode).toBe(200);
    const blocked = { hardwareId: 'BBBB-2222', status: 5, blockedAt: new Date(), releasedAt: new Date() } as const;
    await insertDevice(database, license, blocked);
    expect(requestProblem((await answer(license.id, createRequest({ hardwareId: 'BBBB-2222' }))).json())).toContain(
      'blocked',
    );
  });

  test('excludes what the account does not share', async () => {
    await sql('update accounts set usage_data_policy = 3');
    const license = await insertLicense(database, accountId);
    const { deviceId } = (await answer(license.id, createRequest())).json();
    const [device] = await sql('select name, fingerprints, product_usage from devices where id = $1', [deviceId]);
    expect(device).toEqual({ name: 'AAAA-1111', fingerprints: [], product_usage: [] });
  });

  test.each([
    ['text that is not a request', 'hello', 'no request of a device'],
    ['a typing error', 'PR1.AAAA-1111.0000', 'typing error'],
    ['another product', { product: 'cloud' }, 'another product'],
    ['a code of another product', `PR2.AAAA-1111.${shortCodeChecksum('AAAA-1111', 'cloud')}`, 'another product'],
    ['a placeholder', { hardwareId: 'Default-string' }, 'not the ID of one machine'],
    ['another license', { serialNumber: '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D' }, 'another serial number'],
  ])('is refused at its field for %s', async (_, request, words) => {
    const license = await insertLicense(database, accountId);
    const response = await answer(license.id, typeof request === 'string' ? request : createRequest(request));
    expect(response.statusCode).toBe(422);
    expect(requestProblem(response.json())).toContain(words);
    expect(await sql('select id from devices')).toEqual([]);
  });

  test('is refused without a seat, on an inactive or floating license, and for a blocked device', async () => {
    const full = await insertLicense(database, accountId, { quantity: 1, usedQuantity: 1 });
    await insertDevice(database, full, { hardwareId: 'OTHER' });
    expect((await answer(full.id, createRequest())).json().code).toBe('LicenseFull');
    const expired = await insertLicense(database, accountId, { expiresAt: new Date(0) });
    expect((await answer(expired.id, createRequest())).json().code).toBe('LicenseNotActive');
    const floating = await insertLicense(database, accountId, { licenseModel: 1 });
    expect(requestProblem((await answer(floating.id, createRequest())).json())).toContain('floating');
    const blocking = await insertLicense(database, accountId, { quantity: 5 });
    await insertDevice(database, blocking, { hardwareId: 'AAAA-1111', blockedAt: new Date() });
    expect(requestProblem((await answer(blocking.id, createRequest())).json())).toContain('blocked');
    expect(await sql('select id from offline_requests')).toEqual([]);
  });
});

describe('an offline deactivation', () => {
  test('releases the device whose file was given up, once', async () => {
    const license = await insertLicense(database, accountId, { quantity: 1 });
    const activated = (await answer(license.id, createRequest())).json();
    const request = createDeactivationRequest(activated.file);
    for (let time = 0; time < 2; time += 1) {
      const { statusCode, json } = await answer(license.id, request);
      expect(statusCode).toBe(200);
      expect(json()).toMatchObject({
        kind: 'deactivation',
        status: 'released',
        deviceId: activated.deviceId,
        file: null,
      });
    }
    expect(await sql('select used_quantity as used from licenses')).toEqual([{ used: 0 }]);
    const events = await sql('select kind, counts_as_release as counts from device_events order by id desc limit 1');
    expect(events).toEqual([{ kind: 'released', counts: true }]);
  });

  test('of a device that its proof code already released is answered as a release if its proof is valid', async () => {
    const license = await insertLicense(database, accountId, { quantity: 1 });
    const activated = (await answer(license.id, createRequest())).json();
    await answer(license.id, createProofCode(readActivationKey(activated.file)).text);
    const before = await sql('select id from device_events');
    expect((await answer(license.id, createDeactivationRequest(activated.file))).json()).toMatchObject({
      kind: 'deactivation',
      status: 'released',
      deviceId: activated.deviceId,
    });
    expect(await sql('select id from device_events')).toEqual(before);
    const other = await insertLicense(database, accountId);
    const unproved = (await answer(other.id, createRequest({ hardwareId: 'ELSEWHERE' }))).json();
    const forged = createDeactivationRequest(unproved.file, { hardwareId: activated.hardwareId });
    expect(requestProblem((await answer(license.id, forged)).json())).toContain('does not prove');
  });

  test('of an earlier activation releases nothing', async () => {
    const license = await insertLicense(database, accountId, { quantity: 1 });
    const first = createRequest();
    const { file } = (await answer(license.id, first)).json();
    await answer(license.id, createDeactivationRequest(file));
    // The answer to the earlier request is no longer valid.
    expect(requestProblem((await answer(license.id, first)).json())).toContain('released since');
    await answer(license.id, createRequest());
    expect(requestProblem((await answer(license.id, createDeactivationRequest(file))).json())).toContain(
      'does not prove',
    );
    expect(await sql('select used_quantity as used from licenses')).toEqual([{ used: 1 }]);
  });

  test('is refused for a device that was activated otherwise, and for an unknown one', async () => {
    const license = await insertLicense(database, accountId);
    const { file } = (await answer(license.id, createRequest())).json();
    await insertDevice(database, license, { hardwareId: 'OTHER' });
    const others = createDeactivationRequest(file, { hardwareId: 'OTHER' });
    expect(requestProblem((await answer(license.id, others)).json())).toContain('does not prove');
    const nobodys = createDeactivationRequest(file, { hardwareId: 'NOBODY' });
    expect(requestProblem((await answer(license.id, nobodys)).json())).toContain('no such device');
  });

  test('uses a release of the plan, and is refused if none is left', async () => {
    const license = await insertLicense(database, accountId, { planId: 'desktop-strict', quantity: 1 });
    const first = (await answer(license.id, createRequest())).json();
    expect((await answer(license.id, createDeactivationRequest(first.file))).statusCode).toBe(200);
    const second = (await answer(license.id, createRequest())).json();
    const request = createDeactivationRequest(second.file);
    expect((await answer(license.id, request)).json().code).toBe('ReleaseLimit');
    await sql("update device_events set at = at - interval '31 days'");
    expect((await answer(license.id, request)).statusCode).toBe(200);
  });
});

test('the license client completes the round trip: request, file, use, proof by file and by code, release, and again', async () => {
  const license = await insertLicense(database, accountId, { quantity: 1 });
  const [row] = await sql('select id, public_key from license_keys');
  const device = new LicenseClient({
    portal: 'https://portal.vendor.example',
    token: '',
    product: 'desktop',
    hardwareId: 'a-device/without=network',
    publicKeys: { [row.id]: row.public_key.toString('base64url') },
    fetch: async () => {
      throw new TypeError('there is no network');
    },
  });
  const carry = async (text: string) => (await answer(license.id, text)).json();
  const byFile = await carry((await device.createRequest()).text);
  expect(await device.acceptActivation(byFile.file)).toMatchObject({ isLicensed: true, source: 'file' });
  expect(await carry((await device.createDeactivation()).text)).toMatchObject({ status: 'released' });
  expect(await device.status()).toMatchObject({ isLicensed: false });
  const byCode = await carry((await device.createRequest()).shortCode);
  expect(byCode.status).toBe('activated');
  expect(await device.acceptActivation(byCode.file)).toMatchObject({ isLicensed: true, source: 'file' });
  const { proofCode } = await device.createDeactivation();
  expect(await device.status()).toMatchObject({ isLicensed: false });
  expect(await carry(proofCode.toLowerCase())).toMatchObject({ status: 'released' });
  const again = await carry((await device.createRequest()).shortCode);
  expect(again).toMatchObject({ status: 'activated' });
  expect(await device.acceptActivation(again.file)).toMatchObject({ isLicensed: true, source: 'file' });
});

describe('merged licenses', () => {
  test('give a repeated request the same answer, and store every activation file', async () => {
    const license = () => insertLicense(database, accountId, { quantity: 5 });
    const [first, second, kept] = [await license(), await license(), await license()];
    const shortCode = `PR1.AAAA-1111.${shortCodeChecksum('AAAA-1111', null)}`;
    const request = createRequest({ hardwareId: 'BBBB-2222' });
    for (const { id } of [first, second]) {
      expect((await answer(id, shortCode)).statusCode).toBe(200);
      expect((await answer(id, request)).statusCode).toBe(200);
    }
    expect((await answer(kept.id, shortCode)).statusCode).toBe(200);
    const files = await sql('select answer from offline_requests order by id');
    await database.transaction((on) => moveOfflineRequests(on, [first.id, second.id], kept.id));
    const rows = await sql('select id, license_id, nonce, answer from offline_requests order by id');
    expect(rows.map(({ answer: file }) => ({ answer: file }))).toEqual(files);
    const [code, file, codeAgain, fileAgain, codeKept] = rows;
    expect(rows.map((row) => row.license_id)).toEqual(rows.map(() => kept.id));
    expect([codeKept.nonce, fileAgain.nonce]).toEqual([shortCode, request.nonce]);
    for (const row of [code, codeAgain]) expect(row.nonce).toBe(`${shortCode} ${row.id}`);
    expect(file.nonce).toBe(`${request.nonce} ${file.id}`);
  });
});
