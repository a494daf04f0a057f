import { beforeAll, describe, expect, test } from 'vitest';
import { useFullHashCost, useLowestHashCost } from '../../../test/hash-cost.ts';
import { hashPassword, isWeakHash, verifyPassword } from './passwords.ts';

describe('a password hash at full cost (PWD-5)', () => {
  beforeAll(useFullHashCost);

  test('is Argon2id with 19 MiB and two passes, and matches only its password', async () => {
    const hash = await hashPassword('Portico-demo-1');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'Portico-demo-1')).toBe(true);
    expect(await verifyPassword(hash, 'Portico-demo-2')).toBe(false);
    expect(isWeakHash(hash)).toBe(false);
  });

  test('makes cheaper hashes weak', async () => {
    useLowestHashCost();
    const cheap = await hashPassword('Portico-demo-1');
    useFullHashCost();
    expect(isWeakHash(cheap)).toBe(true);
    expect(await verifyPassword(cheap, 'Portico-demo-1')).toBe(true);
  });
});
