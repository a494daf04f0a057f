import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../../../test/child-environment.ts';
import { closeAfterTests, temporaryFolder } from '../../../test/clean-up.ts';
import { runCommand } from '../../../test/command.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { testSecret } from '../../../test/full-portal.ts';
import { ownPort } from '../../../test/own-port.ts';
import { operatorCommand } from '../../accounts/users/cli.ts';
import { catalogCommand } from '../../catalog/cli.ts';
import { licensesCommand } from '../../licensing/delivery/cli.ts';
import { stripeCommand } from '../../operators/mirror/cli.ts';
import { openDatabase } from './database.ts';
import { DatabaseError, requireDatabase, requireOwnSessions } from './require-database.ts';

const settings = { APP_SECRET: testSecret, STRIPE_SANDBOX_PORT: '0' };
const folder = temporaryFolder('no-portal');
const catalog = fileURLToPath(new URL('../../../../catalog/minimal.yaml', import.meta.url));

/**
 * Runs a program of the server.
 * @returns its exit code and everything that it prints
 */
function start(program: string, variables: Record<string, string>) {
  const env = childEnvironment({ ...settings, ...variables });
  const file = fileURLToPath(new URL(`../../${program}`, import.meta.url));
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [file], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('an invalid DATABASE_URL', async () => {
  const database = await createTestDatabase();
  const closed = await ownPort();
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  const server = new URL(database.url).host;
  const secret = 'not-the-right-password';

  const DATABASE_URL = changed((url) => {
    url.port = String(closed);
    url.password = secret;
  });

  function expectOneSentence(err: string) {
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(err).toContain(`No PostgreSQL can be reached at 127.0.0.1:${closed} (ECONNREFUSED): DATABASE_URL should`);
    expect(err).not.toContain(secret);
  }

  test.each([
    ['the portal', 'main.ts'],
    ['db:migrate', 'core/db/migrate.ts'],
  ])('is explained in one sentence by %s', async (_name, program) => {
    const { code, out, err } = await start(program, { DATABASE_URL, PORT: '0' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Portico cannot start: /);
    expectOneSentence(err);
  });

  test.each([
    ['stripe status', stripeCommand, ['status']],
    ['licenses check', licensesCommand, ['check']],
    ['catalog apply', catalogCommand, ['apply', catalog]],
    ['operator', operatorCommand, ['olivia@vendor.example']],
  ])('is explained in one sentence by %s', async (_name, command, parameters) => {
    const { code, out, err } = await runCommand(command, parameters, { ...settings, DATABASE_URL });
    expect([code, out]).toEqual([2, '']);
    expectOneSentence(err);
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
  ])('is explained if it has %s', async (_what, change, words) => {
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

  test('is explained if the server is too old', async () => {
    const options = { ...database.pool.options, connectionString: 'postgres://portico:secret@db.example:5433/portico' };
    const old = { options, query: async () => ({ rows: [{ version: '140011' }] }) };
    await expect(requireDatabase(old as never)).rejects.toThrow(
      'The PostgreSQL at db.example:5433, to which DATABASE_URL leads, is version 14: Portico needs 15 or newer.',
    );
    await expect(requireDatabase(database.pool)).resolves.toBeUndefined();
  });
});

test('a pooler whose connections share sessions is refused in one sentence', async () => {
  const { pool } = await createTestDatabase();
  await expect(requireOwnSessions(pool)).resolves.toBeUndefined();
  // A pooler in transaction mode has one session for both, because they take turns.
  const shared = await pool.connect();
  const connection = { connect: async () => {}, end: async () => {}, on: () => {}, release: () => {} };
  const share = () => ({ ...connection, query: (text: string) => shared.query(text) }) as never;
  const refusal = await requireOwnSessions({ options: pool.options, connect: share }, share).catch((error) => error);
  shared.release();
  expect(refusal).toBeInstanceOf(DatabaseError);
  expect(refusal.message).toMatch(/^DATABASE_URL leads to a pooler in transaction mode, .* Use session mode/);
});

describe('a folder in which no portal has run', () => {
  test.each([
    ['stripe status', stripeCommand, ['status']],
    ['stripe repair', stripeCommand, ['repair']],
    ['licenses check', licensesCommand, ['check']],
    ['catalog diff', catalogCommand, ['diff', catalog]],
    ['catalog export', catalogCommand, ['export', join(folder, 'exported.yaml')]],
  ])('has no database for %s', async (_name, command, parameters) => {
    const { code, out, err } = await runCommand(command, parameters, { ...settings, DATA_DIR: folder });
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`No portal has run in ${folder}. Is DATA_DIR set as it is for the portal?\n`);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  });
});
