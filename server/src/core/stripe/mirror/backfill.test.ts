import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { FaultyProxy } from '../../../../test/faulty-proxy.ts';
import type { TestMirror } from '../../../../test/mirror.ts';
import { listMirroredObjects, listStripeObjects } from '../../../../test/mirrored-objects.ts';
import { startMirrorBehindProxy } from '../../../../test/portal-behind-proxy.ts';
import { runDueJobs } from '../../../../test/run-due-jobs.ts';
import { randomNumbers, sampled } from '../../../../test/sample.ts';
import { beginStripeLife } from '../../../../test/stripe-life.ts';

let started: TestMirror;
let proxy: FaultyProxy;
const { seed, size, isComplete } = sampled('steps of life before a backfill', { sample: 60, whole: 1_000 });

beforeAll(async () => {
  ({ started, proxy } = await startMirrorBehindProxy());
  const life = await beginStripeLife(started.stripe);
  const random = randomNumbers(seed);
  // A small sample continues until each kind of step has occurred.
  const isLacking = () => isComplete && life.missing.size > 0;
  for (let step = 0; step < size || (isLacking() && step < 10 * size); step += 1) await life.step(random());
  expect(isLacking(), [...life.missing].join()).toBe(false);
  // More of one kind than fit on a page.
  const { id: customer } = await started.stripe.customers.create({ name: 'Many drafts' });
  for (let made = 0; made < 110; made += 10) {
    await Promise.all(Array.from({ length: 10 }, () => started.stripe.invoices.create({ customer })));
  }
}, 3_600_000);

const runs = () => started.app.gateway.mirrorMaintenance.runs;
const status = () => started.app.gateway.mirrorMaintenance.status;

async function forgetMirror(): Promise<void> {
  const { rows } = await started.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name like 'stripe\\_%' and table_name <> 'stripe_operations'",
  );
  await started.database.pool.query(`truncate ${rows.map(({ name }) => name).join(', ')} cascade`);
  await started.database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
}

/** An invoice with more lines than fit on Stripe's page. */
async function makeLongInvoice(lines: number): Promise<string> {
  const customer = await started.stripe.customers.create({ name: 'Long' });
  for (let line = 0; line < lines; line += 1) {
    await started.stripe.invoiceItems.create({ customer: customer.id, amount: 100 + line, currency: 'usd' });
  }
  const invoice = await started.stripe.invoices.create({
    customer: customer.id,
    pending_invoice_items_behavior: 'include',
  });
  return invoice.id ?? '';
}

describe('the backfill of the mirror', { timeout: 300_000 }, () => {
  test('reads everything in an account, including lines of long invoices', async () => {
    await forgetMirror();
    const long = await makeLongInvoice(230);
    await runs().ensureBackfilled();
    await runDueJobs(started);
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
    const { rows } = await started.database.pool.query(
      'select count(*)::int as lines, max(position) as last from stripe_invoice_lines where invoice_id = $1',
      [long],
    );
    expect(rows).toEqual([{ lines: 230, last: 229 }]);
    expect(await status().lastRun('backfill')).toMatchObject({ state: 'done', error: null, step: null });
  });

  test('is done once', async () => {
    await runs().ensureBackfilled();
    const { rows } = await started.database.pool.query('select count(*)::int as runs from stripe_mirror_runs');
    expect(rows).toEqual([{ runs: 1 }]);
  });

  test('maintains the totals of lists', async () => {
    const { rows } = await started.database.pool.query(
      `select customer_id from (
         select customer_id, count(*) as payments, count(*) filter (where status = 'succeeded') as succeeded, sum(amount_received) as received
         from stripe_payment_intents where not deleted and customer_id is not null group by 1) counted
       full join stripe_payment_totals kept using (customer_id)
       where (counted.payments, counted.succeeded, counted.received) is distinct from (kept.payments::bigint, kept.succeeded::bigint, kept.received::numeric)
       union all
       select customer_id from (select customer_id, sum(amount_refunded) as refunded from stripe_charges where not deleted group by 1) counted
       join stripe_payment_totals kept using (customer_id) where counted.refunded <> kept.refunded`,
    );
    expect(rows).toEqual([]);
  });

  test('is a single run if several processes begin it at once', async () => {
    await forgetMirror();
    await Promise.all(Array.from({ length: 8 }, () => runs().ensureBackfilled()));
    // Two workers on the same run, as if one had been wrongly considered dead.
    await Promise.all([runDueJobs(started), runs().runToEnd('backfill', {}, async () => {})]);
    const { rows } = await started.database.pool.query('select kind, state from stripe_mirror_runs');
    expect(rows).toEqual([{ kind: 'backfill', state: 'done' }]);
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
    // Each page was counted once.
    const { rows: steps } = await started.database.pool.query(
      "select listed from stripe_mirror_steps where name = 'customers'",
    );
    const { rows: customers } = await started.database.pool.query(
      'select count(*)::int as listed from stripe_customers where not deleted',
    );
    expect(steps).toEqual(customers);
  });

  test('continues after its cursor if Stripe was unreachable meanwhile', async () => {
    await forgetMirror();
    await runs().ensureBackfilled();
    proxy.decide = (_method, path) => (path.startsWith('/v1/subscriptions') ? 500 : undefined);
    await runDueJobs(started);
    const interrupted = await status().lastRun('backfill');
    expect(interrupted).toMatchObject({ state: 'running', step: 'subscriptions', stepsDone: 2 });
    expect(interrupted?.error).toBeTruthy();
    proxy.decide = () => undefined;
    proxy.calls.length = 0;
    await vi.waitFor(
      async () => {
        await started.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
        await runDueJobs(started);
        expect(await status().lastRun('backfill')).toMatchObject({ state: 'done', error: null });
      },
      { timeout: 200_000, interval: 250 },
    );
    expect(proxy.calls).not.toContain('GET /v1/customers');
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
  });

  test('continues where a killed process stopped', async () => {
    await forgetMirror();
    // Stripe stops answering in the middle of the invoices, and the process is killed there.
    proxy.decide = (_method, path) => (/^\/v1\/invoices\?.*starting_after/.test(path) ? 'silence' : undefined);
    proxy.calls.length = 0;
    const script = fileURLToPath(new URL('../../../../test/backfill-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, started.database.url, proxy.url], { stdio: 'inherit' });
    await vi.waitFor(() => expect(proxy.calls.filter((call) => call === 'GET /v1/invoices')).toHaveLength(2), 120_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await status().lastRun('backfill')).toMatchObject({ state: 'running', step: 'invoices', stepsDone: 4 });

    proxy.decide = () => undefined;
    proxy.calls.length = 0;
    await runs().ensureBackfilled();
    await runDueJobs(started);
    expect(await status().lastRun('backfill')).toMatchObject({ state: 'done' });
    expect(proxy.calls).not.toContain('GET /v1/customers');
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
  });

  test('reads a list again if the object of its cursor was deleted', async () => {
    await forgetMirror();
    const { run } = await runs().begin('backfill');
    await started.database.pool.query(
      "update stripe_mirror_steps set cursor = $2 where run_id = $1 and name = 'customers'",
      [run.id, 'cus_deleted'],
    );
    await runDueJobs(started);
    expect(await status().findRun(run.id)).toMatchObject({ state: 'done', error: null });
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
  });

  test('fails visibly if Stripe refuses for good, and starts over on request', async () => {
    await forgetMirror();
    const { run } = await runs().begin('backfill');
    proxy.decide = () => 500;
    await started.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1');
    await runDueJobs(started);
    proxy.decide = () => undefined;
    expect(await status().findRun(run.id)).toMatchObject({ state: 'failed', error: expect.any(String) });
    await runs().ensureBackfilled();
    await runDueJobs(started);
    expect(await status().lastRun('backfill')).toMatchObject({ state: 'done' });
    expect(await listMirroredObjects(started.database)).toEqual(await listStripeObjects(started.stripe));
  });
});
