import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { closeAfterTests, temporaryFolder } from '../../test/clean-up.ts';
import { createTestDatabase } from '../../test/database.ts';
import { testSecret } from '../../test/full-portal.ts';
import { ownPort } from '../../test/own-port.ts';
import { openMirror } from '../modules/mirror/open-mirror.ts';
import { openDatabase } from './database.ts';
import { DatabaseError, requireDatabase } from './require-database.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const folder = temporaryFolder('no-portal');

/** What a person at a terminal sees of a command of the server. */
function run(parameters: readonly string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, APP_SECRET: testSecret, STRIPE_SANDBOX_PORT: '0', ...environment };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [...parameters], { env, cwd: source }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const catalog = fileURLToPath(new URL('../../../catalog/minimal.yaml', import.meta.url));
/** Each command that needs the database, and what it ends with when it cannot be had. */
const commands: readonly (readonly [string, readonly string[], number])[] = [
  ['the portal', ['main.ts'], 1],
  ['db:migrate', ['db/migrate.ts'], 1],
  ['stripe status', ['modules/mirror/cli.ts', 'status'], 2],
  ['catalog apply', ['modules/catalog/cli.ts', 'apply', catalog], 2],
  ['operator', ['modules/users/cli.ts', 'olivia@vendor.example'], 2],
];

// Each command is a process of its own.
describe('a DATABASE_URL that leads nowhere', { timeout: 240_000 }, async () => {
  const database = await createTestDatabase();
  const closed = await ownPort();
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  const server = new URL(database.url).host;
  const secret = 'not-the-right-password';

  test.each(commands)('is explained in one sentence by %s', async (name, parameters, expected) => {
    const DATABASE_URL = changed((url) => {
      url.port = String(closed);
      url.password = secret;
    });
    const { code, out, err } = await run(parameters, { DATABASE_URL, PORT: '0' });
    expect([code, out]).toEqual([expected, '']);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    if (name === 'the portal') expect(err).toMatch(/^Portico cannot start: /);
    expect(err).toContain(`No PostgreSQL can be reached at 127.0.0.1:${closed} (ECONNREFUSED): DATABASE_URL should`);
    expect(err).not.toContain(secret);
  });

  test.each([
    [
      'a wrong password',
      (url: URL) => (url.password = secret),
      `PostgreSQL at ${server} refused the name or the password of DATABASE_URL (user ${new URL(database.url).username}).`,
    ],
    [
      'no password',
      (url: URL) => (url.password = ''),
      `PostgreSQL at ${server} refused the name or the password of DATABASE_URL`,
    ],
    ['a wrong name', (url: URL) => (url.username = 'nobody'), 'of DATABASE_URL (user nobody).'],
    [
      'another database',
      (url: URL) => (url.pathname = '/nowhere'),
      `PostgreSQL at ${server} has no database "nowhere": DATABASE_URL should name one that is there.`,
    ],
    [
      'an unknown host',
      (url: URL) => (url.hostname = 'database.invalid'),
      'No PostgreSQL can be reached at database.invalid:',
    ],
  ])('with %s is explained', async (_what, change, words) => {
    const { pool, close } = openDatabase(
      changed((url) => void change(url)),
      1,
      () => {},
    );
    closeAfterTests(close);
    const error = await requireDatabase(pool).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseError);
    const { message } = error as DatabaseError;
    expect(message).not.toContain('\n');
    expect(message).toContain(words);
    expect(message).not.toContain(secret);
  });

  test('with a server that is too old is explained', async () => {
    const options = { ...database.pool.options, connectionString: 'postgres://portico:secret@db.example:5433/portico' };
    const old = { options, query: async () => ({ rows: [{ version: '140011' }] }) };
    await expect(requireDatabase(old as never)).rejects.toThrow(
      'The PostgreSQL at db.example:5433, to which DATABASE_URL leads, is version 14: Portico needs 15 or newer.',
    );
    await expect(requireDatabase(database.pool)).resolves.toBeUndefined();
  });
});

describe('a folder in which no portal has run', { timeout: 240_000 }, () => {
  test.each([
    ['stripe status', ['modules/mirror/cli.ts', 'status']],
    ['catalog diff', ['modules/catalog/cli.ts', 'diff', catalog]],
  ])('gets no database from %s', async (_name, parameters) => {
    const { code, out, err } = await run(parameters, { DATA_DIR: folder });
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`No portal has run in ${folder}. Is DATA_DIR set as it is for the portal?\n`);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  });

  test.each([false, true])('gets none for the other commands either, which need Stripe: %s', async (needsStripe) => {
    vi.stubEnv('DATA_DIR', folder);
    vi.stubEnv('APP_SECRET', testSecret);
    vi.stubEnv('DATABASE_URL', undefined);
    await using opened = new AsyncDisposableStack();
    await expect(openMirror(opened, { needsStripe })).rejects.toThrow(`No portal has run in ${folder}.`);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  });
});
