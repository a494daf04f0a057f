import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import {
  createKey,
  type KeysContext,
  listKeys,
  nextKeyId,
  openPrivateKey,
  provideKey,
  rotateKey,
} from './license-keys.ts';

const appSecret = 'a secret of the tests, long enough';

describe('the id of a key', () => {
  test.each([
    [[], '2026-11'],
    [['2026-10'], '2026-11'],
    [['2026-11'], '2026-11-2'],
    [['2026-11-2', '2026-11', '2026-11-3'], '2026-11-4'],
  ])('with %j taken is %s', (taken, id) => {
    expect(nextKeyId(new Date('2026-11-30T23:59:59Z'), taken)).toBe(id);
  });
});

describe('a stored key', () => {
  const key = createKey('2026-11', appSecret);

  test('is decrypted with the installation’s secret', () => {
    const secret = openPrivateKey(key, appSecret);
    const { x } = createPublicKey(secret).export({ format: 'jwk' });
    expect(x).toBe(key.publicKey.toString('base64url'));
    expect(key.publicKey).toHaveLength(32);
  });

  test('contains no readable private key', () => {
    const plain = openPrivateKey(key, appSecret).export({ format: 'der', type: 'pkcs8' });
    expect(key.privateKey.includes(plain.subarray(-32))).toBe(false);
  });

  test('explains what to do if it was encrypted with another secret', () => {
    expect(() => openPrivateKey(key, `${appSecret}!`)).toThrow(/another APP_SECRET.*rotate-key/);
  });

  test('cannot be decrypted in another key’s row, or after a change', () => {
    expect(() => openPrivateKey({ ...key, id: '2026-12' }, appSecret)).toThrow();
    const changed = Buffer.from(key.privateKey);
    changed[40] = (changed[40] as number) ^ 1;
    expect(() => openPrivateKey({ id: key.id, privateKey: changed }, appSecret)).toThrow();
  });
});

describe('the keys of an installation', () => {
  let context: KeysContext;

  beforeEach(async () => {
    context = { database: await createTestDatabase(), config: { appSecret } };
  });

  test('begin with one, however many processes need it concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => provideKey(context)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await listKeys(context)).keys).toHaveLength(1);
  });

  test('are listed with the retired ones, the newest first', async () => {
    const first = await provideKey(context);
    const rotated = await rotateKey(context);
    expect(rotated).toEqual({ retired: first.id, current: `${first.id}-2` });
    const { keys } = await listKeys(context);
    expect(keys.map(({ keyId, retiredAt }) => [keyId, retiredAt === null])).toEqual([
      [rotated.current, true],
      [first.id, false],
    ]);
    expect(keys[0]).toMatchObject({ algorithm: 'Ed25519', publicKey: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await provideKey(context)).id).toBe(rotated.current);
  });

  test('rotate even before the first file', async () => {
    expect(await rotateKey(context)).toMatchObject({ retired: null });
  });

  test('rotate one after the other if requested concurrently', async () => {
    await provideKey(context);
    await Promise.all([rotateKey(context), rotateKey(context), provideKey(context), rotateKey(context)]);
    const { keys } = await listKeys(context);
    expect(keys).toHaveLength(4);
    expect(keys.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
  });

  test('rotate even after the installation’s secret was lost', async () => {
    await provideKey(context);
    const later = { ...context, config: { appSecret: 'another secret of the tests, long enough' } };
    const { current } = await rotateKey(later);
    const key = await provideKey(later);
    expect(key.id).toBe(current);
    expect(openPrivateKey(key, later.config.appSecret).asymmetricKeyType).toBe('ed25519');
  });
});
