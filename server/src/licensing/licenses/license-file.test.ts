import { type VerifyOptions, verifyLicense } from '@portico/license-client';
import { describe, expect, test } from 'vitest';
import { createPayload, signLicense } from './license-file.ts';
import { createKey, openPrivateKey } from './license-keys.ts';
import type { LicenseRow } from './licenses.queries.ts';

const appSecret = 'a secret of the tests, long enough';
const key = createKey('2026-11', appSecret);
const publicKeys = { '2026-11': key.publicKey.toString('base64url') };
const now = new Date('2026-11-22T12:00:00Z');
const license: LicenseRow = {
  id: 7,
  accountId: 1,
  orderId: 9,
  subscriptionId: null,
  number: 'LI-10318',
  serialNumber: '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D',
  licenseModel: 0,
  productId: 'desktop',
  planId: 'desktop-basic',
  version: null,
  status: 1,
  trial: true,
  startsAt: new Date('2026-11-01T00:00:00Z'),
  expiresAt: new Date('2026-12-01T00:00:00Z'),
  quantity: 2,
  usedQuantity: 1,
  exceededQuantity: 0,
  createdAt: now,
  updatedAt: now,
};
const facts = {
  license,
  accountName: 'Acme « Sécurité » \u202e',
  product: { version: '3.2' },
  plan: { featureValues: { reading: { types: 12, batch: true, format: 'CSV' } } },
  hardwareIds: ['7C1E9A40B2'],
};

const signed = (given: Partial<typeof facts> = {}) =>
  signLicense(createPayload({ ...facts, ...given }, now), { id: key.id, secret: openPrivateKey(key, appSecret) });

describe('the contents of a license file', () => {
  test('state what the license covers', () => {
    expect(createPayload(facts, now)).toEqual({
      license: 'LI-10318',
      serialNumber: '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D',
      model: 'host-locked',
      account: 'Acme « Sécurité » \u202e',
      products: [
        {
          product: 'desktop',
          plan: 'desktop-basic',
          version: '3.2',
          quantity: 2,
          features: { reading: { types: 12, batch: true, format: 'CSV' } },
        },
      ],
      quantity: 2,
      trial: true,
      issuedAt: '2026-11-22T12:00:00.000Z',
      expiresAt: '2026-12-01T00:00:00.000Z',
      hardwareIds: ['7C1E9A40B2'],
    });
  });

  test('keep the version that was sold', () => {
    expect(createPayload({ ...facts, license: { ...license, version: '2.0' } }, now).products[0]?.version).toBe('2.0');
  });

  test('contain no devices of a floating license', () => {
    expect(createPayload({ ...facts, license: { ...license, licenseModel: 1 } }, now)).toMatchObject({
      model: 'floating',
      hardwareIds: null,
    });
  });

  test('contain no features of a plan that the catalog does not have', () => {
    expect(
      createPayload({ ...facts, plan: undefined as never, product: undefined as never }, now).products[0],
    ).toMatchObject({ version: null, features: {} });
  });
});

const verify = (file: string, options: Partial<VerifyOptions> = {}) =>
  verifyLicense(file, { publicKeys, product: 'desktop', now, ...options });

describe('a signed license file', () => {
  test('is accepted by the license client', async () => {
    const verified = await verify(signed(), { hardwareId: '7C1E9A40B2' });
    expect(verified).toEqual({ ok: true, license: createPayload(facts, now) });
  });

  test('is refused after any change of its text', async () => {
    const file = JSON.parse(signed());
    const payload = Buffer.from(file.payload, 'base64url').toString().replace('"quantity":2', '"quantity":9');
    const tampered = JSON.stringify({ ...file, payload: Buffer.from(payload).toString('base64url') });
    expect(await verify(tampered)).toEqual({ ok: false, reason: 'signature' });
  });

  test('is refused with another portal’s key of the same id', async () => {
    const other = createKey('2026-11', appSecret).publicKey.toString('base64url');
    expect(await verify(signed(), { publicKeys: { '2026-11': other } })).toEqual({
      ok: false,
      reason: 'signature',
    });
  });

  test('is refused on other devices, and after its end', async () => {
    expect(await verify(signed(), { hardwareId: 'other' })).toMatchObject({
      reason: 'otherDevice',
    });
    expect(await verify(signed(), { now: new Date('2026-12-02') })).toMatchObject({
      reason: 'expired',
    });
  });
});
