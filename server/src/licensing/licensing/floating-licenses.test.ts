import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDevice, insertLicense } from '../../../test/licenses.ts';
import { checkLicenses } from '../delivery/check.ts';
import { assignSeats } from '../devices/assign-seats.ts';
import { endLeases } from '../devices/end-leases.ts';
import { accountId, createLicensingPortal, products } from './licensing.test-support.ts';

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
/** The licenses whose seats the nightly comparison finds wrong. */
const listMisplaced = async (repair = false) => {
  const context = { database, catalog: { findProducts: async () => products }, logger: pino({ level: 'silent' }) };
  const { differences } = await checkLicenses(context, repair);
  return differences.flatMap(({ what, licenseNumber }) => (what.includes('devices') ? [licenseNumber] : []));
};

beforeEach(async () => {
  await sql('delete from orders');
  await sql('delete from rate_limits');
  await sql('update accounts set usage_data_policy = 0');
});

test('the counters of a renewal are added once, however often it is sent', async () => {
  const license = await floating();
  const { session } = (await checkOut('A')).body;
  const renewal = { sessionId: session.id, counters: { pages: 12 } };
  for (const _ of [1, 2]) await client.call('sessions/renewals', { ...renewal, nonce: 'sent-twice-as-it-is' });
  await client.call('sessions/renewals', renewal);
  expect(await sql('select counters from device_activity where license_id = $1', [license.id])).toEqual([
    { counters: { pages: 24 } },
  ]);
});

describe('releasing a device', () => {
  const countReleases = async (id: number) =>
    (
      await sql(
        'select count(*)::int as count from device_events where license_id = $1 and counts_as_release and kind = $2',
        [id, 'released'],
      )
    )[0].count;

  test('uses a release if the device has a borrowed lease, and is refused if no release is left', async () => {
    const license = await floating({ quantity: 1 });
    await checkOut('A', { borrowDays: 14 });
    expect((await open.call('deactivations', { hardwareId: 'A' })).status).toBe(200);
    expect(await countReleases(license.id)).toBe(1);
    await checkOut('B', { borrowDays: 14 });
    const refused = await open.call('deactivations', { hardwareId: 'B' });
    expect([refused.status, refused.code]).toEqual([409, 'ReleaseLimit']);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect((await client.call('heartbeats', { hardwareId: 'B' })).body).toMatchObject({ valid: true });
  });

  test("uses no release if the device's lease ends by itself or its borrowed lease expired", async () => {
    const license = await floating({ quantity: 2 });
    const { session } = (await checkOut('A', { borrowDays: 14 })).body;
    await runOut(session.id);
    await checkOut('B');
    for (const hardwareId of ['A', 'B'])
      expect((await open.call('deactivations', { hardwareId })).body).toMatchObject({ released: true });
    expect(await countReleases(license.id)).toBe(0);
    expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
  });
});

describe('a floating license', () => {
  test('lets a device run while it has a lease', async () => {
    const license = await floating();
    expect((await client.call('validations', { hardwareId: 'A' })).body).toMatchObject({
      valid: false,
      code: 'DeviceUnknown',
    });
    const { session } = (await checkOut('A')).body;
    for (const fields of [{}, { sessionId: session.id }]) {
      expect((await client.call('heartbeats', { hardwareId: 'A', ...fields })).body).toMatchObject({
        valid: true,
        code: 'Valid',
      });
    }
    const stranger = { sessionId: '00000000-0000-4000-8000-000000000000' };
    expect((await client.call('heartbeats', { hardwareId: 'A', ...stranger })).body).toMatchObject({
      valid: false,
      code: 'SessionEnded',
    });
    await runOut(session.id);
    expect((await client.call('validations', { hardwareId: 'A' })).body).toMatchObject({
      valid: false,
      code: 'SessionEnded',
    });
    expect(await findDay(license.id)).toMatchObject({ refusals: 3 });
  });

  test('never has a device without a seat, whatever changes', async () => {
    const license = await floating({ quantity: 1 });
    for (const name of ['A', 'B', 'C', 'D']) {
      const { session } = (await checkOut(name)).body;
      if (name !== 'D') await client.call('sessions/returns', { sessionId: session.id });
    }
    await insertDevice(database, license, { hardwareId: 'E', status: 1 });
    expect(await listMisplaced()).toEqual([license.number]);
    await assignSeats(database.query, [license]);
    expect(
      await sql('select distinct status from devices where license_id = $1 order by status', [license.id]),
    ).toEqual([{ status: 0 }, { status: 3 }]);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect(await listMisplaced()).toEqual([]);
  });

  test('with a wrong count is found and repaired by the nightly comparison', async () => {
    const license = await floating();
    await checkOut('A');
    await sql('update licenses set used_quantity = 9 where id = $1', [license.id]);
    expect(await listMisplaced(true)).toEqual([license.number]);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
  });
});

test('twenty clients never hold more than five leases on five seats, whatever happens to them', async () => {
  const license = await floating({ quantity: 5 });
  const another = await portal.startAnother();
  const most = async () =>
    (
      await sql(
        'select count(*)::int as count from device_sessions where license_id = $1 and ended_at is null and expires_at > now()',
        [license.id],
      )
    )[0].count;
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  let served = 0;
  const live = async (name: string, app: typeof portal.app) => {
    const product = new (client.constructor as new (...given: unknown[]) => typeof client)(
      app,
      client.token,
      client.keys,
    );
    for (let turn = 0; turn < 5; turn += 1) {
      const taken = await product.call('sessions', { hardwareId: name, requestKey: `${name}-${turn}` });
      expect([200, 409, 429]).toContain(taken.status);
      expect(await most()).toBeLessThanOrEqual(5);
      if (taken.status !== 200) continue;
      served += 1;
      const sessionId = taken.body.session.id;
      const fate = random();
      // A killed client never returns: its lease expires by the clock.
      if (fate < 0.4) await runOut(sessionId);
      else if (fate < 0.8) await product.call('sessions/returns', { sessionId });
      else expect([200, 410]).toContain((await product.call('sessions/renewals', { sessionId })).status);
    }
  };
  const endless = { isOver: false };
  const job = (async () => {
    while (!endless.isOver) await endLeases(database);
  })();
  await Promise.all(Array.from({ length: 20 }, (_, index) => live(`C${index}`, index % 2 ? portal.app : another)));
  endless.isOver = true;
  await job;
  expect(served).toBeGreaterThan(10);
  expect(await listMisplaced()).toEqual([]);
  await sql("update device_sessions set expires_at = now() - interval '1 second' where ended_at is null");
  await endLeases(database);
  expect(await findSeatCounts(license.id)).toEqual({ used: 0, exceeded: 0 });
});
