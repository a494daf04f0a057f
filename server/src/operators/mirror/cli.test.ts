import { describe, expect, test } from 'vitest';
import { runCommand } from '../../../test/command.ts';
import { testSecret } from '../../../test/full-portal.ts';
import { startMirror } from '../../../test/mirror.ts';
import { stripeCommand } from './cli.ts';

describe('npm run stripe', async () => {
  const started = await startMirror();
  await started.stripe.customers.create({ name: 'Was there before' });
  const environment = {
    DATABASE_URL: started.database.url,
    APP_SECRET: testSecret,
    STRIPE_API_BASE: started.sandbox.url,
  };
  const run = (...parameters: string[]) => runCommand(stripeCommand, parameters, environment);

  test('status reports what an empty mirror needs, and exits with 1', async () => {
    const { code, out } = await run('status');
    expect(code).toBe(1);
    expect(out).toContain('The mirror was never filled');
    expect(out).toContain('Stripe was never asked for its events');
    expect(out).toMatch(/stripe_customers +0/);
  });

  test('backfill fills the mirror', async () => {
    const { code, out, err } = await run('backfill');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Read 1 object in \d+ s\./);
    const status = JSON.parse((await run('status', '--json')).out);
    expect(status.backfill).toMatchObject({ kind: 'backfill', state: 'done' });
    expect(status.tables).toContainEqual({ table: 'stripe_customers', rows: 1, deleted: 0 });
    // No portal asks Stripe here.
    expect(status.problems).toHaveLength(1);
  });

  test('status exits with 0 while a portal updates the mirror', async () => {
    await started.database.pool.query('update stripe_event_cursor set polled_at = now()');
    const { code, out } = await run('status');
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, 'All is well.']);
  });

  test('repair reports the differences', async () => {
    expect(await run('repair')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing differed from Stripe.'),
    });
    const { rows } = await started.database.pool.query('update stripe_customers set balance = 7 returning id');
    const { code, out } = await run('repair', '--days', '90');
    expect(code).toBe(1);
    expect(out).toContain('1 difference repaired:');
    expect(out).toContain(`changed  customer ${rows[0].id} (balance)`);
    const again = await run('repair', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ kind: 'repair', state: 'done', differences: 0, items: [] });
  });

  test('retry queues dead events again', async () => {
    await started.database.pool.query(
      `insert into stripe_events (id, type, created, object_type, object_id, data, failed_at, error)
       values ('evt_dead', 'customer.updated', now(), 'customer', 'cus_dead', '{}', now(), 'It was not to be read')`,
    );
    expect(await run('status')).toMatchObject({
      code: 1,
      out: expect.stringContaining('1 event could not be applied'),
    });
    expect(await run('retry')).toMatchObject({ code: 0, out: '1 event was queued again.\n' });
    expect(await run('retry')).toMatchObject({ code: 0, out: 'There are no dead events.\n' });
  });

  test('reports why a command failed, and exits with 2', async () => {
    // Nothing listens there.
    const unreachable = { ...environment, STRIPE_API_BASE: 'http://127.0.0.1:9' };
    const { code, err } = await runCommand(stripeCommand, ['repair'], unreachable);
    expect(code).toBe(2);
    expect(err).toMatch(/connection to Stripe/);
    expect(err).not.toContain(' at ');
  });
});
