import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { insertDevice, insertDeviceEvent, insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import {
  accountId,
  createDevicesPortal,
  type DevicesPortal,
  eventsOf,
  otherAccountId,
  placesOf,
} from './devices.test-support.ts';

let portal: DevicesPortal;
let admin: Browser;
let user: Browser;
let readOnly: Browser;
let other: Browser;

beforeAll(async () => {
  portal = await createDevicesPortal();
  [admin, user, readOnly, other] = await Promise.all([
    portal.signIn('admin'),
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

describe('adding a device', () => {
  test('takes a place, waits to be seen, and is noted with who did it', async () => {
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
    });
    expect(await placesOf(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
    expect((await readOnly.get(`/api/HardwareId/${added.json().id}`)).json()).toEqual(added.json());
    const { items } = (await user.get(`/api/HardwareId/${added.json().id}/History`)).json();
    expect(items).toMatchObject([{ kind: 'added', by: 'Jamie Rivera', byOperator: false, deviceName: 'Front desk' }]);
    const { rows } = await portal.database.pool.query("select detail from audit_events where kind = 'deviceAdded'");
    expect(rows).toContainEqual({ detail: { deviceId: added.json().id, licenseId: on.id } });
  });

  test('rejects what is one too many, without a trace', async () => {
    const on = await license({ quantity: 1 });
    await add(on, 'FIRST');
    expect((await add(on, 'SECOND')).json()).toMatchObject({
      code: 'LicenseFull',
      message: expect.stringContaining('1 place is taken'),
    });
    expect(await eventsOf(portal.database, on)).toEqual(['added']);
  });

  test.each([
    ['a pending license', { status: 2 }],
    ['a canceled license', { status: 3 }],
    ['an expired license', { expiresAt: new Date(Date.now() - 1) }],
  ] as const)('rejects %s', async (_, columns) => {
    expect((await add(await license(columns), 'A')).json().code).toBe('LicenseNotActive');
  });

  test('rejects a floating license at the field that named it', async () => {
    const on = await license({ licenseModel: 1 });
    expect((await add(on, 'A')).json().propertyErrors).toEqual({ '': [expect.stringContaining('floating')] });
    const named = await user.post('/api/HardwareId', { ...details('A'), licenseId: on.id });
    expect(named.json().propertyErrors).toEqual({ licenseId: [expect.stringContaining('floating')] });
  });

  test('rejects a hardware ID that is on the license, in the reader’s language; letters of another case are another one', async () => {
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

  test('calls a device without a name by the beginning of its hardware ID', async () => {
    const on = await license();
    const hardwareId = 'x'.repeat(128);
    const added = await user.post(`/api/Licenses/${on.id}/AddHardware`, { hardwareId });
    expect(added.json()).toMatchObject({ name: 'x'.repeat(100), hardwareId });
  });

  test('chooses the only license that has a free place, and asks where there are more', async () => {
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
    expect(await placesOf(portal.database, on)).toEqual({ used: 0, exceeded: 0 });
  });

  test('keeps markup and right-to-left text as they are', async () => {
    const on = await license();
    const text = { name: '<b onclick="x()">محطة \u202e ﬁ</b>', comment: '{"a": 1}\n<script>' };
    const added = await user.post('/api/HardwareId', { ...details('<svg/onload=x()>'), licenseId: on.id, ...text });
    expect(added.json()).toMatchObject({ ...text, hardwareId: '<svg/onload=x()>' });
  });
});

describe('changing a device', () => {
  const save = (id: number, change: object) => user.send('PUT', `/api/HardwareId/${id}`, { payload: change });

  test('keeps what is noted, and notes which fields changed', async () => {
    const on = await license();
    const { id, assigned } = (await add(on, 'WRONG')).json();
    const saved = await save(id, { name: 'Back office', hardwareId: 'RIGHT', ipAddress: '10.0.0.7', comment: 'Moved' });
    expect(saved.json()).toMatchObject({ name: 'Back office', hardwareId: 'RIGHT', ipAddress: '10.0.0.7', assigned });
    expect(
      (await save(id, { name: 'Back office', hardwareId: 'RIGHT', ipAddress: '10.0.0.7', comment: 'Moved' }))
        .statusCode,
    ).toBe(200);
    expect(await eventsOf(portal.database, on)).toEqual(['added', 'edited']);
    const { rows } = await portal.database.pool.query(
      "select detail from device_events where device_id = $1 and kind = 'edited'",
      [id],
    );
    expect(rows).toEqual([{ detail: { changed: ['name', 'hardwareId', 'ipAddress', 'comment'] } }]);
  });

  test('rejects another hardware ID once the product reported it, and one that is taken', async () => {
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

  test('rejects a released device', async () => {
    const { id } = (await add(await license(), 'A')).json();
    await user.post(`/api/HardwareId/${id}/Release`, {});
    expect((await save(id, details('B'))).json().code).toBe('Conflict');
  });
});

describe('releasing and replacing', () => {
  const release = (id: number, by = user) => by.post(`/api/HardwareId/${id}/Release`, { reason: 'Sold' });
  const replace = (id: number, hardwareId: string) =>
    user.post(`/api/HardwareId/${id}/Replace`, { ...details(hardwareId), reason: 'New laptop' });

  test('frees the place, and keeps what was released in the history', async () => {
    const on = await license({ quantity: 1 });
    const { id } = (await add(on, 'OLD')).json();
    expect((await release(id)).json()).toMatchObject({ status: 5, released: expect.any(String), releaseCounts: false });
    expect(await placesOf(portal.database, on)).toEqual({ used: 0, exceeded: 0 });
    expect((await add(on, 'OLD')).json().id).not.toBe(id);
    expect((await release(id)).json().code).toBe('Conflict');
    const { items } = (await user.get(`/api/Licenses/${on.id}/History`)).json();
    expect(items).toMatchObject([{ kind: 'added' }, { kind: 'released', reason: 'Sold' }, { kind: 'added' }]);
  });

  test('gives the freed place to the first device without one', async () => {
    const on = await license({ quantity: 1, usedQuantity: 1, exceededQuantity: 2 });
    const first = await insertDevice(portal.database, on, { status: 0, firstSeenAt: new Date() });
    const second = await insertDevice(portal.database, on, { status: 1 });
    const third = await insertDevice(portal.database, on, { status: 1, firstSeenAt: new Date() });
    const statusOf = async (id: number) => (await user.get(`/api/HardwareId/${id}`)).json().status;
    expect((await release(third.id)).json().status).toBe(5);
    expect(await Promise.all([statusOf(first.id), statusOf(second.id)])).toEqual([0, 1]);
    await release(first.id);
    expect(await statusOf(second.id)).toBe(3);
    expect(await placesOf(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
    expect(await eventsOf(portal.database, on)).toEqual(['released', 'regained', 'released']);
  });

  test('counts a release of a device that was seen and held a place, and rejects it when none is left', async () => {
    const on = await license({ quantity: 5, planId: 'desktop-strict' });
    const ids: number[] = [];
    for (const hardwareId of ['A', 'B', 'C']) ids.push((await add(on, hardwareId)).json().id);
    const [unseen, first, second] = ids as [number, number, number];
    await wasSeen(first);
    await wasSeen(second);
    expect((await user.get(`/api/HardwareId/${first}`)).json().releaseCounts).toBe(true);
    expect((await release(unseen)).statusCode).toBe(200);
    expect((await release(first)).statusCode).toBe(200);
    const refused = (await release(second)).json();
    expect(refused).toMatchObject({ code: 'ReleaseLimit', additionalData: { nextAt: expect.any(String) } });
    expect(Date.parse(refused.additionalData.nextAt) - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1_000);
    expect((await replace(second, 'D')).json().code).toBe('ReleaseLimit');
    expect((await user.get(`/api/HardwareId/${second}`)).json().status).toBe(0);
  });

  test('counts no release that is older than thirty days', async () => {
    const on = await license({ quantity: 5, planId: 'desktop-strict' });
    const { id } = (await add(on, 'A')).json();
    await insertDeviceEvent(
      portal.database,
      { id, licenseId: on.id },
      { kind: 'released', countsAsRelease: true, at: new Date(Date.now() - 30 * 24 * 60 * 60 * 1_000 - 1_000) },
    );
    await wasSeen(id);
    expect((await release(id)).statusCode).toBe(200);
  });

  test('moves a place to another device in one step', async () => {
    const on = await license({ quantity: 1 });
    const { id } = (await add(on, 'OLD')).json();
    await wasSeen(id);
    const replaced = (await replace(id, 'NEW')).json();
    expect(replaced).toMatchObject({ hardwareId: 'NEW', status: 3 });
    expect((await user.get(`/api/HardwareId/${id}`)).json()).toMatchObject({ status: 5 });
    expect(await placesOf(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
    const { items } = (await user.get(`/api/HardwareId/${id}/History`)).json();
    expect(items[0]).toMatchObject({ kind: 'replaced', replacedBy: 'NEW', reason: 'New laptop' });
    const { rows } = await portal.database.pool.query(
      'select counts_as_release as counts from device_events where device_id = $1 order by id desc limit 1',
      [id],
    );
    expect(rows).toEqual([{ counts: true }]);
    expect((await replace(id, 'NEWER')).json().code).toBe('Conflict');
    expect(Object.keys((await replace(replaced.id, 'NEW')).json().propertyErrors)).toEqual(['hardwareId']);
  });

  test.each([
    ['a canceled license', { status: 3 as const }, 4 as const, 'LicenseNotActive', 'LicenseNotActive'],
    ['an expired license', { expiresAt: new Date(0) }, 3 as const, undefined, 'LicenseNotActive'],
  ])('answers on %s', async (_, columns, status, releasing, replacing) => {
    const on = await license({ ...columns, usedQuantity: 1 });
    const device = await insertDevice(portal.database, on, { status });
    expect((await replace(device.id, 'NEW')).json().code).toBe(replacing);
    expect((await release(device.id)).json().code).toBe(releasing);
  });
});

describe('blocking', () => {
  const block = (id: number, by = admin) => by.post(`/api/HardwareId/${id}/Block`, { reason: 'Stolen' });
  const unblock = (id: number, by = admin) => by.post(`/api/HardwareId/${id}/Unblock`, {});

  test('keeps the place, says why, and is undone', async () => {
    const on = await license({ quantity: 1 });
    const { id } = (await add(on, 'A')).json();
    expect((await block(id)).json()).toMatchObject({ status: 2, blockReason: 'Stolen' });
    expect((await add(on, 'B')).json().code).toBe('LicenseFull');
    expect((await block(id)).json().code).toBe('Conflict');
    expect((await unblock(id)).json()).toMatchObject({ status: 3, blockReason: null });
    expect((await unblock(id)).json().code).toBe('Conflict');
    expect(await eventsOf(portal.database, on)).toEqual(['added', 'blocked', 'unblocked']);
  });

  test('is for admins, and needs a reason', async () => {
    const { id } = (await add(await license(), 'A')).json();
    expect((await block(id, user)).statusCode).toBe(403);
    expect((await admin.post(`/api/HardwareId/${id}/Block`, { reason: ' ' })).json().propertyErrors).toHaveProperty(
      'reason',
    );
  });

  test('stays with the hardware ID after a release, for who cannot lift it', async () => {
    const on = await license({ quantity: 2 });
    const { id } = (await add(on, 'STOLEN')).json();
    await block(id);
    expect((await user.post(`/api/HardwareId/${id}/Release`, {})).json().status).toBe(5);
    expect((await add(on, 'STOLEN')).json().propertyErrors).toEqual({ hardwareId: ['This device is blocked.'] });
    const again = await add(on, 'STOLEN', admin);
    expect(again.json()).toMatchObject({ status: 3 });
    await user.post(`/api/HardwareId/${again.json().id}/Release`, {});
    expect((await add(on, 'STOLEN')).statusCode).toBe(200);
  });

  test('gives back no place that was lost in the meantime', async () => {
    const on = await license({ quantity: 1, usedQuantity: 1, exceededQuantity: 1 });
    await insertDevice(portal.database, on);
    const blocked = await insertDevice(portal.database, on, { status: 2, blockedAt: new Date() });
    expect((await unblock(blocked.id)).json().status).toBe(1);
  });
});

describe('who may do it', () => {
  test('shows nothing to a visitor, and lets a read-only user change nothing', async () => {
    const on = await license({ quantity: 2 });
    const { id } = (await add(on, 'A')).json();
    const visitor = new Browser(portal.app);
    await visitor.open('/login');
    for (const url of ['/api/HardwareId', `/api/HardwareId/${id}`, `/api/Licenses/${on.id}/HardwareIdsList`])
      expect((await visitor.get(url)).statusCode).toBe(401);
    const answers = await Promise.all([
      add(on, 'B', readOnly),
      readOnly.post('/api/HardwareId', { ...details('B'), licenseId: on.id }),
      readOnly.send('PUT', `/api/HardwareId/${id}`, { payload: details('B') }),
      readOnly.post(`/api/HardwareId/${id}/Release`, {}),
      readOnly.post(`/api/HardwareId/${id}/Replace`, details('B')),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(await eventsOf(portal.database, on)).toEqual(['added']);
  });

  test('answers for another account as for what is missing, on every call', async () => {
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
    expect(await eventsOf(portal.database, on)).toEqual(['added']);
    expect((await other.get('/api/HardwareId')).json()).toMatchObject({ items: [], total: 0 });
    expect((await insertLicense(portal.database, otherAccountId)).accountId).toBe(otherAccountId);
  });

  test('shows that an operator acted as the user', async () => {
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
