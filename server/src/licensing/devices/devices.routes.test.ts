import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { insertDevice, insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import {
  accountId,
  createDevicesPortal,
  type DevicesPortal,
  findSeatCounts,
  listEventKinds,
  otherAccountId,
} from './devices.test-support.ts';

let portal: DevicesPortal;
let user: Browser;
let readOnly: Browser;
let other: Browser;

beforeAll(async () => {
  portal = await createDevicesPortal();
  [user, readOnly, other] = await Promise.all([
    portal.signIn('user'),
    portal.signIn('readonly'),
    portal.signIn('otherOwner'),
  ]);
});

const details = (hardwareId: string) => ({ name: 'Front desk', hardwareId });
const license = (columns: Partial<LicenseRow> = {}) => insertLicense(portal.database, accountId, columns);
const add = (on: LicenseRow, hardwareId: string, by = user) =>
  by.post(`/api/Licenses/${on.id}/AddHardware`, details(hardwareId));
const wasSeen = (id: number) =>
  portal.database.pool.query('update devices set first_seen_at = now(), status = 0 where id = $1', [id]);

test.each(['\u200b', '\u202e\u2066 \u00ad'])('a device cannot have the invisible name %j', async (name) => {
  const on = await license();
  for (const [path, values] of [
    ['/api/HardwareId', { licenseId: on.id }],
    [`/api/Licenses/${on.id}/AddHardware`, {}],
  ] as const) {
    const refused = await user.post(path, { ...details('INVISIBLE'), ...values, name });
    expect(refused.json().propertyErrors).toEqual({ name: [expect.stringContaining('not allowed')] });
  }
});

test('the details of a device name its product, even if the product reported its id instead of its name', async () => {
  const { id } = (await add(await license(), 'REPORTED')).json();
  const usage = [
    { name: 'desktop', version: '6.1' },
    { name: 'Scanner driver', version: '2' },
  ];
  await portal.database.pool.query('update devices set product_usage = $2 where id = $1', [id, JSON.stringify(usage)]);
  expect((await user.get(`/api/HardwareId/${id}`)).json().productUsage).toEqual([
    { name: 'Veriscan Desktop', version: '6.1' },
    { name: 'Scanner driver', version: '2' },
  ]);
});

test('devices are changed at most a thousand times an hour, because each change is recorded', async () => {
  const on = await license();
  const spent = `insert into rate_limits (key, points, expire)
    values ('device-change:' || $1, 999, (extract(epoch from now()) * 1000)::bigint + 30000)
    on conflict (key) do update set points = 999`;
  await portal.database.pool.query(spent, [accountId]);
  const answers = [await add(on, 'LAST-ONE'), await add(on, 'ONE-TOO-MANY')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429]);
  await portal.database.pool.query("delete from rate_limits where key like 'device-change:%'");
});

describe('adding a device', () => {
  test('takes a seat, is pending until seen, and records who added it', async () => {
    const on = await license({ quantity: 2 });
    const added = await user.post('/api/HardwareId', {
      ...details('7C1E-9A40'),
      licenseId: on.id,
      ipAddress: '2001:db8::7',
      comment: 'Reception,\nground floor',
    });
    expect(added.json(), added.body).toMatchObject({
      name: 'Front desk',
      hardwareId: '7C1E-9A40',
      ipAddress: '2001:db8::7',
      comment: 'Reception,\nground floor',
      status: 3,
      lastActivity: null,
      licenseNumber: on.number,
      productName: 'Veriscan Desktop',
      activeSessions: 0,
      released: null,
      releaseCounts: false,
      hardwareIdEditingAllowed: true,
      revision: expect.any(String),
    });
    expect(await findSeatCounts(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
    expect((await readOnly.get(`/api/HardwareId/${added.json().id}`)).json()).toEqual(added.json());
    const { items } = (await user.get(`/api/HardwareId/${added.json().id}/History`)).json();
    expect(items).toMatchObject([{ kind: 'added', by: 'Jamie Rivera', byOperator: false, deviceName: 'Front desk' }]);
    const { rows } = await portal.database.pool.query("select detail from audit_events where kind = 'deviceAdded'");
    expect(rows).toContainEqual({ detail: { deviceId: added.json().id, licenseId: on.id } });
  });

  test('rejects one device too many, without a trace', async () => {
    const on = await license({ quantity: 1 });
    await add(on, 'FIRST');
    expect((await add(on, 'SECOND')).json()).toMatchObject({
      code: 'LicenseFull',
      message: expect.stringContaining('The only seat is taken'),
    });
    expect(await listEventKinds(portal.database, on)).toEqual(['added']);
  });

  test.each([
    ['a pending license', { status: 2 }],
    ['a canceled license', { status: 3 }],
    ['an expired license', { expiresAt: new Date(Date.now() - 1) }],
  ] as const)('rejects %s', async (_, columns) => {
    expect((await add(await license(columns), 'A')).json().code).toBe('LicenseNotActive');
  });

  test('rejects a machine of a former trial on a trial that is refused to known machines', async () => {
    const trial = { trial: true, planId: 'desktop-strict' };
    const former = await insertLicense(portal.database, otherAccountId, trial);
    await insertDevice(portal.database, former, { hardwareId: 'KNOWN', releasedAt: new Date(), status: 5 });
    const refused = await add(await license(trial), 'KNOWN');
    expect(refused.json().propertyErrors).toEqual({ hardwareId: [expect.stringContaining('already had a trial')] });
    expect((await add(await license({ planId: 'desktop-strict' }), 'KNOWN')).statusCode).toBe(200);
  });

  test('rejects a floating license at the field that named it', async () => {
    const on = await license({ licenseModel: 1 });
    expect((await add(on, 'A')).json().propertyErrors).toEqual({ '': [expect.stringContaining('floating')] });
    const named = await user.post('/api/HardwareId', { ...details('A'), licenseId: on.id });
    expect(named.json().propertyErrors).toEqual({ licenseId: [expect.stringContaining('floating')] });
  });

  test('rejects a hardware ID that is on the license, in the reader’s language, but not one that differs in case', async () => {
    const on = await license({ quantity: 5 });
    await add(on, 'ABC');
    const again = await user.post(`/api/Licenses/${on.id}/AddHardware`, details('ABC'), {
      headers: { 'accept-language': 'fr' },
    });
    expect(again.statusCode).toBe(422);
    expect(again.json().propertyErrors).toEqual({ hardwareId: ['Cet identifiant matériel est déjà sur la licence.'] });
    expect((await add(on, 'abc')).statusCode).toBe(200);
    expect((await add(await license(), 'ABC')).statusCode).toBe(200);
  });

  test('names a device without a name by the beginning of its hardware ID', async () => {
    const on = await license();
    const hardwareId = 'x'.repeat(128);
    const added = await user.post(`/api/Licenses/${on.id}/AddHardware`, { hardwareId });
    expect(added.json()).toMatchObject({ name: 'x'.repeat(100), hardwareId });
  });

  test('chooses the only license with a free seat, and requires a choice if there are several', async () => {
    const { pool } = portal.database;
    const others = await pool.query('update licenses set status = 3 where account_id = $1 returning id', [accountId]);
    const choose = (hardwareId: string) => user.post('/api/HardwareId', details(hardwareId));
    expect((await choose('A')).json().propertyErrors).toHaveProperty('licenseId');
    const full = await license({ quantity: 1 });
    expect((await choose('A')).json()).toMatchObject({ licenseId: full.id });
    expect((await choose('B')).json().code).toBe('LicenseFull');
    const free = await license({ quantity: 1 });
    expect((await choose('B')).json()).toMatchObject({ licenseId: free.id });
    expect((await choose('C')).json().propertyErrors).toHaveProperty('licenseId');
    await pool.query('update licenses set status = 1 where id = any($1)', [others.rows.map(({ id }) => id)]);
  });

  test.each([
    ['hardwareId', { hardwareId: '' }],
    ['hardwareId', { hardwareId: 'x'.repeat(10_000) }],
    ['hardwareId', { hardwareId: 'two words' }],
    ['hardwareId', { hardwareId: 'é' }],
    ['hardwareId', { hardwareId: 'a\0b' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(10_000) }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'a\0b' }],
    ['comment', { comment: 'x'.repeat(10_000) }],
    ['comment', { comment: '\u0007' }],
    ['comment', { comment: '\0' }],
    ['ipAddress', { ipAddress: '300.1.1.1' }],
    ['ipAddress', { ipAddress: '1.2.3.4/8' }],
  ])('rejects a bad %s at its field', async (field, change) => {
    const on = await license();
    const refused = await user.post('/api/HardwareId', { ...details('A'), licenseId: on.id, ...change });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().propertyErrors)).toEqual([field]);
    expect(await findSeatCounts(portal.database, on)).toEqual({ used: 0, exceeded: 0 });
  });

  test('keeps markup and right-to-left text, without controls that change its direction', async () => {
    const on = await license();
    const text = { name: '<b onclick="x()">محطة ﬁ</b>', comment: '{"a": 1}\n<script>' };
    const sent = { ...text, name: text.name.replace('ﬁ', '\u202eﬁ') };
    const added = await user.post('/api/HardwareId', { ...details('<svg/onload=x()>'), licenseId: on.id, ...sent });
    expect(added.json()).toMatchObject({ ...text, hardwareId: '<svg/onload=x()>' });
  });
});

describe('changing a device', () => {
  const save = (id: number, change: object) => user.send('PUT', `/api/HardwareId/${id}`, { payload: change });

  test('stores the details, and records which fields changed', async () => {
    const on = await license();
    const { id, assigned } = (await add(on, 'WRONG')).json();
    const saved = await save(id, { name: 'Back office', hardwareId: 'RIGHT', ipAddress: '10.0.0.7', comment: 'Moved' });
    expect(saved.json()).toMatchObject({ name: 'Back office', hardwareId: 'RIGHT', ipAddress: '10.0.0.7', assigned });
    expect(
      (await save(id, { name: 'Back office', hardwareId: 'RIGHT', ipAddress: '10.0.0.7', comment: 'Moved' }))
        .statusCode,
    ).toBe(200);
    expect(await listEventKinds(portal.database, on)).toEqual(['added', 'edited']);
    const { rows } = await portal.database.pool.query(
      "select detail from device_events where device_id = $1 and kind = 'edited'",
      [id],
    );
    expect(rows).toEqual([{ detail: { changed: ['name', 'hardwareId', 'ipAddress', 'comment'] } }]);
  });

  test('rejects a hardware ID that many machines report', async () => {
    const on = await license();
    const expected = { hardwareId: ['This ID does not identify one machine: many machines report it.'] };
    expect((await add(on, '0000-0000')).json().propertyErrors).toEqual(expected);
    const { id } = (await add(on, 'MINE')).json();
    expect((await save(id, details('None'))).json().propertyErrors).toEqual(expected);
  });

  test('rejects another hardware ID after the product reported the device, and one that is taken', async () => {
    const on = await license({ quantity: 2 });
    await add(on, 'TAKEN');
    const { id } = (await add(on, 'MINE')).json();
    expect(Object.keys((await save(id, details('TAKEN'))).json().propertyErrors)).toEqual(['hardwareId']);
    await wasSeen(id);
    expect((await save(id, details('OTHER'))).json().propertyErrors.hardwareId).toEqual([
      expect.stringContaining('Replace the device instead'),
    ]);
    expect((await save(id, { ...details('MINE'), name: 'Renamed' })).json()).toMatchObject({
      name: 'Renamed',
      hardwareIdEditingAllowed: false,
    });
  });

  test('saves nothing if somebody else changed the details since', async () => {
    const { id, revision } = (await add(await license(), 'MINE')).json();
    const first = await save(id, { ...details('MINE'), name: 'Renamed', revision });
    const late = await save(id, { ...details('MINE'), comment: 'Late', revision });
    expect([late.statusCode, late.json().code]).toEqual([409, 'Conflict']);
    expect((await user.get(`/api/HardwareId/${id}`)).json()).toMatchObject({ name: 'Renamed', comment: '' });
    const again = await save(id, { ...details('MINE'), comment: 'Late', revision: first.json().revision });
    expect(again.json()).toMatchObject({ comment: 'Late' });
  });

  test('rejects a released device', async () => {
    const { id } = (await add(await license(), 'A')).json();
    await user.post(`/api/HardwareId/${id}/Release`, {});
    expect((await save(id, details('B'))).json().code).toBe('Conflict');
  });
});

describe('access to devices', () => {
  test('is answered for another account’s device as for a missing one, on every call', async () => {
    const on = await license({ quantity: 2 });
    const { id } = (await add(on, 'A')).json();
    const calls = (deviceId: number, licenseId: number) => [
      other.get(`/api/HardwareId/${deviceId}`),
      other.get(`/api/HardwareId/${deviceId}/History`),
      other.send('PUT', `/api/HardwareId/${deviceId}`, { payload: details('B') }),
      other.post(`/api/HardwareId/${deviceId}/Release`, {}),
      other.post(`/api/HardwareId/${deviceId}/Replace`, details('B')),
      other.post(`/api/HardwareId/${deviceId}/Block`, { reason: 'x' }),
      other.post(`/api/HardwareId/${deviceId}/Unblock`, {}),
      other.get(`/api/Licenses/${licenseId}/HardwareIdsList`),
      other.get(`/api/Licenses/${licenseId}/History`),
      other.get(`/api/Licenses/${licenseId}/Usage`),
      other.get(`/Reports/HardwareIdsReport?format=csv&licenseId=${licenseId}`),
      other.post(`/api/Licenses/${licenseId}/AddHardware`, details('B')),
      other.post('/api/HardwareId', { ...details('B'), licenseId }),
    ];
    const said = async (answers: ReturnType<typeof calls>) =>
      (await Promise.all(answers)).map((answer) => ({ ...answer.json(), requestId: '', status: answer.statusCode }));
    const theirs = await said(calls(id, on.id));
    expect(theirs).toEqual(await said(calls(999_999, 999_999)));
    expect(theirs.map(({ status }) => status)).toEqual([...Array(12).fill(404), 422]);
    expect(await listEventKinds(portal.database, on)).toEqual(['added']);
    expect((await other.get('/api/HardwareId')).json()).toMatchObject({ items: [], total: 0 });
    expect((await insertLicense(portal.database, otherAccountId)).accountId).toBe(otherAccountId);
  });

  test('is recorded with the operator who acted as the user', async () => {
    const { pool } = portal.database;
    const on = await license();
    const acting = await portal.signIn('owner');
    await pool.query(
      `update sessions set operator_user_id = (select id from users where is_operator), acting_until = now() + interval '1 hour'
       where user_id = (select id from users where email = 'owner@acme.example')`,
    );
    await acting.open('/');
    const { id } = (await add(on, 'A', acting)).json();
    const { items } = (await user.get(`/api/HardwareId/${id}/History`)).json();
    expect(items).toMatchObject([{ by: 'Avery Stone', byOperator: true }]);
  });
});
