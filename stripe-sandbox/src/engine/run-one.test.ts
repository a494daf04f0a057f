import { expect, test } from 'vitest';
import { customerWithCard, monthly, useSandbox } from '../../test/sandbox.ts';

const logged: { message?: string }[] = [];
const { stripe, database } = await useSandbox({ log: (line) => logged.push(line) });

test('postpones work that stays due, logs it and continues with other work', async () => {
  const customer = await customerWithCard(stripe);
  const { id, items } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await monthly(stripe, 1000)).id }],
  });
  const now = Math.floor(Date.now() / 1000);
  // A period without a length ends when it begins.
  await database.query(
    `update objects set due_at = $2::bigint, data = replace(
       replace(data::text, '"interval_count":1', '"interval_count":0'), $3::text, $2::text)::json where id = $1`,
    [id, now - 10, String(items.data[0]?.current_period_end)],
  );
  await expect
    .poll(async () => Number((await database.query('select due_at from objects where id = $1', [id])).rows[0].due_at))
    .toBeGreaterThan(now + 500);
  expect(logged.filter(({ message }) => message?.includes(id))).toMatchObject([
    { message: expect.stringContaining('still due after its work') },
  ]);
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});
