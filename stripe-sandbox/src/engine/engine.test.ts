import { expect, test } from 'vitest';
import { customerWithCard, monthly, useSandbox } from '../../test/sandbox.ts';

const { stripe, database } = await useSandbox();
const WEEK = 7 * 86_400;
/** The engine checks every two seconds. The rest of the limit is for a slow machine. */
const patience = { timeout: 50_000, interval: 50 };

test('renews and collects a subscription without a clock when its week is over', async () => {
  const customer = await customerWithCard(stripe);
  const weekly = await monthly(stripe, 1000, { recurring: { interval: 'week' } });
  const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: weekly.id }] });
  const [begun, end] = [items.data[0]?.current_period_start ?? 0, items.data[0]?.current_period_end ?? 0];
  expect(end - begun).toBe(WEEK);

  // As if the subscription had started a week earlier.
  const earlier = (column: string) =>
    `replace(replace(${column}::text, '${begun}', '${begun - WEEK}'), '${end}', '${begun}')::json`;
  await database.query(
    `update objects set data = ${earlier('data')}, internal = ${earlier('internal')}, due_at = due_at - ${WEEK} where id = $1`,
    [id],
  );
  const invoices = async () => (await stripe.invoices.list({ subscription: id })).data;
  await expect.poll(async () => (await invoices()).length, patience).toBe(2);
  const [draft] = await invoices();
  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', total: 1000, test_clock: null });
  expect(draft?.created).toBeGreaterThanOrEqual(begun);
  const renewed = await stripe.subscriptions.retrieve(id);
  expect(renewed).toMatchObject({
    status: 'active',
    latest_invoice: draft?.id,
    items: { data: [{ current_period_start: begun, current_period_end: end }] },
  });

  // As if the hour for changes to the draft were over.
  await database.query('update objects set due_at = due_at - 3600 where id = $1', [draft?.id]);
  await expect.poll(async () => (await invoices())[0]?.status, patience).toBe('paid');
  const { data } = await stripe.charges.list({ customer: customer.id });
  expect(data.map(({ amount, paid }) => [amount, paid])).toEqual([
    [1000, true],
    [1000, true],
  ]);
  const { rows } = await database.query(
    'select id, due_at from objects where due_at is not null and type <> $1 order by id',
    ['test_helpers.test_clock'],
  );
  expect(rows).toEqual([{ id, due_at: String(end) }]);
});
