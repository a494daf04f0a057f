import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catchLicensingError, createClient, eventually, listen } from '../test/clients.ts';
import { FakePortal, type Misbehavior } from '../test/fake-portal.ts';
import { LicenseClient } from './client.ts';

let portal: FakePortal;
beforeEach(async () => {
  portal = await FakePortal.start();
});
afterEach(() => portal.leave());

/** Repeated for each try, so that the client gives up. */
const always = (misbehavior: Misbehavior) => portal.misbehave(...Array<Misbehavior>(4).fill(misbehavior));

describe('an answer that is not the portal’s', () => {
  test.each([
    ['yesWithoutKey', 'signature'],
    ['otherCall', 'call'],
    ['otherStatus', 'signature'],
    ['otherTime', 'time'],
    ['tampered', 'signature'],
    ['truncated', 'signature'],
    ['huge', 'tooLarge'],
    ['notUtf8', 'malformed'],
  ] as const)('is not trusted: %s', async (misbehavior, reason) => {
    always(misbehavior);
    expect(await catchLicensingError(createClient(portal).activate())).toMatchObject({
      code: 'AnswerNotTrusted',
      reason,
    });
    expect(await createClient(portal).status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
  });

  test('is not trusted if it answers an earlier request', async () => {
    const client = createClient(portal, { retries: 0 });
    await client.activate();
    const [device] = portal.licensing.devices;
    expect(await client.check()).toMatchObject({ isLicensed: true });
    if (device) device.isBlocked = true;
    portal.misbehave('replay');
    // The earlier answer is still valid anyway.
    const standing = await client.check();
    expect(standing).toMatchObject({ source: 'earlier', error: { code: 'AnswerNotTrusted', reason: 'nonce' } });
    expect(await client.check()).toMatchObject({ isLicensed: false, code: 'DeviceBlocked', source: 'portal' });
  });

  test.each(['unsigned', 'redirect', 'requestLost', 'unavailable'] as const)(
    'counts as no answer: %s',
    async (misbehavior) => {
      always(misbehavior);
      expect(await catchLicensingError(createClient(portal).activate())).toMatchObject({ code: 'PortalAway' });
    },
  );

  test('is awaited no longer than the timeout', async () => {
    portal.misbehave('slow');
    const error = await catchLicensingError(createClient(portal, { timeoutSeconds: 0.2, retries: 0 }).activate());
    expect(error).toMatchObject({ code: 'PortalAway', reason: 'timeout' });
  });
});

describe('a repeated call', () => {
  test.each(['requestLost', 'answerLost', 'unavailable', 'tooMany', 'failed', 'truncated', 'unsigned'] as const)(
    'has the same nonce and its own time after %s',
    async (misbehavior) => {
      portal.misbehave(misbehavior);
      expect(await createClient(portal).activate()).toMatchObject({
        outcome: expect.stringMatching(/^(activated|already)$/),
      });
      const [first, second, third] = portal.calls.map(({ body }) => body);
      expect(third).toBeUndefined();
      expect(second?.nonce).toBe(first?.nonce);
      expect(portal.licensing.devices).toHaveLength(1);
    },
  );

  test('waits for the seconds in Retry-After, unless they exceed the maximum', async () => {
    portal.retryAfter = 1;
    portal.misbehave('tooMany');
    const begin = performance.now();
    await createClient(portal).activate();
    expect(performance.now() - begin).toBeGreaterThan(990);
    portal.retryAfter = 3_600;
    portal.misbehave('tooMany');
    const error = await catchLicensingError(createClient(portal).deactivate());
    expect(error).toMatchObject({ code: 'TooManyRequests', retryAfterSeconds: 3_600, status: 429 });
  });

  test('is not made after the configured number of retries, nor after an abort', async () => {
    always('requestLost');
    await catchLicensingError(createClient(portal, { retries: 2 }).activate());
    expect(portal.calls).toHaveLength(3);
    const breaking = new AbortController();
    const calling = createClient(portal, { retryMilliseconds: 20_000 }).activate({ signal: breaking.signal });
    await eventually(() => expect(portal.calls).toHaveLength(4));
    breaking.abort(new Error('the user left'));
    await expect(calling).rejects.toThrow('the user left');
  });

  test('is not made after a refusal, and the refusal is thrown with its code and details', async () => {
    const error = await catchLicensingError(createClient(portal).activate({ serialNumber: 'unknown' }));
    expect(error).toMatchObject({ code: 'LicenseUnknown', status: 404, requestId: 'req-1', additionalData: {} });
    expect(portal.calls).toHaveLength(1);
  });
});

describe('a wrong clock', () => {
  const hour = 3_600_000;

  test.each([hour, -2 * hour])('is reported once, and corrected: %i ms', async (ahead) => {
    const client = createClient(portal, { now: () => new Date(Date.now() + ahead) });
    const events: number[] = [];
    client.on('clockDiffers', ({ portalTime, differenceSeconds }) => {
      expect(Math.abs(portalTime.getTime() - Date.now())).toBeLessThan(60_000);
      events.push(differenceSeconds);
    });
    expect(await client.activate()).toMatchObject({ outcome: 'activated' });
    expect(await client.check()).toMatchObject({ isLicensed: true });
    expect(events).toEqual([ahead / 1000]);
    expect(portal.calls).toHaveLength(3);
  });

  test('is reported again after the clock was changed', async () => {
    let ahead = hour;
    const client = createClient(portal, { now: () => new Date(Date.now() + ahead) });
    await client.activate();
    const events = listen(client, 'clockDiffers');
    ahead = 3 * hour;
    expect(await client.check()).toMatchObject({ isLicensed: true, source: 'portal' });
    expect(events).toEqual(['clockDiffers']);
    // A right clock is not reported.
    ahead = 0;
    await client.check();
    expect(events).toHaveLength(1);
  });
});

describe('the options', () => {
  const options = { portal: 'https://portal.example', token: 'ptp_x', product: 'desktop', hardwareId: 'AAAA-1111' };

  test.each([
    { portal: 'http://portal.example' },
    { portal: 'ftp://portal.example' },
    { product: '' },
    { hardwareId: '' },
    { hardwareId: 'é' },
    { hardwareId: 'x'.repeat(129) },
  ])('reject %j', (wrong) => {
    expect(() => new LicenseClient({ ...options, ...wrong })).toThrow(TypeError);
  });

  test('call a token function for each call', async () => {
    const token = vi.fn(async () => portal.token);
    await createClient(portal, { token }).activate();
    expect(token).toHaveBeenCalledOnce();
    expect(await catchLicensingError(createClient(portal, { token: () => 'ptp_other' }).activate())).toMatchObject({
      code: 'TokenRejected',
    });
  });
});
