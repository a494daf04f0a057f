import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchLicensingError, createClient } from '../test/clients.ts';
import { FakePortal } from '../test/fake-portal.ts';
import { memoryStore, type Store } from './store.ts';

const year = 365 * 86_400_000;
let portal: FakePortal;
let store: Store;
beforeEach(async () => {
  portal = await FakePortal.start();
  store = memoryStore();
});
afterEach(() => portal.leave());

/** A client that starts again with the stored state, a given time later by its clock. */
const startLater = (milliseconds: number, fetch?: typeof globalThis.fetch) =>
  createClient(portal, {
    ...{ store, retries: 0, now: () => new Date(Date.now() + milliseconds) },
    ...(fetch && { fetch }),
  });

/** Changes the stored state, like somebody with an editor. */
async function edit(change: object): Promise<void> {
  await store.write(JSON.stringify({ ...JSON.parse((await store.read()) ?? '{}'), ...change }));
}

/** A relay that changes the requests of a program. */
const relay = (change: object) =>
  ((url: string, init: RequestInit) => {
    const body = JSON.stringify({ ...JSON.parse(String(init.body)), ...change });
    return globalThis.fetch(url, { ...init, body });
  }) as typeof globalThis.fetch;

describe('a license of another product', () => {
  test('is not accepted from the portal', async () => {
    portal.licensing.product = 'sdk';
    const client = createClient(portal, { retries: 0 });
    const refused = { code: 'AnswerNotTrusted', reason: 'otherProduct' };
    expect(await catchLicensingError(client.activate())).toMatchObject(refused);
    expect(await client.check()).toMatchObject({ isLicensed: false, code: 'NotActivated', error: refused });
    expect(await client.heartbeat()).toMatchObject({ isLicensed: false, error: refused });
    expect(await catchLicensingError(client.features())).toMatchObject(refused);
  });

  test('is not accepted from the copied state of that product', async () => {
    await createClient(portal, { store }).activate();
    const copied = createClient(portal, { store, product: 'sdk' });
    expect(await copied.status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
  });

  test('is not accepted from an activation file', async () => {
    const client = createClient(portal, { store });
    const { shortCode: nonce } = await client.createRequest();
    const ofDesktop = portal.activationFile({ hardwareId: 'AAAA-1111', nonce, key: 'k' });
    await client.acceptActivation(ofDesktop);
    expect(await createClient(portal, { store, product: 'sdk' }).status()).toMatchObject({ isLicensed: false });
    const other = createClient(portal, { product: 'sdk' });
    await other.createRequest();
    expect(await catchLicensingError(other.acceptActivation(ofDesktop))).toMatchObject({
      code: 'FileRefused',
      reason: 'otherProduct',
    });
  });
});

test('a yes for another device is not accepted', async () => {
  await createClient(portal).activate();
  const client = createClient(portal, {
    ...{ hardwareId: 'BBBB-2222', retries: 0 },
    fetch: relay({ hardwareId: 'AAAA-1111' }),
  });
  const refused = { code: 'AnswerNotTrusted', reason: 'otherDevice' };
  expect(await catchLicensingError(client.activate())).toMatchObject(refused);
  expect(await client.check()).toMatchObject({ isLicensed: false, error: refused });
  expect(await client.heartbeat()).toMatchObject({ isLicensed: false, error: refused });
});

describe('a changed clock or state', () => {
  test('does not prolong an answer by a stored correction of the clock', async () => {
    await createClient(portal, { store }).activate();
    await edit({ clockOffset: -3 * year });
    expect(await startLater(3 * year).status()).toMatchObject({ isLicensed: false, code: 'OfflineTooLong' });
  });

  test('does not prolong an activation file by a stored correction of the clock', async () => {
    const client = createClient(portal, { store });
    const { shortCode: nonce } = await client.createRequest();
    await client.acceptActivation(portal.activationFile({ hardwareId: 'AAAA-1111', nonce, key: 'k' }));
    await edit({ clockOffset: -3 * year, newestTime: 0 });
    expect(await startLater(3 * year).status()).toMatchObject({ isLicensed: false, code: 'LicenseExpired' });
  });

  test('is noticed after a later time was seen, until the portal answers', async () => {
    await createClient(portal, { store }).activate();
    expect(await startLater(73 * 3_600_000).status()).toMatchObject({ code: 'OfflineTooLong' });
    const back = startLater(0);
    expect(await back.status()).toMatchObject({ isLicensed: false, code: 'ClockSetBack' });
    expect(await back.check()).toMatchObject({ isLicensed: true });
    expect(await startLater(0).status()).toMatchObject({ isLicensed: true });
  });

  test('does not prolong a license in a running process', async () => {
    portal.licensing.offlineHours = 0;
    let ahead = 0;
    const client = createClient(portal, { now: () => new Date(Date.now() + ahead) });
    await client.activate();
    ahead = -60_000;
    expect(await client.status()).toMatchObject({ isLicensed: false, code: 'OfflineTooLong' });
  });

  test('does not repeat an answer that was recorded earlier', async () => {
    let recorded = '';
    let answer = new Response();
    const record = (async (url: string, init: RequestInit) => {
      recorded = JSON.parse(String(init.body)).nonce;
      const received = await globalThis.fetch(url, init);
      answer = received.clone();
      return received;
    }) as typeof globalThis.fetch;
    const client = startLater(0, record);
    await client.activate();
    client.count('scans');
    await client.heartbeat();
    const said = answer;
    await client.deactivate();
    const batch = { counters: { scans: 1 }, checks: 0, nonce: recorded, reportId: recorded };
    await edit({ batch, clockOffset: -2 * year });
    const replayed = startLater(2 * year, async () => said.clone());
    expect(await replayed.heartbeat()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
  });
});
