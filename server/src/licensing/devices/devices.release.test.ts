import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { insertDevice, insertDeviceEvent, insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { fileCoveredDevices } from './devices.queries.ts';
import {
  accountId,
  createDevicesPortal,
  type DevicesPortal,
  findSeatCounts,
  listEventKinds,
} from './devices.test-support.ts';

let portal: DevicesPortal;
let admin: Browser;
let user: Browser;

beforeAll(async () => {
  portal = await createDevicesPortal();
  [admin, user] = await Promise.all([portal.signIn('admin'), portal.signIn('user')]);
});

const details = (hardwareId: string) => ({ name: 'Front desk', hardwareId });
const license = (columns: Partial<LicenseRow> = {}) => insertLicense(portal.database, accountId, columns);
const add = (on: LicenseRow, hardwareId: string, by = user) =>
  by.post(`/api/Licenses/${on.id}/AddHardware`, details(hardwareId));
const wasSeen = (id: number) =>
  portal.database.pool.query('update devices set first_seen_at = now(), status = 0 where id = $1', [id]);

describe('releasing and replacing', () => {
  const release = (id: number, by = user) => by.post(`/api/HardwareId/${id}/Release`, { reason: 'Sold' });
  const replace = (id: number, hardwareId: string) =>
    user.post(`/api/HardwareId/${id}/Replace`, { ...details(hardwareId), reason: 'New laptop' });

  test('frees the seat, and keeps the released device in the history', async () => {
    const on = await license({ quantity: 1 });
    const { id } = (await add(on, 'OLD')).json();
    expect((await release(id)).json()).toMatchObject({ status: 5, released: expect.any(String), releaseCounts: false });
    expect(await findSeatCounts(portal.database, on)).toEqual({ used: 0, exceeded: 0 });
    expect((await add(on, 'OLD')).json().id).not.toBe(id);
    expect((await release(id)).json().code).toBe('Conflict');
    const { items } = (await user.get(`/api/Licenses/${on.id}/History`)).json();
    expect(items).toMatchObject([{ kind: 'added' }, { kind: 'released', reason: 'Sold' }, { kind: 'added' }]);
  });

  test('gives the freed seat to the first device without one', async () => {
    const on = await license({ quantity: 1, usedQuantity: 1, exceededQuantity: 2 });
    const first = await insertDevice(portal.database, on, { status: 0, firstSeenAt: new Date() });
    const second = await insertDevice(portal.database, on, { status: 1 });
    const third = await insertDevice(portal.database, on, { status: 1, firstSeenAt: new Date() });
    const getStatus = async (id: number) => (await user.get(`/api/HardwareId/${id}`)).json().status;
    expect((await release(third.id)).json().status).toBe(5);
    expect(await Promise.all([getStatus(first.id), getStatus(second.id)])).toEqual([0, 1]);
    await release(first.id);
    expect(await getStatus(second.id)).toBe(3);
    expect(await findSeatCounts(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
    expect(await listEventKinds(portal.database, on)).toEqual(['released', 'regained', 'released']);
  });

  test('counts a release of a device that was seen and held a seat, and rejects it if none is left', async () => {
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

  test('counts a release of a device in a downloaded license file, and keeps its hardware ID', async () => {
    const on = await license({ quantity: 2, planId: 'desktop-strict' });
    const { id } = (await add(on, 'FILED')).json();
    const filed = () => portal.database.transaction((transaction) => fileCoveredDevices(transaction, on.id));
    expect(await filed()).toEqual(['FILED']);
    expect((await user.get(`/api/HardwareId/${id}`)).json()).toMatchObject({
      releaseCounts: true,
      hardwareIdEditingAllowed: false,
    });
    const edited = await user.send('PUT', `/api/HardwareId/${id}`, { payload: details('OTHER') });
    expect([edited.statusCode, edited.json().code]).toEqual([422, 'ValidationError']);
    // Each further device in a file uses a release, until none is left.
    const replaced = (await replace(id, 'SECOND')).json();
    expect(await filed()).toEqual(['SECOND']);
    expect((await replace(replaced.id, 'THIRD')).json().code).toBe('ReleaseLimit');
  });

  test('does not count a release that is older than thirty days', async () => {
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

  test('moves a seat to another device in one step', async () => {
    const on = await license({ quantity: 1 });
    const { id } = (await add(on, 'OLD')).json();
    await wasSeen(id);
    const replaced = (await replace(id, 'NEW')).json();
    expect(replaced).toMatchObject({ hardwareId: 'NEW', status: 3 });
    expect((await user.get(`/api/HardwareId/${id}`)).json()).toMatchObject({ status: 5 });
    expect(await findSeatCounts(portal.database, on)).toEqual({ used: 1, exceeded: 0 });
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
  ])('is allowed or refused by the state of the license: %s', async (_, columns, status, releasing, replacing) => {
    const on = await license({ ...columns, usedQuantity: 1 });
    const device = await insertDevice(portal.database, on, { status });
    expect((await replace(device.id, 'NEW')).json().code).toBe(replacing);
    expect((await release(device.id)).json().code).toBe(releasing);
  });
});

describe('blocking', () => {
  const block = (id: number, by = admin) => by.post(`/api/HardwareId/${id}/Block`, { reason: 'Stolen' });
  const unblock = (id: number, by = admin) => by.post(`/api/HardwareId/${id}/Unblock`, {});

  test('keeps the seat, shows the reason, and can be undone', async () => {
    const on = await license({ quantity: 1 });
    const { id } = (await add(on, 'A')).json();
    expect((await block(id)).json()).toMatchObject({ status: 2, blockReason: 'Stolen' });
    expect((await add(on, 'B')).json().code).toBe('LicenseFull');
    expect((await block(id)).json().code).toBe('Conflict');
    expect((await unblock(id)).json()).toMatchObject({ status: 3, blockReason: null });
    expect((await unblock(id)).json().code).toBe('Conflict');
    expect(await listEventKinds(portal.database, on)).toEqual(['added', 'blocked', 'unblocked']);
  });

  test('is for admins, and needs a reason', async () => {
    const { id } = (await add(await license(), 'A')).json();
    expect((await block(id, user)).statusCode).toBe(403);
    expect((await admin.post(`/api/HardwareId/${id}/Block`, { reason: ' ' })).json().propertyErrors).toHaveProperty(
      'reason',
    );
  });

  test('stays with the hardware ID after a release, for users who cannot unblock', async () => {
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

  test('keeps the hardware ID, so that a correction cannot bypass the block', async () => {
    const { id, name, hardwareId } = (await add(await license({ quantity: 2 }), 'STOLEN-2')).json();
    await block(id);
    const edited = await user.send('PUT', `/api/HardwareId/${id}`, { payload: { name, hardwareId: 'OTHER' } });
    expect(edited.json().propertyErrors).toEqual({ hardwareId: ['This device is blocked.'] });
    const renamed = await user.send('PUT', `/api/HardwareId/${id}`, { payload: { name: 'Lost laptop', hardwareId } });
    expect(renamed.json()).toMatchObject({ name: 'Lost laptop', hardwareIdEditingAllowed: false, status: 2 });
  });

  test('is undone without returning a seat that was lost meanwhile', async () => {
    const on = await license({ quantity: 1, usedQuantity: 1, exceededQuantity: 1 });
    await insertDevice(portal.database, on);
    const blocked = await insertDevice(portal.database, on, { status: 2, blockedAt: new Date() });
    expect((await unblock(blocked.id)).json().status).toBe(1);
  });
});
