import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catchLicensingError, createClient, eventually, listen } from '../test/clients.ts';
import { FakePortal } from '../test/fake-portal.ts';
import type { LicenseClient } from './client.ts';
import type { CheckOutOptions, Session } from './sessions.ts';
import { memoryStore } from './store.ts';

let portal: FakePortal;
beforeEach(async () => {
  portal = await FakePortal.start();
  portal.licensing.model = 'floating';
});
afterEach(() => portal.leave());

async function open(client: LicenseClient, options: CheckOutOptions = {}): Promise<Session> {
  const checkedOut = await client.checkOut(options);
  if (checkedOut.outcome === 'full') throw new Error('no seat was left');
  return checkedOut.session;
}
const openSessions = () => portal.licensing.sessions.filter(({ hasEnded }) => !hasEnded).length;

describe('check out', () => {
  test('takes a seat, and giving the seat back frees it', async () => {
    const client = createClient(portal);
    const session = await open(client);
    expect(await client.status()).toMatchObject({ isLicensed: true, code: 'Valid' });
    expect(openSessions()).toBe(1);
    expect(await session.giveBack()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
    expect(openSessions()).toBe(0);
    await session.giveBack();
  });

  test('returns the same session after a lost answer and after a crash', async () => {
    const store = memoryStore();
    portal.misbehave('answerLost');
    const first = await open(createClient(portal, { store }));
    const second = await open(createClient(portal, { store }));
    expect(second.id).toBe(first.id);
    expect(portal.licensing.sessions).toHaveLength(1);
    await first.stop();
    await second.giveBack();
    const third = await open(createClient(portal, { store }));
    expect(third.id).not.toBe(first.id);
    await third.stop();
  });

  test('lists the devices with seats, and takes the seat of one of them', async () => {
    portal.licensing.quantity = 1;
    const onLost = vi.fn();
    const other = await open(createClient(portal, { hardwareId: 'OTHER-1', name: 'BACK-OFFICE' }), { onLost });
    const full = await createClient(portal).checkOut();
    if (full.outcome !== 'full') throw new Error('a seat was free');
    expect(full.devices).toMatchObject([{ name: 'BACK-OFFICE' }]);
    const here = await full.useItHereInstead(Number(full.devices[0]?.id));
    if (here.outcome === 'full') throw new Error('no seat was left');
    expect(await other.renew()).toMatchObject({ isLicensed: false, code: 'SessionEnded' });
    await eventually(() => expect(onLost).toHaveBeenCalledOnce());
    await here.session.giveBack();
  });

  test('rejects a host-locked license, and more days than the plan allows', async () => {
    expect(await catchLicensingError(createClient(portal).checkOut({ borrowDays: 8 }))).toMatchObject({
      code: 'BorrowingNotAllowed',
      additionalData: { mostDays: 7 },
    });
    portal.licensing.model = 'host-locked';
    expect(await catchLicensingError(createClient(portal).checkOut())).toMatchObject({ code: 'NotFloating' });
  });
});

describe('a session', () => {
  test('is renewed in the background', async () => {
    Object.assign(portal.licensing, { leaseSeconds: 2, renewAfterSeconds: 0.1 });
    const client = createClient(portal);
    const onLost = vi.fn();
    const session = await open(client, { onLost });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await client.status()).toMatchObject({ isLicensed: true });
    expect(onLost).not.toHaveBeenCalled();
    expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now());
    await session.giveBack();
  });

  test('is lost when the portal is unreachable for longer than its lease', async () => {
    Object.assign(portal.licensing, { leaseSeconds: 2, renewAfterSeconds: 0.1 });
    const client = createClient(portal, { retries: 0 });
    const events = listen(client, 'lost', 'away');
    const onLost = vi.fn();
    const session = await open(client, { onLost, renewInBackground: false });
    await portal.leave();
    expect(await session.renew()).toMatchObject({ isLicensed: true, error: { code: 'PortalAway' } });
    await eventually(async () =>
      expect(await session.renew()).toMatchObject({ isLicensed: false, code: 'SessionEnded' }),
    );
    expect(events).toEqual(['away', 'lost']);
    expect(onLost).toHaveBeenCalledOnce();
  });

  test('is lost when a heartbeat finds that it was ended in the portal', async () => {
    const client = createClient(portal);
    const onLost = vi.fn();
    const session = await open(client, { onLost, renewInBackground: false });
    for (const each of portal.licensing.sessions) each.hasEnded = true;
    expect(await client.heartbeat()).toMatchObject({ isLicensed: false, code: 'SessionEnded' });
    expect(portal.calls.at(-1)?.body).toMatchObject({ sessionId: session.id });
    await eventually(() => expect(onLost).toHaveBeenCalledOnce());
    const next = await open(client, { renewInBackground: false });
    expect(next.id).not.toBe(session.id);
    expect(await client.status()).toMatchObject({ isLicensed: true });
  });

  test('works without a network while it is borrowed, even after a restart', async () => {
    const store = memoryStore();
    await open(createClient(portal, { store }), { borrowDays: 3 });
    await portal.leave();
    const later = (days: number) => {
      const now = () => new Date(Date.now() + days * 86_400_000);
      return createClient(portal, { store, retries: 0, now });
    };
    expect(await later(2.9).status()).toMatchObject({ isLicensed: true });
    expect(await later(3.1).status()).toMatchObject({ isLicensed: false, code: 'SessionEnded' });
    const session = await later(1).openSession();
    expect(session?.borrowedUntil).toBeInstanceOf(Date);
    await portal.comeBack();
    portal.clockAhead = 86_400_000;
    await session?.giveBack();
    expect(openSessions()).toBe(0);
    expect(await later(1).openSession()).toBeUndefined();
  });
});

test('twenty clients on five seats never hold more than five, whatever is lost on the way', async () => {
  portal.licensing.quantity = 5;
  const clients = Array.from({ length: 20 }, (_, index) => createClient(portal, { hardwareId: `CLIENT-${index}` }));
  portal.misbehave('answerLost', 'requestLost', 'answerLost', 'truncated', 'answerLost');
  const outcomes = await Promise.all(clients.map((client) => client.checkOut({ renewInBackground: false })));
  expect(outcomes.filter(({ outcome }) => outcome === 'open')).toHaveLength(5);
  expect(openSessions()).toBe(5);
});
