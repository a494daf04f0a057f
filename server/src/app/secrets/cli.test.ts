import { expect, test } from 'vitest';
import { runCommand } from '../../../test/command.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Command } from '../../core/command.ts';
import { seal } from '../../core/secrets.ts';
import { licensesCommand } from '../../licensing/delivery/cli.ts';
import { findCurrentKey, openPrivateKey, provideKey } from '../../licensing/index.ts';
import { secretsCommand } from './cli.ts';
import { proveAppSecret } from './first-check.ts';

test('a license key is readable with the previous APP_SECRET, and with the new one alone once it is sealed again', async () => {
  const [before, after] = ['the secret before, long enough for it', 'the secret after, long enough for it'];
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const sealed = seal(before, { purpose: 'authenticator', owner: '2' }, Buffer.from('secret'));
  await database.pool.query("insert into second_factors (user_id, method, secret) values (2, 'Authenticator', $1)", [
    sealed,
  ]);
  await provideKey({ database, config: { appSecret: before } });
  const open = async (secret: string) =>
    openPrivateKey((await findCurrentKey(database.query)) as Parameters<typeof openPrivateKey>[0], secret);
  const run = (settings: object) =>
    runCommand(secretsCommand, ['reseal'], { DATABASE_URL: database.url, APP_SECRET: after, ...settings });

  await expect(open(after)).rejects.toThrow(/another APP_SECRET/);
  expect(await run({})).toMatchObject({
    code: 1,
    out: expect.stringContaining('License keys: 0 encrypted again, 1 left.'),
  });
  const { code, out } = await run({ APP_SECRET_PREVIOUS: before });
  expect([code, out]).toEqual([0, expect.stringContaining('License keys: 1 encrypted again, 0 left.')]);
  expect(out).toContain('Secrets of authenticators: 1 encrypted again, 0 left.');
  expect((await open(after)).asymmetricKeyType).toBe('ed25519');
  await expect(open(before)).rejects.toThrow(/another APP_SECRET/);
});

test('commands refuse another APP_SECRET than the database’s, until it is sealed again or adopted', async () => {
  const [before, after, third] = [
    'the first secret, which is long enough',
    'a second secret, which is long enough',
    'a third secret, which is long enough',
  ];
  const database = await createTestDatabase();
  await proveAppSecret(database, before);
  const run = (command: Command, name: string, secret: string, previous = '') =>
    runCommand(command, [name], { DATABASE_URL: database.url, APP_SECRET: secret, APP_SECRET_PREVIOUS: previous });
  const rotate = (secret: string) => run(licensesCommand, 'rotate-key', secret);

  expect(await rotate(after)).toMatchObject({ code: 2, err: expect.stringContaining('APP_SECRET') });
  expect(await findCurrentKey(database.query)).toBeUndefined();
  expect((await run(secretsCommand, 'reseal', after, before)).code).toBe(0);
  expect((await rotate(before)).code).toBe(2);
  expect((await rotate(after)).code).toBe(0);
  expect((await run(secretsCommand, 'adopt', third)).code).toBe(0);
  expect((await rotate(after)).code).toBe(2);
  expect((await rotate(third)).code).toBe(0);
});
