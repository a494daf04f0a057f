import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { createUserWithoutPassword } from './sign-in.test-support.ts';

const compared = vi.hoisted(() => vi.fn<(hash: string, password: string) => void>());
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    verify: (hash: string, password: string) => {
      compared(hash, password);
      return argon2.verify(hash, password);
    },
  };
});

/**
 * Comparing hashes takes nearly all of an attempt's time. Skipping the comparison, or a hash with another cost, would
 * reveal whether the user exists.
 */
describe('the cost of a refused sign-in', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const withoutPassword = await createUserWithoutPassword(database);

  beforeEach(async () => {
    compared.mockClear();
    await database.pool.query('delete from rate_limits');
  });

  test.each([
    ['a wrong password', 'owner@acme.example', 'Wrong-password-1'],
    ['an unknown name', 'nobody@acme.example', demonstrationPassword],
    ['an inactive user with the right password', 'admin@acme.example', demonstrationPassword],
    ['an inactive user with a wrong one', 'admin@acme.example', 'Wrong-password-1'],
    ['a user without a password', withoutPassword, demonstrationPassword],
  ])('is one hash comparison for %s', async (_who, userName, password) => {
    await database.pool.query("update users set active = false where email = 'admin@acme.example'");
    const browser = new Browser(app);
    await browser.open('/login');
    expect((await browser.post('/LoginWithMFA', { userName, password })).statusCode).toBe(422);
    expect(compared.mock.calls).toEqual([[expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), password]]);
  });
});
