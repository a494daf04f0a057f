import { expect, test } from 'vitest';
import { customerWithCard, monthly, useSandbox } from '../../test/sandbox.ts';
import type { Connection } from './connection.ts';
import { selectPaymentsTogether, selectTogether } from './select-together.ts';

const { stripe, database } = await useSandbox();

/** The database, with a count of its statements. */
function counted() {
  const seen = { statements: 0 };
  const query = ((...given: Parameters<typeof database.query>) => {
    seen.statements += 1;
    return database.query(...given);
  }) as Connection['query'];
  return { seen, connection: { query } };
}

test('returns concurrent reads by id from one statement', async () => {
  const { seen, connection } = counted();
  const made = await Promise.all(Array.from({ length: 5 }, () => stripe.customers.create()));
  const ids = [...made.map(({ id }) => id), 'cus_none', made[0]?.id ?? ''];
  const found = await Promise.all(ids.map((id) => selectTogether(connection, id)));
  expect(found.map((row) => row?.id)).toEqual(ids.map((id) => (id === 'cus_none' ? undefined : id)));
  expect(seen.statements).toBe(1);
  await selectTogether(connection, ids[0] ?? '');
  expect(seen.statements).toBe(2);
});

test('returns the payments of several invoices from one statement', async () => {
  const { seen, connection } = counted();
  const { id: customer } = await customerWithCard(stripe);
  const { id: price } = await monthly(stripe, 1000);
  const made = await Promise.all([1, 2, 3].map(() => stripe.subscriptions.create({ customer, items: [{ price }] })));
  const invoices = made.map(({ latest_invoice }) => String(latest_invoice));
  const found = await Promise.all([...invoices, 'in_none'].map((id) => selectPaymentsTogether(connection, id)));
  expect(found.map((rows) => rows?.map(({ data }) => JSON.parse(data).invoice))).toEqual([
    ...invoices.map((id) => [id]),
    undefined,
  ]);
  expect(seen.statements).toBe(1);
});

test('rejects all reads of a failed statement and no later ones', async () => {
  const broken = { query: () => Promise.reject(new Error('the connection is gone')) } as unknown as Connection;
  const asked = await Promise.allSettled(['cus_1', 'cus_2'].map((id) => selectTogether(broken, id)));
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  Object.assign(broken, counted().connection);
  expect(await selectTogether(broken, 'cus_1')).toBeUndefined();
});
