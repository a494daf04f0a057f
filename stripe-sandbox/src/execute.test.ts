import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { clientOf, customerWithCard, errorOf, monthly, newDatabase, useSandbox } from '../test/sandbox.ts';
import { startSandbox } from './index.ts';

const { stripe, database, databaseUrl, sandbox } = await useSandbox();

/** The outcome of concurrent calls: the id of the answer, or the error message. */
async function allAtOnce(calls: (() => Promise<{ id: string }>)[]): Promise<string[]> {
  return Promise.all(
    calls.map((call) =>
      call().then(
        ({ id }) => id,
        (error: Error) => error.message,
      ),
    ),
  );
}

test('completes or rejects each call of a shared transaction by itself', async () => {
  const outcomes = await allAtOnce(
    Array.from({ length: 60 }, (_, index) => () => {
      // The customer is stored before its default payment method is rejected, and must not remain.
      const isRefused = index % 3 === 1;
      return stripe.customers.create({
        name: `Together ${index}`,
        ...(isRefused ? { invoice_settings: { default_payment_method: 'pm_missing' } } : {}),
      });
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (index % 3 === 1) expect(outcome).toBe("No such PaymentMethod: 'pm_missing'");
    else
      expect((await stripe.customers.retrieve(outcome)) as Stripe.Customer).toMatchObject({
        name: `Together ${index}`,
      });
  }
  expect((await stripe.customers.list({ limit: 100 })).data).toHaveLength(40);
  expect((await stripe.events.list({ limit: 100, type: 'customer.created' })).data).toHaveLength(40);
});

test('rolls back the writes of a rejected call and keeps those of other calls', async () => {
  const customer = await customerWithCard(stripe);
  const gold = await monthly(stripe, 1000);
  const before = await count();
  const outcomes = await allAtOnce(
    Array.from(
      { length: 20 },
      (_, index) => () =>
        index % 2 === 0
          ? stripe.products.create({ name: `Product ${index}` })
          : // It is rejected after all its work, part of which was written already.
            stripe.subscriptions.create({
              customer: customer.id,
              items: [{ price: gold.id }],
              expand: ['latest_invoice.surprise'],
            }),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome).toMatch(index % 2 === 0 ? /^prod_/ : /^This property cannot be expanded/);
  }
  // Ten products and their events.
  expect(await count()).toBe(before + 20);
});

test('rejects only the call whose statement the database rejects', async () => {
  await database.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
     create trigger refuse before insert on objects for each row when (new.data ->> 'name' = 'Unlucky') execute function refuse()`,
  );
  try {
    const quiet = await startSandbox({ databaseUrl, port: 0 });
    const client = clientOf(quiet);
    const outcomes = await allAtOnce(
      ['Lucky', 'Unlucky', 'Fortunate'].map((name) => () => client.customers.create({ name })),
    );
    await quiet.close();
    expect(outcomes[1]).toContain('An unexpected error');
    for (const index of [0, 2]) expect(outcomes[index]).toMatch(/^cus_/);
  } finally {
    await database.query('drop trigger refuse on objects; drop function refuse');
  }
});

test('performs concurrent calls with one idempotency key once', async () => {
  const retrying = new Stripe('sk_test_sandbox', { ...addressOf(sandbox.url), maxNetworkRetries: 5, telemetry: false });
  const made = await Promise.all(
    Array.from({ length: 12 }, () => retrying.customers.create({ name: 'Once' }, { idempotencyKey: 'the-same' })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const other = errorOf(stripe.customers.create({ name: 'Twice' }, { idempotencyKey: 'the-same' }));
  expect(await other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
});

test('returns every event of two busy processes to a reader with a cursor', async () => {
  const shared = { databaseUrl: await newDatabase(), port: 0 };
  const both = await Promise.all([startSandbox(shared), startSandbox(shared)]);
  const clients = both.map((one) => clientOf(one));
  const start = await (clients[0] as Stripe).customers.create();
  const seen: string[] = [];
  let cursor = (await (clients[1] as Stripe).events.list({ limit: 1 })).data[0]?.id ?? '';
  let isWriting = true;
  const read = async () => {
    for (let isLast = false; ; isLast = !isWriting) {
      const { data, has_more } = await (clients[1] as Stripe).events.list({ ending_before: cursor, limit: 7 });
      seen.push(...data.map((event) => (event.data.object as Stripe.Customer).id).reverse());
      cursor = data[0]?.id ?? cursor;
      if (isLast && !has_more) return;
    }
  };
  const reading = read();
  const made = await allAtOnce(
    Array.from({ length: 100 }, (_, index) => () => (clients[index % 2] as Stripe).customers.create()),
  );
  isWriting = false;
  await reading;
  await Promise.all(both.map((one) => one.close()));
  expect(seen).not.toContain(start.id);
  expect([...seen].sort()).toEqual([...made].sort());
});

async function count(): Promise<number> {
  return (await database.query('select count(*)::int as n from objects')).rows[0].n;
}

function addressOf(url: string): { host: string; port: string; protocol: 'http' } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port, protocol: 'http' };
}
