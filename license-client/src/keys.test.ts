import { afterEach, beforeEach, expect, test } from 'vitest';
import { catchLicensingError, createClient } from '../test/clients.ts';
import { FakePortal } from '../test/fake-portal.ts';
import { makePortalKey } from '../test/portal-keys.ts';
import { LicenseClient } from './client.ts';
import type { ClientOptions } from './options.ts';
import { memoryStore } from './store.ts';

let portal: FakePortal;
beforeEach(async () => {
  portal = await FakePortal.start();
});
afterEach(() => portal.leave());

/** A client that was built without keys. */
const fetching = (options: Partial<ClientOptions> = {}) => {
  const { url, token } = portal;
  const own = { portal: url, token, product: 'desktop', hardwareId: 'AAAA-1111' };
  return new LicenseClient({ ...own, retryMilliseconds: 1, ...options });
};

test('keys are fetched once and stored', async () => {
  const store = memoryStore();
  const client = fetching({ store });
  await client.activate();
  portal.keys = [];
  expect(await client.check()).toMatchObject({ isLicensed: true });
  expect(await fetching({ store }).check()).toMatchObject({ isLicensed: true });
});

test('a new key is added, and a known one is never replaced', async () => {
  const store = memoryStore();
  await fetching({ store }).activate();
  portal.rotate('2026-12');
  expect(await fetching({ store }).check()).toMatchObject({ isLicensed: true, source: 'portal' });
  portal.rotate('2027-01');
  portal.keys = [...portal.keys.slice(0, 1), makePortalKey('2026-11')];
  const { error } = await fetching({ store, retries: 0 }).check();
  expect(error).toMatchObject({ code: 'AnswerNotTrusted', reason: 'keyChanged' });
});

test('built-in keys are the only trusted ones', async () => {
  const client = createClient(portal, { publicKeys: portal.publicKeys });
  await client.activate();
  portal.rotate('2026-12');
  expect(await catchLicensingError(client.features())).toMatchObject({
    code: 'AnswerNotTrusted',
    reason: 'unknownKey',
  });
});

test('a distrusted key signs nothing', async () => {
  const client = fetching({ distrustedKeyIds: ['2026-11'], retries: 0 });
  expect(await catchLicensingError(client.activate())).toMatchObject({
    code: 'AnswerNotTrusted',
    reason: 'unknownKey',
  });
});

test.each(['', '[]', '{"keys":[]}', '{"keys":[{"keyId":"2026-11","algorithm":"Ed25519","publicKey":"short"}]}'])(
  'an invalid list counts as no answer: %s',
  async (text) => {
    const fetch = ((url: string, init: RequestInit) =>
      url.includes('well-known')
        ? Promise.resolve(new Response(text))
        : globalThis.fetch(url, init)) as typeof globalThis.fetch;
    expect(await catchLicensingError(fetching({ fetch, retries: 0 }).activate())).toMatchObject({ code: 'PortalAway' });
  },
);
