import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { newPersonOnClock, type Person, subscribe, subscribeAndSchedule } from '../../../test/operation-person.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';

let portal: FullPortal;
let proxy: FaultyProxy;
let operator: Browser;
let person: Person;
let pass: (seconds: number) => Promise<number>;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ queue: true }));
  operator = await portal.signIn('operator@portico.example');
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  ({ person, pass } = await newPersonOnClock(portal));
});

const monthSeconds = 32 * 86_400;
const path = (rest: string) => `/api/Operator/Accounts/${person.accountId}/${rest}`;
const disable = (subscriptions: 'cancel' | 'end' | 'keep') =>
  operator.post(path('Disable'), { reason: 'Unpaid.', subscriptions });
const enable = () => operator.post(path('Enable'), {});
const retrieve = (id: string) => portal.stripe.subscriptions.retrieve(id);
const countInvoices = async () => (await portal.stripe.invoices.list({ customer: person.customerId })).data.length;
const list = async (statement: string) => (await portal.database.pool.query(statement, [person.accountId])).rows;
const events = () =>
  list("select kind, detail from audit_events where account_id = $1 and kind like 'accountSubscriptions%' order by id");
const mails = () =>
  list("select template, data from mail_messages where account_id = $1 and template like 'account%' order by id");
const settled = () =>
  vi.waitFor(
    async () =>
      expect(await list('select from stripe_operations where account_id = $1 and settled_at is null')).toEqual([]),
    {
      timeout: 20_000,
      interval: 200,
    },
  );

describe('the subscriptions of an account that is disabled (OPR-14)', () => {
  test('are canceled, and are not charged again', async () => {
    const { id, stripeId } = await subscribe(person);
    expect((await disable('cancel')).json().disabled).not.toBeNull();
    expect(await retrieve(stripeId)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    const before = await countInvoices();
    await pass(monthSeconds);
    expect(await retrieve(stripeId)).toMatchObject({ status: 'canceled' });
    expect(await countInvoices()).toBe(before);
    expect(await events()).toEqual([{ kind: 'accountSubscriptionsCanceled', detail: { subscriptionIds: String(id) } }]);
    expect(await mails()).toMatchObject([{ template: 'accountDisabled', data: { subscriptions: 'cancel' } }]);
    // Nothing is left to restore.
    await enable();
    expect(await retrieve(stripeId)).toMatchObject({ status: 'canceled' });
  });

  test('are restored when the account is enabled, but not those that the customer canceled', async () => {
    const { id, stripeId } = await subscribe(person);
    await disable('cancel');
    expect((await enable()).json().disabled).toBeNull();
    expect(await retrieve(stripeId)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect((await events()).at(-1)).toEqual({
      kind: 'accountSubscriptionsRestored',
      detail: { subscriptionIds: String(id) },
    });
    expect((await mails()).at(-1)).toMatchObject({ data: { areSubscriptionsRestored: true } });

    await person.browser.signIn(person.email, 'Portico-demo-1');
    expect((await person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`)).statusCode).toBe(200);
    await disable('cancel');
    await enable();
    expect(await retrieve(stripeId)).toMatchObject({ cancel_at_period_end: true });
    expect((await mails()).at(-1)).toMatchObject({ data: { areSubscriptionsRestored: false } });
  });

  test('end at once with their scheduled changes', async () => {
    const { stripeId } = await subscribeAndSchedule(person);
    const before = await countInvoices();
    expect((await disable('end')).statusCode).toBe(200);
    expect(await retrieve(stripeId)).toMatchObject({ status: 'canceled' });
    expect(await list('select status from subscriptions where account_id = $1')).toEqual([{ status: 'canceled' }]);
    expect(await countInvoices()).toBe(before);
    await enable();
    expect(await retrieve(stripeId)).toMatchObject({ status: 'canceled' });
    expect(await events()).toMatchObject([{ kind: 'accountSubscriptionsEnded' }]);
  });

  test('continue if the operator keeps them', async () => {
    const { stripeId } = await subscribe(person);
    await disable('keep');
    expect(await retrieve(stripeId)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(await mails()).toMatchObject([{ data: { subscriptions: 'keep' } }]);
    await enable();
    expect(await events()).toEqual([]);
  });

  test.each(['drop', 'refuse', 500] as const)('are canceled once if a call ends with %s', async (fault) => {
    const { stripeId } = await subscribe(person);
    let faults = 1;
    proxy.decide = (method, called) =>
      method === 'POST' && called.includes(stripeId) && faults-- > 0 ? fault : undefined;
    expect((await disable('cancel')).json().disabled).not.toBeNull();
    // The worker has not tried again yet.
    if (
      faults === 0 &&
      (await list('select from stripe_operations where account_id = $1 and settled_at is null')).length > 0
    )
      expect((await enable()).json().code).toBe('ChangeUnderWay');
    await settled();
    expect(await retrieve(stripeId)).toMatchObject({ cancel_at_period_end: true });
    expect(await events()).toHaveLength(1);
    await enable();
    await settled();
    expect(await retrieve(stripeId)).toMatchObject({ cancel_at_period_end: false });
  });

  test('include one that a purchase under way adds later', async () => {
    const { rows } = await portal.database.pool.query(
      `insert into stripe_operations (account_id, kind, subject, request_key, request)
      values ($1, 'purchase', 'desktop', 'under way', '{}') returning id`,
      [person.accountId],
    );
    await disable('cancel');
    const added = await portal.stripe.subscriptions.create({
      customer: person.customerId,
      items: [
        {
          price_data: {
            currency: 'usd',
            product: await anyProduct(),
            unit_amount: 500,
            recurring: { interval: 'month' },
          },
        },
      ],
    });
    await portal.database.pool.query(
      "update stripe_operations set state = 'failed', settled_at = now() where id = $1",
      [rows[0].id],
    );
    await settled();
    expect(await retrieve(added.id)).toMatchObject({ cancel_at_period_end: true });
  });
});

const anyProduct = async () => (await portal.stripe.products.list({ limit: 1 })).data[0]?.id ?? '';
