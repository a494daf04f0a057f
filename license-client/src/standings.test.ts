import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient, listen } from '../test/clients.ts';
import { FakePortal } from '../test/fake-portal.ts';
import { makePortalKey, signAnswer } from '../test/portal-keys.ts';
import { memoryStore, type Store } from './store.ts';

const hour = 3_600_000;
let portal: FakePortal;
let store: Store;
beforeEach(async () => {
  portal = await FakePortal.start();
  store = memoryStore();
});
afterEach(() => portal.leave());

/** Changes the stored state, like somebody with an editor. */
async function edit(change: (state: Record<string, unknown>) => void): Promise<void> {
  const state = JSON.parse((await store.read()) ?? '{}');
  change(state);
  await store.write(JSON.stringify(state));
}

describe('while the portal is unreachable', () => {
  test('a product continues, and gets one event at the beginning and one when the portal is back', async () => {
    const client = createClient(portal, { retries: 0 });
    await client.activate();
    const events = listen(client, 'away', 'back', 'standing');
    await portal.leave();
    expect(await client.check()).toMatchObject({ isLicensed: true, source: 'earlier', error: { code: 'PortalAway' } });
    await client.check();
    await portal.comeBack();
    expect(await client.check()).toMatchObject({ isLicensed: true, source: 'portal' });
    expect(events).toEqual(['away', 'back']);
  });

  test('a restarted product continues for the hours that its license allows', async () => {
    await createClient(portal, { store }).activate();
    await portal.leave();
    const later = (hours: number) =>
      createClient(portal, { store, retries: 0, now: () => new Date(Date.now() + hours * hour) });
    expect(await later(71).check()).toMatchObject({ isLicensed: true });
    expect(await later(73).check()).toMatchObject({ isLicensed: false, code: 'OfflineTooLong' });
    expect(await later(-1).check()).toMatchObject({ isLicensed: false, code: 'ClockSetBack' });
  });
});

describe('the stored state', () => {
  beforeEach(async () => {
    await createClient(portal, { store }).activate();
  });

  test('does not contain the token', async () => {
    expect(await store.read()).not.toContain(portal.token);
    expect(await store.read()).not.toContain(portal.token.slice(4));
  });

  test('is ignored if an answer in it was changed', async () => {
    await edit((state) => {
      const word = state.word as { text: string };
      word.text = word.text.replace('"offlineHours":72', '"offlineHours":7200');
    });
    expect(await createClient(portal, { store }).status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
  });

  test('is ignored if another key signed it', async () => {
    await edit((state) => {
      const word = state.word as { text: string; signature: string };
      const [, signature] = /signature="(.*)"/.exec(signAnswer(makePortalKey('2026-11'), 200, word.text)) ?? [];
      word.signature = String(signature);
    });
    expect(await createClient(portal, { store }).status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
  });

  test('is ignored on another machine', async () => {
    expect(await createClient(portal, { store, hardwareId: 'BBBB-2222' }).status()).toMatchObject({
      isLicensed: false,
      code: 'NotActivated',
    });
  });

  test('still proves that the clock was set back after the newest time was removed', async () => {
    await edit((state) => {
      delete state.newestTime;
    });
    const back = createClient(portal, { store, now: () => new Date(Date.now() - hour) });
    expect(await back.status()).toMatchObject({ isLicensed: false, code: 'ClockSetBack' });
  });

  test.each(['', 'null', '{"version":2}', '{"version":1,"word":{"status":"x"},"batch":{"nonce":1},"keys":{"a":1}}'])(
    'is ignored if it cannot be read: %s',
    async (text) => {
      await store.write(text);
      const client = createClient(portal, { store });
      expect(await client.status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
      expect(await client.activate()).toMatchObject({ outcome: 'already' });
    },
  );
});
