import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchLicensingError, createClient, listen } from '../test/clients.ts';
import { FakePortal } from '../test/fake-portal.ts';
import { memoryStore } from './store.ts';

let portal: FakePortal;
beforeEach(async () => {
  portal = await FakePortal.start();
});
afterEach(() => portal.leave());

const fingerprints = ['board', 'disk', 'network', 'system', 'user'].map((name) => ({ name, value: `${name} 1` }));

describe('activate', () => {
  test('puts the device on the license, and returns the same activation when repeated', async () => {
    const client = createClient(portal, { name: 'FRONT-DESK', version: '3.2' });
    const activation = await client.activate({ serialNumber: portal.licensing.serialNumber });
    expect(activation).toMatchObject({
      outcome: 'activated',
      device: { id: 1, name: 'FRONT-DESK', hardwareId: 'AAAA-1111' },
      standing: { isLicensed: true, code: 'Valid', source: 'portal', license: { number: 'LI-10318' } },
    });
    expect(await client.activate()).toMatchObject({ outcome: 'already' });
    expect(portal.calls.map(({ body }) => [body.version, body.serialNumber])).toEqual([
      ['3.2', portal.licensing.serialNumber],
      ['3.2', portal.licensing.serialNumber],
    ]);
  });

  test('recognizes a device with changed parts', async () => {
    await createClient(portal, { fingerprints }).activate();
    const changed = fingerprints.map((part, index) => (index < 2 ? { ...part, value: 'new' } : part));
    const client = createClient(portal, { hardwareId: 'BBBB-2222', fingerprints: changed });
    expect(await client.activate()).toMatchObject({
      outcome: 'recognized',
      device: { id: 1, hardwareId: 'BBBB-2222' },
    });
  });

  test('lists the devices with seats, and takes the seat of one of them', async () => {
    portal.licensing.quantity = 1;
    await createClient(portal, { hardwareId: 'OLD-1', name: 'BACK-OFFICE' }).activate();
    const client = createClient(portal);
    const full = await client.activate();
    if (full.outcome !== 'full') throw new Error('a seat was free');
    expect(full).toMatchObject({
      quantity: 1,
      mayEvict: true,
      releasesLeft: 3,
      devices: [{ id: 1, name: 'BACK-OFFICE' }],
    });
    expect(full.portalUrl).toMatch(/\/Billing\/Licenses\/7$/);
    expect(await client.status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
    expect(await full.useItHereInstead(1)).toMatchObject({ outcome: 'activated', device: { id: 2 } });
    expect(portal.licensing.devices.map(({ isReleased }) => isReleased)).toEqual([true, false]);
    expect(portal.calls.at(-1)?.body).toMatchObject({ replaces: 1 });
  });

  test('reports that no seat may be freed', async () => {
    Object.assign(portal.licensing, { quantity: 1, releasesLeft: 0 });
    await createClient(portal, { hardwareId: 'OLD-1' }).activate();
    const full = await createClient(portal).activate();
    if (full.outcome !== 'full') throw new Error('a seat was free');
    expect(full).toMatchObject({ mayEvict: false, nextAt: new Date('2026-12-22T11:00:00.000Z') });
    expect(await catchLicensingError(full.useItHereInstead(1))).toMatchObject({
      code: 'ReleaseLimit',
      additionalData: { nextAt: expect.any(String) },
    });
  });

  test('keeps the license in use when another serial number is refused', async () => {
    const client = createClient(portal);
    await client.activate();
    expect(await catchLicensingError(client.activate({ serialNumber: 'unknown' }))).toMatchObject({
      code: 'LicenseUnknown',
    });
    expect(await client.status()).toMatchObject({ isLicensed: true });
  });
});

describe('check', () => {
  test('reports a release once, and keeps saying no while the portal is unreachable', async () => {
    const client = createClient(portal, { retries: 0 });
    await client.activate();
    const events = listen(client, 'released', 'standing', 'away', 'back');
    const [device] = portal.licensing.devices;
    if (device) device.isReleased = true;
    expect(await client.check()).toMatchObject({ isLicensed: false, code: 'DeviceReleased' });
    await client.check();
    await portal.leave();
    expect(await client.check()).toMatchObject({ isLicensed: false, code: 'DeviceReleased', source: 'earlier' });
    expect(events).toEqual(['standing', 'released', 'away']);
  });

  test.each([
    ['canceled', 'LicenseCanceled'],
    ['expired', 'LicenseExpired'],
  ] as const)('reports the end of a license that is %s', async (status, code) => {
    const client = createClient(portal);
    await client.activate();
    const events = listen(client, 'ended');
    portal.licensing.status = status;
    expect(await client.check()).toMatchObject({ isLicensed: false, code });
    expect(events).toEqual(['ended']);
  });

  test('stores an error that refuses the device as the last answer', async () => {
    const store = memoryStore();
    const client = createClient(portal, { store, retries: 0, serialNumber: portal.licensing.serialNumber });
    await client.activate();
    const other = createClient(portal, { store, retries: 0, serialNumber: 'another' });
    expect(await other.check()).toMatchObject({ isLicensed: false, code: 'LicenseUnknown', source: 'portal' });
    await portal.leave();
    expect(await other.check()).toMatchObject({ isLicensed: false, code: 'LicenseUnknown' });
  });

  test('ignores a rejected token when it judges the license', async () => {
    let token = portal.token;
    const client = createClient(portal, { token: () => token });
    await client.activate();
    token = 'ptp_replaced';
    expect(await client.check()).toMatchObject({
      isLicensed: true,
      source: 'earlier',
      error: { code: 'TokenRejected' },
    });
  });

  test('checks a feature, with and without the portal', async () => {
    const client = createClient(portal, { retries: 0 });
    await client.activate();
    const reading = { feature: { scope: 'reading', name: 'types' } };
    const missing = { feature: { scope: 'reading', name: 'holograms' } };
    expect(await client.check(missing)).toMatchObject({ isLicensed: false, code: 'FeatureMissing', source: 'portal' });
    // The answer about the missing feature said nothing about the device.
    expect(await client.check(reading)).toMatchObject({ isLicensed: true, features: { reading: { types: 12 } } });
    await portal.leave();
    expect(await client.check(reading)).toMatchObject({ isLicensed: true, source: 'earlier' });
    expect(await client.check(missing)).toMatchObject({ isLicensed: false, code: 'FeatureMissing', source: 'earlier' });
  });

  test('reuses a recent answer, and reports such checks with the next heartbeat', async () => {
    const client = createClient(portal);
    await client.activate();
    for (let times = 0; times < 5; times += 1)
      expect(await client.check({ maxAgeSeconds: 60 })).toMatchObject({ isLicensed: true });
    expect(portal.calls).toHaveLength(1);
    await client.heartbeat();
    expect(portal.licensing.checks).toBe(5);
  });
});

describe('deactivate', () => {
  test('frees the seat, and changes nothing when repeated', async () => {
    const client = createClient(portal);
    await client.activate();
    expect(await client.deactivate()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
    expect(portal.licensing.devices).toMatchObject([{ isReleased: true }]);
    await client.deactivate();
    expect(portal.licensing.releasesLeft).toBe(2);
  });
});

describe('the calls for secret tokens', () => {
  test('return features, devices and usage', async () => {
    const client = createClient(portal);
    await client.activate();
    expect(await client.features()).toMatchObject({
      license: { number: 'LI-10318' },
      features: { reading: { types: 12 } },
    });
    expect(await client.listDevices()).toMatchObject({ items: [{ hardwareId: 'AAAA-1111' }], total: 1 });
    expect(await client.readUsage({ from: '2026-11-01', to: '2026-11-30' })).toMatchObject([
      { day: '2026-11-01', activations: 1 },
    ]);
  });

  test('free the seat of another device', async () => {
    await createClient(portal, { hardwareId: 'OLD-1' }).activate();
    const client = createClient(portal);
    await client.evict(1);
    expect(portal.licensing.devices).toMatchObject([{ isReleased: true }]);
    expect(portal.calls.at(-1)?.body).toMatchObject({ for: { hardwareId: 'AAAA-1111' } });
    expect(await catchLicensingError(client.evict(99))).toMatchObject({ code: 'DeviceUnknown' });
  });
});
