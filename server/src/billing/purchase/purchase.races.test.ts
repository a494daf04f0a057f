import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { type Answer, newPerson, type Person, subscribe } from '../../../test/operation-person.ts';
import { listLiveAtStripe, openSecondPortal, type QuotedPurchase, quoted } from './purchase.test-support.ts';

let portal: FullPortal;
/** Another portal on the same database and Stripe. */
let second: Awaited<ReturnType<typeof openSecondPortal>>;

beforeAll(async () => {
  portal = await startFullPortal();
  second = await openSecondPortal(portal);
});

/** Pauses a purchase after its checks, before its first write. @returns a function that continues it */
async function pauseAfterChecks(quote: QuotedPurchase): Promise<() => Promise<Answer>> {
  const client = await portal.database.pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>(
    'select pg_backend_pid() as pid from purchase_quotes where id = $1 for update',
    [quote.id],
  );
  const answer = quote.send();
  await vi.waitFor(
    async () => {
      const waiting = await portal.database.pool.query(
        'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      expect(waiting.rowCount).toBe(1);
    },
    { timeout: 60_000, interval: 10 },
  );
  return async () => {
    await client.query('commit');
    client.release();
    return answer;
  };
}

const operations = async ({ accountId }: Person) =>
  (await portal.database.pool.query('select state from stripe_operations where account_id = $1', [accountId])).rows;

describe('a purchase that was checked before another one settled', () => {
  test('does not create a second subscription', async () => {
    const person = await newPerson(portal);
    const [first, late] = [await quoted(person, 1), await quoted(person, 1)];
    const goOn = await pauseAfterChecks(late);
    expect((await first.send()).json()).toMatchObject({ status: 'succeeded' });
    const refused = await goOn();
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await listLiveAtStripe(person)).toHaveLength(1);
    expect(await operations(person)).toEqual([{ state: 'succeeded' }]);
  });

  test('does not change a subscription that has changed in the meantime', async () => {
    const person = await newPerson(portal);
    const { stripeId } = await subscribe(person);
    const [first, late] = [await quoted(person, 3), await quoted(person, 5)];
    const goOn = await pauseAfterChecks(late);
    expect((await first.send()).json()).toMatchObject({ status: 'succeeded' });
    expect((await goOn()).json()).toMatchObject({ code: 'PriceChanged' });
    expect((await portal.stripe.subscriptions.retrieve(stripeId)).items.data[0]?.quantity).toBe(3);
  });

  test('charges nothing if the credit has changed in the meantime', async () => {
    const person = await newPerson(portal);
    const goOn = await pauseAfterChecks(await quoted(person, 1));
    await portal.stripe.customers.createBalanceTransaction(person.customerId, { amount: -500, currency: 'usd' });
    await portal.app.gateway.mirror.refresh('customer', person.customerId);
    expect((await goOn()).json()).toMatchObject({ code: 'PriceChanged' });
    expect(await listLiveAtStripe(person)).toEqual([]);
  });
});

describe('a subscription at Stripe that the mirror does not have', () => {
  const forget = ({ accountId }: Person) =>
    portal.database.pool.query('delete from subscriptions where account_id = $1', [accountId]);
  /** Stores a new address, which the next purchase sends to Stripe. */
  const move = ({ accountId }: Person) =>
    portal.database.pool.query(
      `update accounts set business_address = jsonb_set(business_address, '{name}', '"Moved"') where id = $1`,
      [accountId],
    );

  async function addOthers({ customerId }: Person): Promise<void> {
    const { id: price } = await portal.stripe.prices.create({
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'month' },
      product_data: { name: 'Support by phone' },
    });
    for (let more = 0; more < 10; more += 1) {
      await portal.stripe.subscriptions.create({ customer: customerId, items: [{ price }] });
    }
  }

  test.each([
    ['', []],
    [', returned with the new address', [move]],
    [', behind ten newer ones', [addOthers, move]],
  ])('is stored, and no other one is created%s', async (_, changes) => {
    const person = await newPerson(portal);
    const { stripeId } = await subscribe(person);
    for (const change of changes) await change(person);
    await forget(person);
    const before = await listLiveAtStripe(person);
    const answer = await (await quoted(person, 2)).send();
    expect(answer.statusCode, answer.body).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await listLiveAtStripe(person)).toHaveLength(before.length);
    // The next quote is a change of it.
    expect((await (await quoted(person, 2)).send()).json()).toMatchObject({ status: 'succeeded' });
    const after = await listLiveAtStripe(person);
    expect(after).toHaveLength(before.length);
    expect(after.at(-1)).toMatchObject({ id: stripeId, items: { data: [{ quantity: 2 }] } });
  });
});

test('rejects a change that was quoted before another change or a cancellation', async () => {
  const person = await newPerson(portal);
  const { id } = await subscribe(person);
  const [three, four] = [await quoted(person, 3), await quoted(person, 4)];
  expect((await three.send()).json()).toMatchObject({ status: 'succeeded' });
  expect((await four.send()).json()).toMatchObject({ code: 'PriceChanged' });
  const five = await quoted(person, 5);
  await person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
  expect((await five.send()).json()).toMatchObject({ code: 'PriceChanged' });
  expect(await listLiveAtStripe(person)).toMatchObject([
    { cancel_at_period_end: true, items: { data: [{ quantity: 3 }] } },
  ]);
});

test('makes one subscription from many quotes on two portals', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await newPerson(portal);
    const other = await new Browser(second.http).signIn(person.email, 'Portico-demo-1');
    const quotes: QuotedPurchase[] = [];
    for (let each = 0; each < 12; each += 1) quotes.push(await quoted(person, 1));
    const answers = await Promise.all(
      quotes.map(async ({ send }, index) => {
        await pause(index * (5 + round * 10));
        return send(index % 2 ? other : person.browser);
      }),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const answer of answers) expect([200, 409], answer.body).toContain(answer.statusCode);
    expect(await listLiveAtStripe(person)).toHaveLength(1);
  }
}, 60_000);
