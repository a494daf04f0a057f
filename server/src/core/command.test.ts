import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../../test/child-environment.ts';
import { runCommand } from '../../test/command.ts';
import { createTestDatabase } from '../../test/database.ts';
import { testSecret } from '../../test/full-portal.ts';
import { operatorCommand } from '../accounts/users/cli.ts';
import { secretsCommand } from '../app/secrets/cli.ts';
import { catalogCommand } from '../catalog/cli.ts';
import { licensesCommand } from '../licensing/delivery/cli.ts';
import { stripeCommand } from '../operators/mirror/cli.ts';
import { defineCommand } from './command.ts';
import { mailCommand } from './mail/cli.ts';

describe('a command', () => {
  const failure = new Error('The order was not written', { cause: new Error('The disk is full') });
  const command = defineCommand({
    usage: 'Usage: test',
    parse([problem]) {
      if (problem) throw new Error(problem);
    },
    run: () => Promise.reject(failure),
  });

  test.each([['help'], ['--help'], ['-h']])('prints its usage for %s', async (parameter) => {
    expect(await runCommand(command, [parameter])).toEqual({ code: 0, out: 'Usage: test\n', err: '' });
  });

  test('explains a wrong call and prints its usage', async () => {
    const err = 'No color is called blau.\n\nUsage: test\n';
    expect(await runCommand(command, ['No color is called blau.'])).toEqual({ code: 2, out: '', err });
  });

  test('prints only the message of the innermost cause when it fails', async () => {
    expect(await runCommand(command, [])).toEqual({ code: 2, out: '', err: 'The disk is full\n' });
  });

  test('reports a missing setting by its name', async () => {
    expect(await runCommand(licensesCommand, ['check'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^APP_SECRET is missing/),
    });
  });
});

test.each([
  ['catalog', [], catalogCommand, 'Name a command.'],
  ['catalog', ['aply', 'x.yaml'], catalogCommand, "There is no command 'aply'."],
  ['catalog', ['apply'], catalogCommand, 'apply takes one file.'],
  ['catalog', ['check', 'a', 'b'], catalogCommand, 'check takes one file.'],
  ['licenses', [], licensesCommand, 'Name a command.'],
  ['licenses', ['rotate'], licensesCommand, "There is no command 'rotate'."],
  ['licenses', ['rotate-key', 'now'], licensesCommand, "rotate-key takes no further arguments: 'now'."],
  ['licenses', ['rotate-key', '--wrong'], licensesCommand, "Unknown option '--wrong'"],
  ['secrets', [], secretsCommand, 'Name a command.'],
  ['secrets', ['adopt', 'now'], secretsCommand, "adopt takes no further arguments: 'now'."],
  ['stripe', [], stripeCommand, 'Name a command.'],
  ['stripe', ['statos'], stripeCommand, "There is no command 'statos'."],
  ['stripe', ['repair', '--days', 'x'], stripeCommand, "--days takes a whole number from 1 to 3650, not 'x'."],
  ['stripe', ['repair', '--days', '0'], stripeCommand, "--days takes a whole number from 1 to 3650, not '0'."],
  ['stripe', ['repair', '--days', '3651'], stripeCommand, "--days takes a whole number from 1 to 3650, not '3651'."],
  ['stripe', ['status', '--days', '3'], stripeCommand, '--days is for repair, not for status.'],
  ['stripe', ['status', '--wrong'], stripeCommand, "Unknown option '--wrong'"],
  ['stripe', ['status', 'now'], stripeCommand, "status takes no further arguments: 'now'."],
  ['mail', ['send', 'folder'], mailCommand, "There is no command 'send'."],
  ['mail', ['preview'], mailCommand, 'preview takes one folder.'],
  ['mail', ['preview', 'a', 'b'], mailCommand, 'preview takes one folder.'],
  ['operator', [], operatorCommand, 'Give the email address of one person.'],
  ['operator', ['a@b.example', 'c@d.example'], operatorCommand, 'Give the email address of one person.'],
  ['operator', ['--phone', '1'], operatorCommand, "Unknown option '--phone'"],
])('the command %s refuses the arguments %j', async (name, parameters, command, words) => {
  const { code, out, err } = await runCommand(command, parameters);
  expect([code, out]).toEqual([2, '']);
  expect(err.startsWith(words)).toBe(true);
  expect(err).toContain(`\n\nUsage: npm run ${name} -- `);
});

describe('the scripts of package.json', { timeout: 60_000 }, async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale', 'server'], { cwd: root });
  const database = await createTestDatabase();
  const env = childEnvironment({ DATABASE_URL: database.url, APP_SECRET: testSecret, STRIPE_SANDBOX_PORT: '0' });

  /** Runs the program of an npm script with these parameters, until the process exits. */
  function start(name: string, parameters: readonly string[]) {
    const [, ...words] = scripts[name]?.split(' ') ?? [];
    return new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const child = execFile(process.execPath, [...words, ...parameters], { env, cwd: root }, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  }

  // Runs each entry file once, and checks its arguments, output, exit code and environment, and that nothing keeps
  // the process running.
  test.each([
    ['catalog', ['diff', 'catalog/minimal.yaml'], 0, /^Portal\n {2}\+ /],
    ['licenses', ['check'], 0, /^0 licenses were compared\. Nothing differs\.\n$/],
    ['secrets', ['adopt'], 0, /^APP_SECRET is now the secret of this database\./],
    ['stripe', ['status'], 1, /The mirror was never filled/],
    ['operator', ['olivia@vendor.example'], 0, /^olivia@vendor\.example chooses a password at /],
  ] as const)(
    '%s runs its command in the installation of the environment',
    async (name, parameters, expected, words) => {
      const { code, out, err } = await start(name, parameters);
      expect([code, err]).toEqual([expected, '']);
      expect(out).toMatch(words);
    },
  );

  test('mail reports invalid arguments on standard error', async () => {
    const { code, out, err } = await start('mail', ['preview', 'a', 'b']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^preview takes one folder\.\n\nUsage: npm run mail/);
  });
});
