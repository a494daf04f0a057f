import { beforeEach, describe, expect, test } from 'vitest';
import { insertLicense } from '../../../test/licenses.ts';
import { accountId, createLicensingPortal, LicensingClient } from './licensing.test-support.ts';

const portal = await createLicensingPortal();
const { database, sql, findSeatCounts } = portal;
const here = await portal.client();
const there = new LicensingClient(await portal.startAnother(), here.token, here.keys);
const pickClient = (index: number) => (index % 2 ? here : there);
const at = <Result>(count: number, ask: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
const listDevices = (id: number) =>
  sql('select hardware_id from devices where license_id = $1 and released_at is null', [id]);

beforeEach(async () => {
  await sql('delete from licenses');
  await sql('delete from rate_limits');
});

describe('concurrent calls', () => {
  test('activate one of fifty devices on the last seat', async () => {
    const license = await insertLicense(database, accountId, { quantity: 3 });
    for (const hardwareId of ['A', 'B']) await here.call('activations', { hardwareId });
    const codes = await at(
      50,
      async (index) => (await pickClient(index).call('activations', { hardwareId: `X${index}` })).code ?? 'activated',
    );
    expect(codes.filter((code) => code === 'activated')).toHaveLength(1);
    expect(codes.filter((code) => code === 'LicenseFull')).toHaveLength(49);
    expect(await findSeatCounts(license.id)).toEqual({ used: 3, exceeded: 0 });
    expect(await listDevices(license.id)).toHaveLength(3);
  });

  test('activate the same device twenty times as one row', async () => {
    const license = await insertLicense(database, accountId, { quantity: 5 });
    const answers = await at(20, (index) => pickClient(index).call('activations', { hardwareId: 'SAME' }));
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['activated', ...Array(19).fill('already')]);
    expect(new Set(answers.map(({ body }) => body.device.id)).size).toBe(1);
    expect(await findSeatCounts(license.id)).toEqual({ used: 1, exceeded: 0 });
    expect(await sql('select activations from license_days where license_id = $1', [license.id])).toEqual([
      { activations: 1 },
    ]);
  });

  test('replace a device only once in twenty tries, without losing a seat', async () => {
    const license = await insertLicense(database, accountId, { quantity: 2 });
    const replaces = (await here.call('activations', { hardwareId: 'OLD' })).body.device.id;
    await here.call('activations', { hardwareId: 'OTHER' });
    const answers = await at(20, (index) =>
      pickClient(index).call('activations', { hardwareId: `X${index}`, replaces }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'LicenseFull')).toHaveLength(19);
    expect(await findSeatCounts(license.id)).toEqual({ used: 2, exceeded: 0 });
    const counted = await sql(
      'select count(*)::int as count from device_events where license_id = $1 and counts_as_release',
      [license.id],
    );
    expect(counted).toEqual([{ count: 1 }]);
  });

  test('keep seats and counts correct for activations, releases and reports of the same devices', async () => {
    const license = await insertLicense(database, accountId, { quantity: 4 });
    await at(60, async (index) => {
      const hardwareId = `X${index % 6}`;
      const call = ['activations', 'heartbeats', 'deactivations'][index % 3] as string;
      const { status } = await pickClient(index).call(call, { hardwareId });
      expect([200, 404, 409, 429]).toContain(status);
    });
    const { used, exceeded } = await findSeatCounts(license.id);
    expect(exceeded).toBe(0);
    expect(await listDevices(license.id)).toHaveLength(used);
  });

  test('count all heartbeats of one device', async () => {
    const license = await insertLicense(database, accountId, { quantity: 4 });
    await here.call('activations', { hardwareId: 'A' });
    await at(100, (index) =>
      pickClient(index).call('heartbeats', { hardwareId: 'A', checks: 2, counters: { pages: 3 } }),
    );
    const [day] = await sql('select checks, counters from device_activity where license_id = $1', [license.id]);
    const [policy] = await sql('select usage_data_policy as policy from accounts where id = $1', [accountId]);
    expect(policy).toEqual({ policy: 3 });
    expect(day).toEqual({ checks: 0, counters: {} });
    await sql('update accounts set usage_data_policy = 2');
    await at(100, (index) =>
      pickClient(index).call('heartbeats', { hardwareId: 'A', checks: 2, counters: { pages: 3 } }),
    );
    const [counted] = await sql('select checks, counters from device_activity where license_id = $1', [license.id]);
    expect(counted).toEqual({ checks: 200, counters: { pages: 300 } });
  });
});
