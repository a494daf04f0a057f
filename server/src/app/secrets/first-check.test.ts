import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { adoptAppSecret, compareAppSecret } from '../../core/db/app-secret.ts';
import { InstallationError } from '../../core/db/installation.ts';
import { seal } from '../../core/secrets.ts';
import { provideKey } from '../../licensing/index.ts';
import { proveAppSecret } from './first-check.ts';

const [right, wrong] = ['the secret of the database, long enough', 'another secret, which is long enough'];

test('the first start keeps the secret of a new database, and the next one refuses another', async () => {
  const database = await createTestDatabase();
  await proveAppSecret(database, right);
  await expect(compareAppSecret(database, right)).resolves.toBe(true);
  const refusal = await compareAppSecret(database, wrong).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(InstallationError);
  expect((refusal as Error).message).toMatch(/^APP_SECRET .* is not the secret of this database/);
  // A second process that proves another secret at the same moment changes nothing.
  await proveAppSecret(database, wrong);
  await expect(compareAppSecret(database, right)).resolves.toBe(true);
});

test.each(['a license key', 'an authenticator'])(
  'a database of an older version proves its secret by %s',
  async (kind) => {
    const database = await createTestDatabase();
    if (kind === 'a license key') await provideKey({ database, config: { appSecret: right } });
    else {
      await seedDemonstrationPeople(database);
      const sealed = seal(right, { purpose: 'authenticator', owner: '2' }, Buffer.from('secret'));
      await database.pool.query(
        "insert into second_factors (user_id, method, secret) values (2, 'Authenticator', $1)",
        [sealed],
      );
    }
    await expect(proveAppSecret(database, wrong)).rejects.toThrow(InstallationError);
    await expect(compareAppSecret(database, wrong)).resolves.toBe(false);
    await proveAppSecret(database, right);
    await expect(compareAppSecret(database, right)).resolves.toBe(true);
  },
);

test('a lost secret is replaced by the present one', async () => {
  const database = await createTestDatabase();
  await proveAppSecret(database, right);
  await adoptAppSecret(database, wrong);
  await expect(compareAppSecret(database, wrong)).resolves.toBe(true);
});
