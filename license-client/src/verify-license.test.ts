import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyLicense } from './index.ts';

const now = new Date('2026-11-22T12:00:00.000Z');

function newKey(): { secret: KeyObject; raw: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { secret: privateKey, raw: String(publicKey.export({ format: 'jwk' }).x) };
}
const key = newKey();
const other = newKey();
const publicKeys = { '2026-11': key.raw, '2026-10': other.raw };

const payload = {
  license: 'LI-10318',
  serialNumber: '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D',
  model: 'host-locked',
  account: 'Acme Security',
  products: [
    { product: 'desktop', plan: 'desktop-basic', version: '3.2', quantity: 2, features: { reading: { types: 12 } } },
  ],
  quantity: 2,
  trial: false,
  issuedAt: '2026-11-22T11:00:00.000Z',
  expiresAt: '2026-12-22T11:00:00.000Z',
  hardwareIds: ['7C1E9A40B2', 'écran-1'],
} as const;

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const signatureOf = (text: string, secret = key.secret) => sign(null, Buffer.from(text), secret).toString('base64url');

function fileOf(contents: unknown = payload, rest: object = {}): Record<string, unknown> {
  const encoded = encode(contents);
  return {
    format: 'portico-license',
    version: 1,
    algorithm: 'Ed25519',
    keyId: '2026-11',
    payload: encoded,
    signature: signatureOf(`portico-license-v1.${encoded}`),
    ...rest,
  };
}

const verify = (file: unknown, options: object = {}) =>
  verifyLicense(typeof file === 'string' ? file : JSON.stringify(file), {
    publicKeys,
    product: 'desktop',
    now,
    ...options,
  });
const refused = (reason: string) => ({ ok: false, reason });

describe('a license file', () => {
  test('returns the license that was signed', async () => {
    expect(await verify(fileOf())).toEqual({ ok: true, license: payload });
  });

  test('is accepted with a byte order mark and other whitespace', async () => {
    expect(await verify(`\ufeff${JSON.stringify(fileOf(), null, 4)}\r\n`)).toMatchObject({ ok: true });
  });

  test('drops unknown fields', async () => {
    expect(await verify(fileOf({ ...payload, later: true }, { comment: 'x' }))).toEqual({ ok: true, license: payload });
  });

  test('is accepted with an older key', async () => {
    const encoded = encode(payload);
    const signature = signatureOf(`portico-license-v1.${encoded}`, other.secret);
    expect(await verify(fileOf(payload, { keyId: '2026-10', signature }))).toMatchObject({ ok: true });
  });
});

test('a license of another product is refused', async () => {
  expect(await verify(fileOf(), { product: 'sdk' })).toEqual(refused('otherProduct'));
  const several = { ...payload, products: [{ ...payload.products[0], product: 'sdk' }, ...payload.products] };
  expect(await verify(fileOf(several))).toMatchObject({ ok: true });
});

describe('the signature', () => {
  test('rejects a payload that was changed anywhere', async () => {
    const file = fileOf();
    const text = String(file.payload);
    for (let index = 0; index < text.length; index += 7) {
      const changed = `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
      const { ok } = await verify({ ...file, payload: changed });
      expect(ok, `${index}`).toBe(false);
    }
    expect(await verify({ ...file, payload: encode({ ...payload, quantity: -1 }) })).toEqual(refused('signature'));
  });

  test('rejects a file signed with another key under this key’s id', async () => {
    const signature = signatureOf(`portico-license-v1.${encode(payload)}`, other.secret);
    expect(await verify(fileOf(payload, { signature }))).toEqual(refused('signature'));
    expect(await verify(fileOf(payload, { keyId: '2026-10' }))).toEqual(refused('signature'));
  });

  test('rejects a text that was signed for another purpose', async () => {
    const encoded = encode(payload);
    for (const prefix of ['', 'portico-license-v2.', 'portico-receipt-v1.']) {
      expect(await verify(fileOf(payload, { signature: signatureOf(prefix + encoded) }))).toEqual(refused('signature'));
    }
  });

  test('rejects a public key that was used as the secret of a MAC', async () => {
    const encoded = encode(payload);
    const mac = createHmac('sha512', Buffer.from(key.raw, 'base64url')).update(`portico-license-v1.${encoded}`);
    const signature = mac.digest('base64url');
    expect(await verify(fileOf(payload, { signature }))).toEqual(refused('signature'));
    expect(await verify(fileOf(payload, { signature, algorithm: 'HS512' }))).toEqual(refused('malformed'));
  });

  test('is checked before the payload is read', async () => {
    expect(await verify(fileOf('no JSON', { signature: signatureOf('else') }))).toEqual(refused('signature'));
    expect(await verify(fileOf('no JSON'))).toEqual(refused('malformed'));
  });
});

describe('the form', () => {
  test.each([
    ['nothing', ''],
    ['no JSON', 'License'],
    ['a list', '[]'],
    ['null', 'null'],
    ['deeply nested lists', '['.repeat(200_000)],
  ])('rejects %s', async (_, text) => {
    expect(await verify(text)).toEqual(refused('malformed'));
  });

  test.each([
    ['another format', { format: 'license' }],
    ['a later version', { version: 2 }],
    ['a version as text', { version: '1' }],
    ['no algorithm', { algorithm: 'none' }],
    ['another algorithm', { algorithm: 'RS256' }],
    ['an algorithm in another case', { algorithm: 'ed25519' }],
    ['a key id that is not a string', { keyId: ['2026-11'] }],
    ['a key id of other characters', { keyId: '2026 11' }],
    ['a payload with padding', { payload: `${encode('1')}==` }],
    ['a payload in plain base64', { payload: '+/==' }],
    ['a payload with bits left over', { payload: 'AB' }],
    ['a signature that is too short', { signature: 'AAAA' }],
    ['an empty signature', { signature: '' }],
    ['no signature', { signature: undefined }],
  ])('rejects %s', async (_, rest) => {
    expect(await verify(fileOf(payload, rest))).toEqual(refused('malformed'));
  });

  test('rejects a file that is too large before it parses it', async () => {
    expect(await verify(' '.repeat(16 * 1024 * 1024 + 1))).toEqual(refused('malformed'));
  });

  test.each([
    ['a list', []],
    ['no products', { ...payload, products: [] }],
    ['a product without a plan', { ...payload, products: [{ ...payload.products[0], plan: undefined }] }],
    ['a feature that is an object', { ...payload, products: [{ ...payload.products[0], features: { a: { b: {} } } }] }],
    ['an unknown model', { ...payload, model: 'site' }],
    ['part of a device', { ...payload, quantity: 1.5 }],
    ['a date that does not exist', { ...payload, expiresAt: '2026-02-30T00:00:00.000Z' }],
    ['a date without its zone', { ...payload, issuedAt: '2026-11-22T11:00:00' }],
    ['no end at all', { ...payload, expiresAt: undefined }],
    ['a host-locked license of any device', { ...payload, hardwareIds: null }],
    ['a hardware ID that is not a string', { ...payload, hardwareIds: [1] }],
  ])('rejects a signed payload with %s', async (_, contents) => {
    expect(await verify(fileOf(contents))).toEqual(refused('malformed'));
  });

  test('rejects bytes that are not UTF-8', async () => {
    const encoded = Buffer.from([0x22, 0xff, 0x22]).toString('base64url');
    const signature = signatureOf(`portico-license-v1.${encoded}`);
    expect(await verify(fileOf(payload, { payload: encoded, signature }))).toEqual(refused('malformed'));
  });
});

describe('the keys', () => {
  test.each(['2025-01', '__proto__', 'constructor', 'toString'])('reject the unknown key id %s', async (keyId) => {
    expect(await verify(fileOf(payload, { keyId }))).toEqual(refused('unknownKey'));
  });

  test.each(['', 'AAAA', 'not base64url!'])('throw for the invalid key %j', async (raw) => {
    await expect(verify(fileOf(), { publicKeys: { '2026-11': raw } })).rejects.toThrow(TypeError);
  });
});

describe('time', () => {
  const issued = Date.parse(payload.issuedAt);
  const expires = Date.parse(payload.expiresAt);
  const at = (milliseconds: number, rest: object = {}) => verify(fileOf(), { now: new Date(milliseconds), ...rest });

  test('rejects a file that was issued in the future, beyond the tolerance', async () => {
    expect(await at(issued - 300_001)).toEqual(refused('notYetIssued'));
    expect(await at(issued - 300_000)).toMatchObject({ ok: true });
    expect(await at(issued - 1, { clockTolerance: 0 })).toEqual(refused('notYetIssued'));
  });

  test('rejects an expired license, beyond the tolerance', async () => {
    expect(await at(expires + 300_000)).toEqual(refused('expired'));
    expect(await at(expires + 299_999)).toMatchObject({ ok: true });
    expect(await at(expires, { clockTolerance: 0 })).toEqual(refused('expired'));
    expect(await at(expires - 1, { clockTolerance: 0 })).toMatchObject({ ok: true });
  });

  test('accepts a license without an end forever', async () => {
    const file = fileOf({ ...payload, expiresAt: null });
    expect(await verify(file, { now: new Date('2999-01-01') })).toMatchObject({ ok: true });
  });

  test.each([{ now: new Date('x') }, { clockTolerance: -1 }, { clockTolerance: Number.NaN }])(
    'throws for %j',
    async (options) => {
      await expect(verify(fileOf(), options)).rejects.toThrow(TypeError);
    },
  );
});

describe('the device', () => {
  test.each(['7C1E9A40B2', 'écran-1'])('accepts %s, which the license covers', async (hardwareId) => {
    expect(await verify(fileOf(), { hardwareId })).toMatchObject({ ok: true });
  });

  test.each(['7C1E9A40B3', '7c1e9a40b2', ''])('rejects %j, which the license does not cover', async (hardwareId) => {
    expect(await verify(fileOf(), { hardwareId })).toEqual(refused('otherDevice'));
  });

  test('rejects every device if the license covers none', async () => {
    expect(await verify(fileOf({ ...payload, hardwareIds: [] }), { hardwareId: 'x' })).toEqual(refused('otherDevice'));
  });

  test('accepts every device with a floating license', async () => {
    const file = fileOf({ ...payload, model: 'floating', hardwareIds: null });
    expect(await verify(file, { hardwareId: 'x' })).toMatchObject({ ok: true });
  });
});
