import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient, eventually, listen } from '../test/clients.ts';
import { FakePortal, type Misbehavior } from '../test/fake-portal.ts';
import { memoryStore } from './store.ts';

let portal: FakePortal;
beforeEach(async () => {
  portal = await FakePortal.start();
});
afterEach(() => portal.leave());

describe('the background reports', () => {
  test('send the first report immediately, and the next ones at their interval', async () => {
    const client = createClient(portal);
    await client.activate();
    client.startHeartbeats({ everySeconds: 0.05 });
    client.startHeartbeats({ everySeconds: 0.05 });
    client.count('scans', 2);
    await eventually(() => expect(portal.licensing.heartbeats).toBeGreaterThanOrEqual(3));
    await client.stopHeartbeats();
    const { heartbeats, counted } = portal.licensing;
    expect(counted).toEqual({ scans: 2 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(portal.licensing.heartbeats).toBe(heartbeats);
  });

  test('detect a release in the portal with the next report', async () => {
    const client = createClient(portal);
    await client.activate();
    const events = listen(client, 'released');
    client.startHeartbeats({ everySeconds: 0.02 });
    await eventually(() => expect(portal.licensing.heartbeats).toBeGreaterThanOrEqual(1));
    expect(events).toEqual([]);
    const [device] = portal.licensing.devices;
    if (device) device.isReleased = true;
    await eventually(() => expect(events).toEqual(['released']));
    await client.stopHeartbeats();
    expect(await client.status()).toMatchObject({ isLicensed: false, code: 'DeviceReleased' });
  });

  test('continue after a refusal, and while the portal is unreachable', async () => {
    let token = 'ptp_replaced';
    const client = createClient(portal, { token: () => token, serialNumber: 'unknown', retries: 0 });
    const events = listen(client, 'away', 'back', 'failed');
    client.startHeartbeats({ everySeconds: 0.02 });
    await eventually(() => expect(events.length).toBeGreaterThanOrEqual(2));
    expect(new Set(events)).toEqual(new Set(['failed']));
    await portal.leave();
    await eventually(() => expect(events.at(-1)).toBe('away'));
    token = portal.token;
    await portal.comeBack();
    await eventually(async () => expect(await client.status()).toMatchObject({ code: 'LicenseUnknown' }));
    await client.stopHeartbeats();
    expect(events.slice(-2)).toEqual(['away', 'back']);
  });
});

describe('count', () => {
  test.each(['', '1st', 'two words', 'é', 'x'.repeat(51)])('rejects the name %j', (name) => {
    expect(() => createClient(portal).count(name)).toThrow(TypeError);
  });

  test('rejects a number that is not whole, and a 21st name', () => {
    const client = createClient(portal);
    for (const by of [-1, 0.5, Number.NaN, Number.MAX_VALUE])
      expect(() => client.count('scans', by)).toThrow(TypeError);
    for (let name = 0; name < 20; name += 1) client.count(`name${name}`);
    expect(() => client.count('another')).toThrow(TypeError);
    client.count('name0');
  });

  test('keeps counts that the portal did not accept, and sends them after the next start', async () => {
    const store = memoryStore();
    const client = createClient(portal, { store, retries: 0 });
    await client.activate();
    await portal.leave();
    client.count('scans', 3);
    await client.stopHeartbeats();
    client.count('scans', 4);
    await client.stopHeartbeats();
    await portal.comeBack();
    const next = createClient(portal, { store });
    await next.heartbeat();
    await next.heartbeat();
    expect(portal.licensing.counted).toEqual({ scans: 7 });
  });
});

/** What happens between two reports, and to the report itself. */
const turn = fc.record({
  counts: fc.array(fc.record({ name: fc.constantFrom('scans', 'pages'), by: fc.nat(1_000) }), { maxLength: 4 }),
  network: fc.constantFrom<Misbehavior | 'works'>(
    'works',
    'works',
    'requestLost',
    'answerLost',
    'truncated',
    'unavailable',
  ),
  /** The product is restarted after it stored its counts. */
  isStartedAgain: fc.boolean(),
});

async function run(turns: readonly (typeof turn extends fc.Arbitrary<infer Turn> ? Turn : never)[]) {
  Object.assign(portal.licensing, { counted: {} });
  const store = memoryStore();
  let client = createClient(portal, { store, retries: 0 });
  const expected: Record<string, number> = {};
  for (const { counts, network, isStartedAgain } of turns) {
    for (const { name, by } of counts) {
      client.count(name, by);
      expected[name] = (expected[name] ?? 0) + by;
    }
    if (network !== 'works') portal.misbehave(network);
    await client.heartbeat();
    if (!isStartedAgain) continue;
    portal.misbehave('requestLost');
    await client.stopHeartbeats();
    portal.forgive();
    client = createClient(portal, { store, retries: 0 });
  }
  // Twice: for the pending batch, and for the counts since then.
  await client.heartbeat();
  await client.heartbeat();
  return { counted: portal.licensing.counted, expected };
}

describe('counters, with lost and repeated requests', () => {
  test('are counted once by a portal that remembers the last report', async () => {
    await createClient(portal).activate();
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
        const { counted, expected } = await run(turns);
        expect(counted).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('are never lost by a portal that does not remember nonces, but may be counted twice', async () => {
    portal.licensing.knowsReports = false;
    await createClient(portal).activate();
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 8 }), async (turns) => {
        const { counted, expected } = await run(turns);
        for (const [name, by] of Object.entries(expected)) expect(counted[name] ?? 0).toBeGreaterThanOrEqual(by);
      }),
      { numRuns: 30 },
    );
  });
});
