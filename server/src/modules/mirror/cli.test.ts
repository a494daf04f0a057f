import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { testSecret } from '../../../test/full-portal.ts';
import { startMirror, type TestMirror } from '../../../test/mirror.ts';

import { carryOut, readArguments } from './mirror.commands.ts';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
let started: TestMirror;
let stripeBase: string;

/** What a person at a terminal sees; the environment holds what is given and nothing of ours. */
function run(...parameters: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: started.database.url,
    APP_SECRET: testSecret,
    STRIPE_API_BASE: stripeBase,
    LOG_LEVEL: 'silent',
  };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, ...parameters], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

/** What a command says on the same database without a process of its own. */
async function runHere(...parameters: string[]) {
  const given = readArguments(parameters);
  if (given === 'help') throw new Error('No command was given');
  const { mirrorMaintenance: maintenance } = started.app.gateway;
  let out = '';
  const code = await carryOut({ maintenance, print: (text) => (out += `${text}\n`) }, given);
  return { code, out };
}

describe('readArguments', () => {
  test.each([
    [[], 'Say which command.'],
    [['statos'], "There is no command 'statos'."],
    [['repair', '--days', 'x'], "--days wants a whole number from 1 to 3650, not 'x'."],
    [['repair', '--days', '0'], "--days wants a whole number from 1 to 3650, not '0'."],
    [['status', '--days', '3'], '--days is for repair, not for status.'],
    [['status', '--wrong'], "Unknown option '--wrong'"],
    [['status', 'now'], "status takes nothing more: 'now'."],
  ])('rejects %j in words', (parameters, words) => {
    expect(() => readArguments(parameters)).toThrow(words);
  });

  test('returns the command with its options', () => {
    expect(readArguments(['status', '--json'])).toEqual({ command: 'status', days: undefined, json: true });
    expect(readArguments(['repair', '--days', '90'])).toEqual({ command: 'repair', days: 90, json: false });
    expect(readArguments(['-h'])).toBe('help');
  });
});

// Each of these commands is a process of its own, unless it is run here.
describe('npm run stripe', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    started = await startMirror();
    stripeBase = started.sandbox.url;
    await started.stripe.customers.create({ name: 'Was there before' });
  });

  test('explains itself where it is called wrongly, and ends with 2', async () => {
    const { code, out, err } = await run('statos');
    expect([code, out]).toEqual([2, '']);
    expect(err.startsWith("There is no command 'statos'.")).toBe(true);
    expect(err).toContain('Usage: npm run stripe -- COMMAND');
  });

  test('says what a mirror that was never filled needs, and ends with 1', async () => {
    const { code, out } = await run('status');
    expect(code).toBe(1);
    expect(out).toContain('The mirror was never filled');
    expect(out).toContain('Stripe was never asked for its events');
    expect(out).toMatch(/stripe_customers +0/);
  });

  test('fills it', async () => {
    const { code, out, err } = await run('backfill');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Went through 1 object in \d+ s\./);
    const said = JSON.parse((await runHere('status', '--json')).out);
    expect(said.backfill).toMatchObject({ kind: 'backfill', state: 'done' });
    expect(said.tables).toContainEqual({ table: 'stripe_customers', rows: 1, deleted: 0 });
    // No portal asks Stripe here.
    expect(said.problems).toHaveLength(1);
  });

  test('is content when a portal keeps it', async () => {
    await started.database.pool.query('update stripe_event_cursor set polled_at = now()');
    const { code, out } = await runHere('status');
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, 'All is well.']);
  });

  test('repairs, and says what differed', async () => {
    expect(await runHere('repair')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing differed from Stripe.'),
    });
    const { rows } = await started.database.pool.query('update stripe_customers set balance = 7 returning id');
    const { code, out } = await runHere('repair', '--days', '90');
    expect(code).toBe(1);
    expect(out).toContain('1 difference mended:');
    expect(out).toContain(`changed  customer ${rows[0].id} (balance)`);
    const again = await runHere('repair', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ kind: 'repair', state: 'done', differences: 0, items: [] });
  });

  test('puts dead events back to work', async () => {
    await started.database.pool.query(
      `insert into stripe_events (id, type, created, object_type, object_id, data, failed_at, error)
       values ('evt_dead', 'customer.updated', now(), 'customer', 'cus_dead', '{}', now(), 'It was not to be read')`,
    );
    expect(await runHere('status')).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 event could not be applied'),
    });
    expect(await runHere('retry')).toMatchObject({ code: 0, out: '1 event is back at work.\n' });
    expect(await runHere('retry')).toMatchObject({ code: 0, out: 'No event waits for that.\n' });
  });

  test('says why it could not be carried out, and ends with 2', async () => {
    // Nobody listens there.
    stripeBase = 'http://127.0.0.1:9';
    const { code, err } = await run('repair');
    expect(code).toBe(2);
    expect(err).not.toBe('');
    expect(err).not.toContain(' at ');
  });
});
