import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { insertOrder } from '../../../test/licenses.ts';
import { provideKey } from '../licenses/license-keys.ts';
import { seedDemonstrationPeople } from '../users/index.ts';
import { readArguments } from './licenses.arguments.ts';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
const appSecret = 'a secret of the tests, long enough';
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});

/** What a person at a terminal sees. */
function run(...parameters: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, APP_SECRET: appSecret, LOG_LEVEL: 'silent' };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, ...parameters], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('readArguments', () => {
  test.each([
    [[], 'Say which command.'],
    [['rotate'], "There is no command 'rotate'."],
    [['rotate-key', 'now'], "rotate-key takes nothing more: 'now'."],
    [['rotate-key', '--wrong'], "Unknown option '--wrong'"],
  ])('rejects %j in words', (parameters, words) => {
    expect(() => readArguments(parameters)).toThrow(words);
  });

  test('returns the command with its options', () => {
    expect(readArguments(['rotate-key', '--json'])).toEqual({ command: 'rotate-key', json: true });
    expect(readArguments(['--help'])).toBe('help');
  });
});

describe('npm run licenses', () => {
  test('makes the next key and retires the one before', async () => {
    const first = await provideKey({ database, config: { appSecret } });
    const { code, out, err } = await run('rotate-key', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ retired: first.id, current: `${first.id}-2` });
    expect((await run('rotate-key')).out).toBe(
      `The key ${first.id}-3 signs from now on. The key ${first.id}-2 is retired.\n`,
    );
  });

  test('compares all licenses, and ends with 1 where something differs', async () => {
    expect(await run('check')).toEqual({ code: 0, out: '0 licenses were compared. Nothing differs.\n', err: '' });
    await seedDemonstrationPeople(database);
    await insertOrder(database, 2, { number: 'M-1' });
    const words = '1 differ.\n  account 2, M-1: license, orders\n';
    expect(await run('check')).toEqual({ code: 1, out: `1 licenses were compared. ${words}`, err: '' });
    expect(JSON.parse((await run('repair', '--json')).out)).toMatchObject({ checked: 1, different: 1 });
    expect((await run('check')).code).toBe(0);
  });

  test('explains itself where it is called wrongly, and ends with 2', async () => {
    const { code, err } = await run('rotate');
    expect(code).toBe(2);
    expect(err).toContain("There is no command 'rotate'.\n\nUsage: npm run licenses");
  });
});
