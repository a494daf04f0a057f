import { openDatabase } from '../../server/src/core/db/database.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { axeFindings } from '../harness/screens.ts';
import { signIn } from '../harness/sign-in.ts';
import { expect, test } from '../harness/test.ts';
import { createSubscriber, operator } from '../harness/users.ts';

const sandboxKey = { authorization: 'Bearer sk_test_sandbox' };

/**
 * Waits until Stripe has delivered all events, because reading an object for a later event also applies the object's
 * earlier events.
 */
async function everythingDelivered({ ports }: Portal): Promise<void> {
  const undelivered = async () => {
    const address = `http://127.0.0.1:${ports.sandbox}/v1/events?delivery_success=false&limit=1`;
    return ((await (await fetch(address, { headers: sandboxKey })).json()) as { data: unknown[] }).data;
  };
  await expect.poll(undelivered, { timeout: 60_000 }).toEqual([]);
}

/** Makes the portal's newest events, each of another object, look as if all their tries had failed. @returns their types */
async function letEventsDie(portal: Portal, howMany: number): Promise<string[]> {
  await everythingDelivered(portal);
  const database = openDatabase(databaseUrl(portal.dataDir), 1, () => {});
  try {
    // Also waits for the jobs of applied events, because a remaining job would apply its event a second time.
    const waiting = `select (select count(*) from stripe_events where applied_at is null and failed_at is null)::int +
      (select count(*) from graphile_worker.jobs where task_identifier = 'stripe-refresh' and run_at <= now())::int as waiting`;
    await expect
      .poll(async () => (await database.pool.query(waiting)).rows, { timeout: 60_000 })
      .toEqual([{ waiting: 0 }]);
    const { rows } = await database.pool.query(
      `update stripe_events set applied_at = null, failed_at = now(), error = 'Stripe said something else'
        where id in (select id from (
          select distinct on (type) id, received_at from (
            select distinct on (object_id) id, type, received_at from stripe_events where object_id is not null order by object_id, received_at desc
          ) newest order by type, received_at desc
        ) each_type order by received_at desc limit $1)
        returning type`,
      [howMany],
    );
    return rows.map(({ type }) => type);
  } finally {
    await database.close();
  }
}

test('an operator retries failed events, and repairs what no webhook reported', async ({ page, portal, letFail }) => {
  await createSubscriber(portal);
  const [first = '', ...rest] = await letEventsDie(portal, 3);
  expect(rest).toHaveLength(2);
  await signIn(page, operator.email, operator.password);
  await page.goto('/Billing/Stripe');
  const failed = page.getByRole('table', { name: 'Failed events' });
  await expect(failed.getByText('Stripe said something else')).toHaveCount(3);
  expect(await axeFindings(page)).toEqual([]);
  await failed.getByRole('button', { name: `Retry ${first}`, exact: true }).click();
  await expect(page.getByText('1 event is being retried')).toBeVisible();
  await expect(failed.getByText('Stripe said something else')).toHaveCount(2);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('2 events are being retried')).toBeVisible();
  await expect(page.getByText('No failed events')).toBeVisible();
  await expect(page.getByText('No event was given up.')).toBeVisible();

  await letFail({ kind: 'webhook_fail', prefix: 'customer.created' });
  const made = await fetch(`http://127.0.0.1:${portal.ports.sandbox}/v1/customers`, {
    method: 'POST',
    headers: sandboxKey,
    body: new URLSearchParams({ name: 'Never told of' }),
  });
  const { id } = (await made.json()) as { id: string };
  await page.getByRole('button', { name: 'Repair now' }).click();
  await expect(page.getByText('The repair has started')).toBeVisible();
  const repair = page.getByRole('table', { name: 'Repairs' }).getByRole('row').nth(1);
  await expect(repair.getByText('Done')).toBeVisible({ timeout: 120_000 });
  await repair.getByRole('button', { name: /^Show what the repair of/ }).click();
  const dialog = page.getByRole('dialog', { name: 'What the repair corrected' });
  const difference = dialog.getByRole('row').filter({ hasText: id });
  await expect(difference.getByText('Customer', { exact: true })).toBeVisible();
  await expect(difference.getByText('Was missing')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Repair now' })).toBeEnabled();
});
