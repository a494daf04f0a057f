import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { endLeases } from '../devices/end-leases.ts';
import { accountId, createLicensingPortal, otherAccountId } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql, findDay, findSeatCounts } = portal;
const client = await portal.client({ productId: 'cloud' });
const open = await portal.client({ productId: 'cloud', isSecret: false });

const floating = (columns: Parameters<typeof insertLicense>[2] = {}) =>
  insertLicense(database, accountId, {
    productId: 'cloud',
    planId: 'cloud-team',
    licenseModel: 1,
    quantity: 2,
    ...columns,
  });
const checkOut = (hardwareId: string, fields: object = {}) =>
  client.call('sessions', { hardwareId, requestKey: `start-${hardwareId}`, ...fields });
/** Expires the lease: its end is in the past by the database's clock. */
const runOut = (id: string) =>
  sql("update device_sessions set expires_at = now() - interval '1 second' where id = $1", [id]);
const secondsUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / 1_000);

beforeEach(async () => {
  await sql('delete from orders');
  await sql('delete from rate_limits');
  await sql('update accounts set usage_data_policy = 0');
});

describe('a lease', () => {
  test('takes a seat for ten minutes, and registers its device', async () => {
    const license = await floating();
    const { status, body } = await checkOut('A', { name: 'LAPTOP-A', version: '2.0' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      session: { id: expect.any(String), borrowedUntil: null },
      renewAfterSeconds: 300,
      device: { hardwareId: 'A', name: 'LAPTOP-A', status: 'active' },
      license: { model: 'floating', quantity: 2, used: 1 },
    });
    expect(Math.abs(secondsUntil(body.session.expiresAt) - 600)).toBeLessThan(5);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect(await findDay(license.id)).toMatchObject({ peak_sessions: 1, activations: 0 });
  });

  test('is the same for the same request key of a device, and another one for another key', async () => {
    const license = await floating({ quantity: 3 });
    const first = (await checkOut('A')).body.session.id;
    expect((await checkOut('A')).body.session.id).toBe(first);
    expect((await checkOut('A', { requestKey: 'second-window' })).body.session.id).not.toBe(first);
    expect((await checkOut('B', { requestKey: 'start-A' })).body.session.id).not.toBe(first);
    expect(await findSeatCounts(license.id)).toEqual({ used: 3, exceeded: 0 });
  });

  test('is refused if no seat is free, with the devices that could free one', async () => {
    const license = await floating();
    const a = (await checkOut('A')).body.device.id;
    const b = (await checkOut('B', { borrowDays: 3 })).body.device.id;
    await sql("update devices set last_activity_at = now() - interval '1 hour' where id = $1", [b]);
    const { status, code, body } = await checkOut('C');
    expect([status, code]).toEqual([409, 'LicenseFull']);
    expect(body.additionalData).toMatchObject({
      quantity: 2,
      devices: [
        { id: b, isBorrowed: true },
        { id: a, isBorrowed: false },
      ],
      mayEvict: true,
      releasesLeft: 1,
    });
    expect(await findDay(license.id)).toMatchObject({ refusals: 1, was_full: true, peak_sessions: 2 });
    expect(await sql('select hardware_id from devices where license_id = $1 order by id', [license.id])).toEqual([
      { hardware_id: 'A' },
      { hardware_id: 'B' },
    ]);
  });

  test('is renewed, and frees its seat when returned', async () => {
    const license = await floating({ quantity: 1 });
    const { id } = (await checkOut('A')).body.session;
    await sql("update device_sessions set expires_at = now() + interval '1 minute'");
    const renewed = await open.call('sessions/renewals', { sessionId: id, counters: { pages: 3 } });
    expect(Math.abs(secondsUntil(renewed.body.session.expiresAt) - 600)).toBeLessThan(5);
    for (const _ of [1, 2])
      expect((await open.call('sessions/returns', { sessionId: id })).body).toMatchObject({ returned: true });
    expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
    const ended = await client.call('sessions/renewals', { sessionId: id });
    expect([ended.status, ended.code]).toEqual([410, 'SessionEnded']);
    expect((await checkOut('B')).status).toBe(200);
    const [day] = await sql('select counters, checks from device_activity where license_id = $1 order by device_id', [
      license.id,
    ]);
    expect(day).toEqual({ counters: { pages: 3 }, checks: 0 });
  });

  test('loses its seat to the next caller if it is not renewed, and cannot be renewed afterwards', async () => {
    const license = await floating({ quantity: 1 });
    const { id } = (await checkOut('A')).body.session;
    await runOut(id);
    expect((await client.call('sessions/renewals', { sessionId: id })).code).toBe('SessionEnded');
    expect((await checkOut('B')).status).toBe(200);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect((await checkOut('A')).code).toBe('LicenseFull');
  });

  test('ends by itself within a minute, and updates its license’s count', async () => {
    const [first, second] = [await floating({ quantity: 5 }), await floating({ quantity: 5 })];
    const taken = [];
    for (const { serialNumber } of [first, first, second]) {
      taken.push((await checkOut(`D${taken.length}`, { serialNumber })).body.session.id);
    }
    await runOut(taken[0]);
    await runOut(taken[2]);
    expect(await findSeatCounts(first.id)).toEqual({ used: 2, exceeded: 0 });
    await endLeases(database);
    expect([await findSeatCounts(first.id), await findSeatCounts(second.id)]).toEqual([
      { used: 1, exceeded: 0 },
      { used: 0, exceeded: 0 },
    ]);
    const [ended] = await sql('select ended_at = expires_at as at_its_end from device_sessions where id = $1', [
      taken[0],
    ]);
    expect(ended).toEqual({ at_its_end: true });
  });

  test('is renewed only for the oldest devices if the license became smaller', async () => {
    const license = await floating({ quantity: 3 });
    const ids = [];
    for (const name of ['A', 'B', 'C']) ids.push((await checkOut(name)).body.session.id);
    await sql('update licenses set quantity = 1 where id = $1', [license.id]);
    const renewals = [];
    for (const sessionId of ids) renewals.push((await client.call('sessions/renewals', { sessionId })).status);
    expect(renewals).toEqual([200, 410, 410]);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect((await checkOut('D')).code).toBe('LicenseFull');
  });

  test('belongs to its account and product', async () => {
    const license = await floating();
    const { id } = (await checkOut('A')).body.session;
    const others = [await portal.client({ accountId: otherAccountId, productId: 'cloud' }), await portal.client()];
    for (const other of others) {
      expect((await other.call('sessions/renewals', { sessionId: id })).code).toBe('SessionEnded');
      expect((await other.call('sessions/returns', { sessionId: id })).status).toBe(200);
    }
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
  });

  test('is refused for host-locked licenses, blocked devices, and licenses that are not usable', async () => {
    const locked = await portal.client();
    await insertLicense(database, accountId);
    expect((await locked.call('sessions', { hardwareId: 'A', requestKey: 'k' })).code).toBe('NotFloating');
    const trial = { productId: 'cloud', planId: 'cloud-team', licenseModel: 1, trial: true, quantity: 5 } as const;
    await insertDevice(database, await insertLicense(database, otherAccountId, trial), { hardwareId: 'KNOWN' });
    const license = await insertLicense(database, accountId, trial);
    expect((await checkOut('KNOWN')).code).toBe('TrialUsed');
    const { session, device } = (await checkOut('A')).body;
    await sql('update devices set blocked_at = now(), status = 2 where id = $1', [device.id]);
    expect((await checkOut('A')).code).toBe('DeviceBlocked');
    expect((await client.call('sessions/renewals', { sessionId: session.id })).code).toBe('DeviceBlocked');
    expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
    const b = (await checkOut('B')).body.session.id;
    await sql('update licenses set status = 3 where id = $1', [license.id]);
    const refused = await client.call('sessions/renewals', { sessionId: b });
    expect([refused.code, refused.body.additionalData]).toEqual(['LicenseNotActive', { status: 'canceled' }]);
    expect((await checkOut('B')).code).toBe('LicenseNotActive');
  });

  test('never outlasts its license', async () => {
    const expiresAt = new Date(Date.now() + 120_000);
    await floating({ expiresAt });
    const { session } = (await checkOut('A', { borrowDays: 2 })).body;
    expect(session).toMatchObject({ expiresAt: expiresAt.toISOString(), borrowedUntil: expiresAt.toISOString() });
  });

  test('recognizes a device by its fingerprints', async () => {
    const license = await floating();
    const fingerprints = ['a', 'b'].map((value) => ({ name: value, value }));
    const { device } = (await checkOut('A', { fingerprints })).body;
    expect((await checkOut('NEW', { fingerprints })).body.device).toMatchObject({ id: device.id, hardwareId: 'NEW' });
    expect(await sql('select count(*)::int as count from devices where license_id = $1', [license.id])).toEqual([
      { count: 1 },
    ]);
  });
});

describe('borrowing', () => {
  test('lasts for the days that the plan allows', async () => {
    const license = await floating();
    const { body } = await checkOut('A', { borrowDays: 14 });
    expect(secondsUntil(body.session.borrowedUntil)).toBeGreaterThan(14 * 86_400 - 10);
    expect(body.renewAfterSeconds).toBe(86_400);
    const refused = await checkOut('B', { borrowDays: 15 });
    expect([refused.status, refused.code, refused.body.additionalData]).toEqual([
      409,
      'BorrowingNotAllowed',
      { mostDays: 14 },
    ]);
    const renewed = await client.call('sessions/renewals', { sessionId: body.session.id });
    expect(renewed.body.session).toEqual(body.session);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
  });

  test('uses a release when it is returned, because the device may continue offline; without any left, the seat stays taken', async () => {
    const license = await floating({ quantity: 1 });
    const giveBack = async (hardwareId: string) => {
      const { id } = (await checkOut(hardwareId, { borrowDays: 14 })).body.session;
      expect((await client.call('sessions/returns', { sessionId: id })).body).toMatchObject({ returned: true });
      return (await findSeatCounts(license.id)).used;
    };
    expect([await giveBack('A'), await giveBack('B')]).toEqual([0, 1]);
    expect((await checkOut('C')).code).toBe('LicenseFull');
  });

  test('uses a release if its device changes its hardware ID', async () => {
    await floating({ quantity: 1 });
    const fingerprints = ['a', 'b'].map((value) => ({ name: value, value }));
    const request = { borrowDays: 14, requestKey: 'k', fingerprints };
    const codes = [];
    for (const hardwareId of ['A', 'B', 'C']) codes.push((await checkOut(hardwareId, request)).code);
    expect(codes).toEqual([undefined, undefined, 'ReleaseLimit']);
  });

  test('can extend an open lease', async () => {
    await floating();
    const { id } = (await checkOut('A')).body.session;
    const borrowed = (await checkOut('A', { borrowDays: 1 })).body.session;
    expect(borrowed.id).toBe(id);
    expect(borrowed.borrowedUntil).toBe(borrowed.expiresAt);
  });
});

describe('ending another device’s lease', () => {
  test('frees its seat without using a release', async () => {
    const license = await floating({ quantity: 1 });
    const { device, session } = (await checkOut('A')).body;
    const requests = { deviceId: device.id, for: { hardwareId: 'B' } };
    expect((await open.call('evictions', requests)).body).toMatchObject({ released: true });
    expect((await client.call('heartbeats', { hardwareId: 'A', sessionId: session.id })).body).toMatchObject({
      valid: false,
      code: 'SessionEnded',
    });
    expect((await checkOut('B')).status).toBe(200);
    expect(
      await sql('select count(*)::int as count from device_events where license_id = $1 and counts_as_release', [
        license.id,
      ]),
    ).toEqual([{ count: 0 }]);
    expect((await open.call('evictions', requests)).body).toMatchObject({ released: true });
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    // Recorded once, in the name of its token.
    expect(
      await sql(
        "select device_id, user_id, detail from device_events where license_id = $1 and kind = 'sessionEnded'",
        [license.id],
      ),
    ).toEqual([{ device_id: device.id, user_id: null, detail: { askedBy: 'B' } }]);
    const entries = await sql(
      "select account_id, user_id, detail from audit_events where kind = 'deviceSessionEnded' and detail ->> 'licenseId' = $1",
      [license.id],
    );
    expect(entries).toEqual([
      {
        account_id: accountId,
        user_id: null,
        detail: { deviceId: device.id, licenseId: license.id, token: `Front desks ${open.token.slice(0, 10)}…` },
      },
    ]);
  });

  test('is limited by the hour for a public token, but not for a secret one', async () => {
    await floating({ quantity: 1 });
    const { device } = (await checkOut('A')).body;
    const evict = (by: typeof open, index: number) =>
      by.call('evictions', { deviceId: device.id, for: { hardwareId: `B${index}` } });
    for (let index = 0; index < 100; index += 1) expect((await evict(open, index)).status).toBe(200);
    expect((await evict(open, 100)).code).toBe('TooManyRequests');
    expect((await evict(client, 100)).status).toBe(200);
  });

  test('uses a release of the device if the lease is borrowed', async () => {
    const license = await floating({ quantity: 1 });
    const { device } = (await checkOut('A', { borrowDays: 14 })).body;
    expect((await client.call('evictions', { deviceId: device.id })).status).toBe(200);
    expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
    expect((await client.call('heartbeats', { hardwareId: 'A' })).body).toMatchObject({ code: 'DeviceReleased' });
    const next = (await checkOut('B', { borrowDays: 14 })).body.device;
    expect((await client.call('evictions', { deviceId: next.id })).code).toBe('ReleaseLimit');
    expect((await checkOut('C')).body.additionalData).toMatchObject({ mayEvict: false, releasesLeft: 0 });
  });
});
