import { describe, expect, test } from 'vitest';
import { runCommand } from '../../../test/command.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { insertOrder } from '../../../test/licenses.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { provideKey } from '../licenses/license-keys.ts';
import { licensesCommand } from './cli.ts';

describe('npm run licenses', async () => {
  const appSecret = 'a secret of the tests, long enough';
  const database = await createTestDatabase();
  const run = (...parameters: string[]) =>
    runCommand(licensesCommand, parameters, { DATABASE_URL: database.url, APP_SECRET: appSecret });

  test('creates the next key and retires the current one', async () => {
    const first = await provideKey({ database, config: { appSecret } });
    const { code, out, err } = await run('rotate-key', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ retired: first.id, current: `${first.id}-2` });
    expect((await run('rotate-key')).out).toBe(
      `The key ${first.id}-3 signs from now on. The key ${first.id}-2 is retired.\n`,
    );
  });

  test('compares all licenses, and exits with 1 if something differs', async () => {
    expect(await run('check')).toEqual({ code: 0, out: '0 licenses were compared. Nothing differs.\n', err: '' });
    await seedDemonstrationPeople(database);
    await insertOrder(database, 2, { number: 'M-1' });
    const words = '1 differ.\n  account 2, M-1: license, orders\n';
    expect(await run('check')).toEqual({ code: 1, out: `1 licenses were compared. ${words}`, err: '' });
    expect(JSON.parse((await run('repair', '--json')).out)).toMatchObject({ checked: 1, different: 1 });
    expect((await run('check')).code).toBe(0);
  });
});
