import type { ProductToken } from '@portico/contract';
import {
  type CheckOut,
  type ClientEvents,
  type ClientOptions,
  LicenseClient,
  memoryStore,
} from '@portico/license-client';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test/faulty-proxy.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { insertLicense, type LicenseRow } from '../../../test/licenses.ts';
import { ownPort } from '../../../test/own-port.ts';

/** The demonstration's Acme Security. */
const accountId = 2;

let portal: FullPortal;
let network: FaultyProxy;
let owner: Browser;
let token: string;
beforeAll(async () => {
  const port = await ownPort();
  portal = await startFullPortal({ port });
  await portal.app.http.listen({ host: '127.0.0.1', port });
  network = await startFaultyProxy(`http://127.0.0.1:${port}`);
  owner = await portal.signIn('owner@acme.example');
});
beforeEach(async () => {
  await portal.database.pool.query('delete from licenses');
  await portal.database.pool.query('delete from product_tokens');
  await portal.database.pool.query('delete from rate_limits');
  // Acme shares its usage.
  await portal.database.pool.query('update accounts set usage_data_policy = 0');
});
afterEach(() => {
  network.decide = () => undefined;
});

/** A license of the product `desktop`, and a public token that the account's owner created for it. */
async function prepare(columns: Partial<LicenseRow> = {}): Promise<LicenseRow> {
  const license = await insertLicense(portal.database, accountId, columns);
  const body = { expirationDate: '9999-01-01', tokenType: 'Public', name: 'Front desks' };
  const made = await owner.post('/api/ProductsDashboard/desktop/AddToken', body);
  expect(made.statusCode, made.body).toBe(200);
  token = made.json<ProductToken>().token;
  return license;
}

/** A product on a device, which knows only the portal's URL and its token. */
function product(hardwareId: string, options: Partial<ClientOptions> = {}): LicenseClient {
  return new LicenseClient({
    portal: network.url,
    token,
    product: 'desktop',
    hardwareId,
    name: hardwareId,
    retryMilliseconds: 1,
    ...options,
  });
}

/** The portal handles the next such call, but its first answer is lost. */
function loseFirstAnswer(call: string): void {
  let isLost = false;
  network.decide = (_method, path) => {
    if (isLost || !path.endsWith(`/${call}`)) return undefined;
    isLost = true;
    return 'drop';
  };
}

function listen(client: LicenseClient, ...names: (keyof ClientEvents)[]): string[] {
  const events: string[] = [];
  for (const name of names) client.on(name, () => events.push(name));
  return events;
}

function getLease(checkedOut: CheckOut) {
  if (checkedOut.outcome === 'full') throw new Error('no seat is free');
  return checkedOut.session;
}

const counted = async (licenseId: number) => {
  const text =
    'select sum(checks)::int as checks, sum((counters ->> $2)::int)::int as scans from device_activity where license_id = $1';
  return (await portal.database.pool.query(text, [licenseId, 'scans'])).rows[0];
};

describe('a host-locked license', () => {
  test('is activated once even if the answer is lost, and returns its features', async () => {
    const { number, serialNumber } = await prepare({ quantity: 2 });
    loseFirstAnswer('activations');
    const client = product('DESK-1', { version: '5.4' });
    expect(await client.activate({ serialNumber })).toMatchObject({
      outcome: 'already',
      device: { hardwareId: 'DESK-1', name: 'DESK-1' },
      standing: { isLicensed: true, license: { number, used: 1, quantity: 2 } },
    });
    expect(await client.check()).toMatchObject({ isLicensed: true, code: 'Valid', source: 'portal' });
    expect(await client.features()).toMatchObject({ license: { number } });
  });

  test('evicts another device if it is full, and the evicted device is told', async () => {
    await prepare({ quantity: 1 });
    const other = product('DESK-1');
    const events = listen(other, 'released');
    await other.activate();
    const client = product('DESK-2');
    const full = await client.activate();
    if (full.outcome !== 'full') throw new Error('a seat is free');
    expect(full).toMatchObject({ quantity: 1, mayEvict: true, devices: [{ name: 'DESK-1' }] });
    expect(full.portalUrl).toMatch(/\/Billing\/Licenses\/\d+$/);
    expect(await full.useItHereInstead(Number(full.devices[0]?.id))).toMatchObject({ outcome: 'activated' });
    expect(await other.heartbeat()).toMatchObject({ isLicensed: false, code: 'DeviceReleased' });
    expect(events).toEqual(['released']);
    expect(await client.heartbeat()).toMatchObject({ isLicensed: true });
  });

  test('reports a release by a user at the device’s next heartbeat, and then stays refused', async () => {
    const store = memoryStore();
    await prepare();
    const client = product('DESK-1', { store, retries: 0 });
    const activation = await client.activate();
    if (activation.outcome === 'full') throw new Error('no seat is free');
    const events = listen(client, 'released');
    client.startHeartbeats({ everySeconds: 0.1 });
    await vi.waitFor(
      async () => expect(await client.status()).toMatchObject({ isLicensed: true, source: 'earlier' }),
      20_000,
    );
    const released = await owner.post(`/api/HardwareId/${activation.device.id}/Release`, { reason: 'Sold' });
    expect(released.statusCode, released.body).toBe(200);
    await vi.waitFor(() => expect(events).toEqual(['released']), 20_000);
    await client.stopHeartbeats();
    network.decide = () => 'refuse';
    expect(await product('DESK-1', { store, retries: 0 }).check()).toMatchObject({
      code: 'DeviceReleased',
      source: 'earlier',
    });
  });

  test('is found again by fingerprints', async () => {
    await prepare();
    const parts = (...values: string[]) => values.map((value, index) => ({ name: `part${index}`, value }));
    await product('DESK-1', { fingerprints: parts('a', 'b', 'c', 'd', 'e') }).activate();
    const changed = product('DESK-1-NEW', { fingerprints: parts('a', 'b', 'c', 'x', 'y') });
    expect(await changed.activate()).toMatchObject({ outcome: 'recognized', device: { hardwareId: 'DESK-1-NEW' } });
    expect(await changed.deactivate()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
    expect(await product('DESK-2').activate()).toMatchObject({ outcome: 'activated' });
  });
});

describe('while the portal is unreachable', () => {
  test('a product continues, even after a restart, and reports its counters afterwards', async () => {
    const { id } = await prepare();
    const store = memoryStore();
    const client = product('DESK-1', { store, retries: 0 });
    await client.activate();
    const events = listen(client, 'away', 'back');
    await network.close();
    client.count('scans', 3);
    expect(await client.heartbeat()).toMatchObject({
      isLicensed: true,
      source: 'earlier',
      error: { code: 'PortalAway' },
    });
    await client.stopHeartbeats();
    const again = product('DESK-1', { store, retries: 0 });
    expect(await again.check()).toMatchObject({ isLicensed: true, source: 'earlier' });
    const later = product('DESK-1', { store, retries: 0, now: () => new Date(Date.now() + 73 * 3_600_000) });
    expect(await later.check()).toMatchObject({ isLicensed: false, code: 'OfflineTooLong' });
    await network.open();
    expect(await client.heartbeat()).toMatchObject({ isLicensed: true, source: 'portal' });
    expect(events).toEqual(['away', 'back']);
    expect(await counted(id)).toMatchObject({ scans: 3 });
  });

  test('no counter is lost, whatever is lost on the way', async () => {
    const { id } = await prepare();
    const client = product('DESK-1');
    await client.activate();
    const faults = ['refuse', 'drop', 'refuse'] as const;
    let index = 0;
    network.decide = () => faults[index++];
    for (let times = 0; times < 4; times += 1) {
      client.count('scans', 5);
      await client.heartbeat();
    }
    // The second one was counted, and sent again because its answer was lost.
    expect(index).toBeGreaterThan(faults.length);
    expect((await counted(id)).scans).toBe(20);
  });

  test('a wrong clock is reported, and does no harm', async () => {
    await prepare();
    const client = product('DESK-1', { now: () => new Date(Date.now() - 86_400_000) });
    const events = listen(client, 'clockDiffers');
    expect(await client.activate()).toMatchObject({ outcome: 'activated' });
    expect(await client.check()).toMatchObject({ isLicensed: true, source: 'portal' });
    expect(events).toEqual(['clockDiffers']);
  });
});

describe('a floating license', () => {
  const leaseEnds = () =>
    portal.database.pool.query(
      "update device_sessions set expires_at = now() - interval '1 second' where ended_at is null",
    );

  test('leases its seats to the first callers, and again when a lease has ended', async () => {
    await prepare({ licenseModel: 1, quantity: 2 });
    const [first, second, third] = ['DESK-1', 'DESK-2', 'DESK-3'].map((each) => product(each)) as [
      LicenseClient,
      LicenseClient,
      LicenseClient,
    ];
    const onLost = vi.fn();
    const session = getLease(await first.checkOut({ onLost }));
    const given = getLease(await second.checkOut());
    const full = await third.checkOut();
    expect(full).toMatchObject({ outcome: 'full', quantity: 2 });
    await given.giveBack();
    getLease(await third.checkOut());
    expect(await session.renew()).toMatchObject({ isLicensed: true });
    // The first process hangs, so its lease expires.
    await leaseEnds();
    getLease(await second.checkOut());
    expect(await session.renew()).toMatchObject({ isLicensed: false, code: 'SessionEnded' });
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 20_000);
    expect(await first.status()).toMatchObject({ isLicensed: false });
    expect(getLease(await first.checkOut()).id).not.toBe(session.id);
  });

  test('evicts another device if it is full', async () => {
    await prepare({ licenseModel: 1, quantity: 1 });
    const session = getLease(await product('DESK-1').checkOut({ renewInBackground: false }));
    const client = product('DESK-2');
    const full = await client.checkOut();
    if (full.outcome !== 'full') throw new Error('a seat is free');
    const here = getLease(await full.useItHereInstead(Number(full.devices[0]?.id)));
    expect(await session.renew()).toMatchObject({ isLicensed: false, code: 'SessionEnded' });
    expect(await client.heartbeat()).toMatchObject({ isLicensed: true });
    await here.giveBack();
  });

  test('returns the same lease if the answer was lost, and refuses more days than the plan allows', async () => {
    await prepare({ licenseModel: 1, quantity: 1 });
    loseFirstAnswer('sessions');
    const session = getLease(await product('DESK-1').checkOut());
    await session.giveBack();
    const lending = product('DESK-2').checkOut({ borrowDays: 3 });
    await expect(lending).rejects.toMatchObject({ code: 'BorrowingNotAllowed', additionalData: { mostDays: 0 } });
  });
});
