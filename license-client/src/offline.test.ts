import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchLicensingError, createClient } from '../test/clients.ts';
import { FakePortal } from '../test/fake-portal.ts';
import { fromBase64Url, toBase32, toBase64Url } from './encoding.ts';
import type { ClientOptions } from './options.ts';
import { proofCode, shortCode } from './short-code.ts';
import { memoryStore, type Store } from './store.ts';

let portal: FakePortal;
let store: Store;
beforeEach(async () => {
  portal = await FakePortal.start();
  store = memoryStore();
  // The device is offline.
  await portal.leave();
});
afterEach(() => portal.leave());

const key = 'a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U';
const device = (options: Partial<ClientOptions> = {}) =>
  createClient(portal, { store, product: 'desktop', version: '3.2', name: 'LAB-1', ...options });
const requestOf = async (client = device()) => JSON.parse((await client.createRequest()).text);
const reasonOf = async (calling: Promise<unknown>) => {
  const { code, reason } = await catchLicensingError(calling);
  return code === 'FileRefused' ? reason : code;
};

describe('a request', () => {
  test('contains what the portal needs, and stays the same until it is answered', async () => {
    const request = await device({ serialNumber: 'S-1' }).createRequest();
    expect(request.fileName).toBe('Portico-Request.json');
    expect(JSON.parse(request.text)).toEqual({
      format: 'portico-request',
      version: 1,
      kind: 'activation',
      product: 'desktop',
      productVersion: '3.2',
      hardwareId: 'AAAA-1111',
      name: 'LAB-1',
      fingerprints: [],
      serialNumber: 'S-1',
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      time: expect.any(String),
    });
    expect(await device().createRequest()).toEqual(request);
  });
});

describe('an activation file', () => {
  test('activates only the device that requested it', async () => {
    const { hardwareId, nonce } = await requestOf();
    const file = portal.activationFile({ hardwareId, nonce, key });
    expect(await device().acceptActivation(file)).toMatchObject({
      isLicensed: true,
      source: 'file',
      features: { reading: { types: 12 } },
    });
    expect(await device().acceptActivation(file)).toMatchObject({ isLicensed: true });
    expect(await device().status()).toMatchObject({ isLicensed: true, source: 'file' });
    // The state of one device, copied to another.
    expect(await device({ hardwareId: 'BBBB-2222' }).status()).toMatchObject({
      isLicensed: false,
      code: 'DeviceUnknown',
    });
    const other = device({ store: memoryStore(), hardwareId: 'BBBB-2222' });
    await other.createRequest();
    expect(await reasonOf(other.acceptActivation(file))).toBe('otherDevice');
  });

  test('is refused if it answers another request or none, was changed, or is a plain license file', async () => {
    const { hardwareId, nonce } = await requestOf();
    const right = portal.activationFile({ hardwareId, nonce, key });
    expect(
      await reasonOf(device().acceptActivation(portal.activationFile({ hardwareId, nonce: 'another', key }))),
    ).toBe('otherRequest');
    expect(await reasonOf(device({ store: memoryStore() }).acceptActivation(right))).toBe('otherRequest');
    const changed = right.replace(/(?<="signature": ")./, (first) => (first === 'x' ? 'y' : 'x'));
    expect(await reasonOf(device().acceptActivation(changed))).toBe('signature');
    const plain = portal.activationFile({ hardwareId, nonce, key }, { activation: undefined });
    expect(await reasonOf(device().acceptActivation(plain))).toBe('noActivation');
    const expired = portal.activationFile({ hardwareId, nonce, key }, { expiresAt: '2020-01-01T00:00:00.000Z' });
    expect(await reasonOf(device().acceptActivation(expired))).toBe('expired');
    expect(await device().status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
  });

  test('ends with the license', async () => {
    const { hardwareId, nonce } = await requestOf();
    await device().acceptActivation(portal.activationFile({ hardwareId, nonce, key }));
    const later = device({ now: () => new Date(Date.now() + 2 * 86_400_000) });
    expect(await later.status()).toMatchObject({ isLicensed: false, code: 'LicenseExpired' });
  });

  test('is not accepted again after it was given up with a proof', async () => {
    const { hardwareId, nonce } = await requestOf();
    const file = portal.activationFile({ hardwareId, nonce, key });
    await device().acceptActivation(file);
    const proved = await device().createDeactivation();
    const request = JSON.parse(proved.text);
    const proof = createHash('sha256').update(`portico-deactivation-v1.${key}.${request.nonce}`).digest('base64url');
    expect(request).toMatchObject({ kind: 'deactivation', hardwareId, proof });
    expect(await device().status()).toMatchObject({ isLicensed: false, code: 'NotActivated' });
    expect(await device().createDeactivation()).toEqual(proved);
    expect(proved.proofCode).toBe(await proofCode(key));
    expect(await reasonOf(device().acceptActivation(file))).toBe('givenUp');
    // A new request gets a new file.
    const next = await requestOf();
    expect(next.nonce).not.toBe(nonce);
    const another = portal.activationFile({ hardwareId, nonce: next.nonce, key: `${key}2` });
    expect(await device().acceptActivation(another)).toMatchObject({ isLicensed: true });
    expect((await device().createDeactivation()).proofCode).toBe(await proofCode(`${key}2`));
  });

  test('can be given up after its end, but not without an activation', async () => {
    expect(await reasonOf(device().createDeactivation())).toBe('noActivation');
    const { hardwareId, nonce } = await requestOf();
    await device().acceptActivation(portal.activationFile({ hardwareId, nonce, key }));
    const later = device({ now: () => new Date(Date.now() + 2 * 86_400_000) });
    expect(JSON.parse((await later.createDeactivation()).text)).toMatchObject({ kind: 'deactivation' });
  });
});

describe('a short code', () => {
  test('contains the hardware ID, and four characters that detect typing errors and another product', async () => {
    expect(await shortCode('desktop', '7C1E9A40B2')).not.toBe(await shortCode('server', '7C1E9A40B2'));
    const digest = createHash('sha256').update('portico-request-v2.desktop.7C1E9A40B2').digest();
    const bits = digest.readUIntBE(0, 3) >> 4;
    const expected = [15, 10, 5, 0].map((shift) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[(bits >> shift) & 31]).join('');
    expect(await shortCode('desktop', '7C1E9A40B2')).toBe(`PR2.7C1E9A40B2.${expected}`);
  });

  test('contains a derived hardware ID if the device’s own cannot be typed, and a file for the derived one is accepted', async () => {
    const client = device({ hardwareId: '{lower-case}' });
    const { shortCode: code } = await client.createRequest();
    const [, hardwareId = ''] = /^PR2\.([0-9A-HJKMNP-TV-Z]{16})\.\w{4}$/.exec(code) ?? [];
    expect(hardwareId).toHaveLength(16);
    const file = portal.activationFile({ hardwareId, nonce: code, key });
    expect(await client.acceptActivation(file)).toMatchObject({ isLicensed: true, source: 'file' });
    expect(JSON.parse((await client.createDeactivation()).text)).toMatchObject({ hardwareId });
  });
});

describe('a proof code', () => {
  const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

  test('contains 90 bits of a hash of the key, and two characters that make its number a multiple of 1,021', () => {
    return fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        const code = await proofCode(text);
        expect(code).toMatch(/^PD1(?:[.-][0-9A-HJKMNP-TV-Z]{5}){4}$/);
        const values = [...code.slice(4).replaceAll('-', '')].map((character) => BigInt(base32.indexOf(character)));
        const number = values.reduce((sum, value) => sum * 32n + value, 0n);
        expect(number % 1_021n).toBe(0n);
        const digest = createHash('sha256').update(`portico-proof-code-v1.${text}`).digest('hex');
        expect(number >> 10n).toBe(BigInt(`0x${digest}`) >> 166n);
      }),
    );
  });

  test('equals the example in docs/licensing.md', async () => {
    expect(await proofCode(key)).toBe('PD1.GKNTW-289QV-5S0D1-K2HVM');
  });
});

describe('encodings', () => {
  test('base64url equals that of Node.js, and decodes only canonical text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(toBase64Url(bytes)).toBe(text);
        expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
      }),
    );
    for (const wrong of ['A', 'AB', 'AA==', 'A+', 'é', 'AAA=']) expect(fromBase64Url(wrong)).toBeUndefined();
  });

  test('base32 encodes the bits of the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
        const expected = bits
          .match(/.{5}/g)
          ?.map((five) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[Number.parseInt(five, 2)]);
        expect(toBase32(bytes, 16)).toBe(expected?.join(''));
      }),
    );
  });
});
