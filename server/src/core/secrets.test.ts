import { describe, expect, it } from 'vitest';
import { keyedHash, seal, unseal } from './secrets.ts';

const appSecret = 'a secret of the installation, long enough';
const belonging = { purpose: 'authenticators', owner: '7' };
const secret = Buffer.from('JBSWY3DPEHPK3PXP');

describe('a sealed secret', () => {
  it('can be unsealed, and is never stored twice in the same form', () => {
    const sealed = seal(appSecret, belonging, secret);
    expect(unseal(appSecret, belonging, sealed)).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(seal(appSecret, belonging, secret)).not.toEqual(sealed);
  });

  it.each([
    ['another owner', appSecret, { ...belonging, owner: '8' }],
    ['another purpose', appSecret, { ...belonging, purpose: 'logins' }],
    ['another installation', 'another secret of the installation', belonging],
  ])('cannot be unsealed for %s', (_, ofInstallation, other) => {
    expect(() => unseal(ofInstallation, other, seal(appSecret, belonging, secret))).toThrow();
  });

  it('cannot be unsealed with a short tag', () => {
    const empty = seal(appSecret, belonging, Buffer.alloc(0));
    expect(unseal(appSecret, belonging, empty)).toHaveLength(0);
    for (const length of [0, 12, 16, 27])
      expect(() => unseal(appSecret, belonging, empty.subarray(0, length)), String(length)).toThrow();
  });

  it('cannot be unsealed when one bit was changed', () => {
    const sealed = seal(appSecret, belonging, secret);
    sealed[sealed.length - 1] = (sealed.at(-1) as number) ^ 1;
    expect(() => unseal(appSecret, belonging, sealed)).toThrow();
  });
});

it('hashes a short secret differently for each purpose and installation', () => {
  const hashes = [
    keyedHash(appSecret, 'codes', '123456'),
    keyedHash(appSecret, 'recovery codes', '123456'),
    keyedHash('another secret of the installation', 'codes', '123456'),
  ];
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(3);
  expect(keyedHash(appSecret, 'codes', '123456')).toEqual(hashes[0]);
});
