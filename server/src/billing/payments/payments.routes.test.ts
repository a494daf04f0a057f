import type { PaymentDetail, PaymentRow, TimelineEvent } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { expectNotThere, openPayingAccount } from '../../../test/paying-account.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

let portal: FullPortal;
let owner: Browser;
let stranger: Browser;
let proxy: FaultyProxy;
let customer: string;
/** Payments of $60, $600 and $20; $100 of the second were refunded; the third was declined. */
const paid = { cloud: '', desktop: '', declined: '' };

interface Payments {
  items: PaymentRow[];
  total: number;
  spent: number;
  since: string | null;
  successPaymentsCount: number;
}

const list = async (query = '', browser = owner) =>
  (await browser.get(`/api/Billing/PaymentIntents${query}`)).json<Payments>();
const detail = async (id: string, browser = owner) => browser.get(`/api/Billing/PaymentIntents/${id}`);

/** How long background jobs wait for Stripe, in milliseconds. */
const patience = 30_000;

beforeAll(async () => {
  const opened = await openPayingAccount(patience);
  ({ portal, owner, stranger, proxy } = opened);
  await opened.buy('cloud', { subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 });
  const desktop = { subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 3 };
  customer = await opened.buy('desktop', desktop);
  for (const intent of (await portal.stripe.paymentIntents.list({ customer })).data) {
    paid[intent.amount === 6_000 ? 'cloud' : 'desktop'] = intent.id;
  }
  await portal.stripe.refunds.create({ payment_intent: paid.desktop, amount: 10_000 });
  const decline = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  const declined = await portal.stripe.paymentIntents
    .create({ amount: 2_000, currency: 'usd', customer, payment_method: decline.id, confirm: true, off_session: true })
    .catch((error) => error.payment_intent);
  paid.declined = declined.id;
  await vi.waitFor(async () => expect(await list()).toMatchObject({ total: 3, spent: 56_000 }), {
    timeout: 60_000,
    interval: 100,
  });
  await waitForStripeEvents(portal);
}, 240_000);

beforeEach(async () => {
  proxy.decide = () => undefined;
  await waitForStripeEvents(portal);
  proxy.calls.length = 0;
}, 120_000);

describe('payments', () => {
  test('are listed with the total paid minus refunds, without a call to Stripe', async () => {
    const all = await list();
    expect(all).toMatchObject({
      total: 3,
      totalPages: 1,
      page: 1,
      pageSize: 10,
      spent: 56_000,
      successPaymentsCount: 2,
    });
    expect(all.items.map(({ stripeId }) => stripeId).sort()).toEqual(Object.values(paid).sort());
    expect(all.items.find(({ stripeId }) => stripeId === paid.cloud)).toEqual({
      stripeId: paid.cloud,
      amount: 6_000,
      currency: 'usd',
      status: 'succeeded',
      statementDescriptor: expect.any(String),
      description: 'Cloud: new subscription',
      productName: 'Cloud',
      created: expect.any(String),
      paidAt: expect.any(String),
    });
    expect(all.items.find(({ stripeId }) => stripeId === paid.declined)).toMatchObject({
      productName: null,
      paidAt: null,
    });
    const succeeded = all.items.filter(({ status }) => status === 'succeeded');
    const first = Math.min(...succeeded.map(({ created }) => new Date(created).getTime()));
    expect(new Date(String(all.since)).getTime()).toBe(first);
    expect(proxy.calls).toEqual([]);
  });

  test('report the date of the first successful payment, even if others failed before it', async () => {
    const { since } = await list();
    const failed =
      "update stripe_payment_intents set created = created + make_interval(days => $1) where status <> 'succeeded'";
    await portal.database.pool.query(failed, [-40]);
    try {
      expect((await list()).since).toBe(since);
    } finally {
      await portal.database.pool.query(failed, [40]);
    }
  });

  test('have the date of the successful charge', async () => {
    const listPaidAt = async () => (await list()).items.find(({ stripeId }) => stripeId === paid.cloud)?.paidAt;
    const before = await listPaidAt();
    const later = `update stripe_charges set created = created + make_interval(days => $1) where payment_intent_id = $2`;
    await portal.database.pool.query(later, [8, paid.cloud]);
    try {
      expect(Date.parse(String(await listPaidAt())) - Date.parse(String(before))).toBe(8 * 86_400_000);
    } finally {
      await portal.database.pool.query(later, [-8, paid.cloud]);
    }
  });

  test.each([
    ['amount', 'asc', [2_000, 6_000, 60_000]],
    ['amount', 'desc', [60_000, 6_000, 2_000]],
  ])('come in the order of their %s, %s', async (sortField, order, amounts) => {
    const { items } = await list(`?sortField=${sortField}&order=${order}`);
    expect(items.map(({ amount }) => amount)).toEqual(amounts);
  });

  test.each(['created', 'status', 'description'])('sorted by %s have pages that never overlap', async (sortField) => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?sortField=${sortField}&pageSize=1&page=${page}`)));
    expect(new Set(pages.map(({ items }) => items[0]?.stripeId)).size).toBe(3);
    expect(pages[0]).toMatchObject({ total: 3, totalPages: 3, pageSize: 1, spent: 56_000 });
  });

  test('are empty for an account that never paid', async () => {
    expect(await list('', stranger)).toEqual({
      items: [],
      total: 0,
      totalPages: 0,
      page: 1,
      pageSize: 10,
      since: null,
      spent: 0,
      successPaymentsCount: 0,
    });
  });

  test('cannot be sorted by an unknown field', async () => {
    expect((await owner.get('/api/Billing/PaymentIntents?sortField=customer')).statusCode).toBe(400);
  });
});

describe('a payment', () => {
  test('is fetched from Stripe in one call', async () => {
    const response = await detail(paid.desktop);
    expect(response.json<PaymentDetail>()).toMatchObject({
      stripeId: paid.desktop,
      amount: 60_000,
      amountReceived: 60_000,
      amountRefunded: 10_000,
      currency: 'usd',
      status: 'succeeded',
      customerName: expect.any(String),
      card: { brand: 'visa', last4: '4242', expMonth: expect.any(Number), expYear: expect.any(Number) },
      outcome: { riskScore: expect.any(Number), riskLevel: 'normal' },
      balanceTransaction: { amount: 60_000, fee: expect.any(Number), net: expect.any(Number) },
      failureMessage: null,
      productName: 'Desktop',
      paidAt: expect.any(String),
      invoices: [{ stripeId: expect.stringMatching(/^in_/), number: expect.any(String) }],
      stale: false,
    });
    const { balanceTransaction } = response.json<PaymentDetail>();
    expect(balanceTransaction?.net).toBe(60_000 - Number(balanceTransaction?.fee));
    expect(proxy.calls).toEqual([`GET /v1/payment_intents/${paid.desktop}`]);
  });

  test('that was declined has no balance transaction, and shows why', async () => {
    expect((await detail(paid.declined)).json()).toMatchObject({
      status: 'requires_payment_method',
      balanceTransaction: null,
      amountReceived: 0,
      card: { last4: '0341' },
      outcome: { riskLevel: 'normal' },
      failureMessage: 'Your card was declined.',
    });
    const french = await owner.get(`/api/Billing/PaymentIntents/${paid.declined}`, {
      headers: { 'accept-language': 'fr-CA' },
    });
    expect(french.json()).toMatchObject({ failureMessage: 'Votre carte a été refusée.' });
  });

  test('without a charge has neither outcome nor card', async () => {
    const { id } = await portal.stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer });
    await portal.app.gateway.mirror.refresh('payment_intent', id);
    try {
      expect((await detail(id)).json()).toMatchObject({
        outcome: null,
        card: null,
        balanceTransaction: null,
        invoices: [],
        productName: null,
        paidAt: null,
      });
    } finally {
      await portal.stripe.paymentIntents.cancel(id);
      await portal.database.pool.query('delete from stripe_payment_intents where id = $1', [id]);
    }
  });

  test.each([500, 429, 'refuse', 'silence'] as const)(
    'is shown as stored, and marked as stale, if Stripe answers with %s',
    async (fault) => {
      const before = (await detail(paid.desktop)).json<PaymentDetail>();
      proxy.calls.length = 0;
      proxy.decide = (method) => (method === 'GET' ? fault : undefined);
      const from = performance.now();
      const response = await detail(paid.desktop);
      expect(response.statusCode).toBe(200);
      // A user's request must not wait as long as a background job.
      expect(performance.now() - from).toBeLessThan(patience);
      expect(response.json()).toEqual({ ...before, stale: true, asOf: expect.any(String) });
      expect(new Date(response.json().asOf).getTime()).toBeLessThan(Date.now());
    },
    120_000,
  );

  test('is fetched from Stripe at most sixty times a minute, and further reads show the mirror', async () => {
    await portal.database.pool.query('delete from rate_limits');
    const stale = [(await detail(paid.cloud)).json<PaymentDetail>().stale];
    // The minute does not end during the test, however long it takes.
    await portal.database.pool.query('update rate_limits set expire = expire + 3600000');
    for (let look = 1; look < 62; look += 1) stale.push((await detail(paid.cloud)).json<PaymentDetail>().stale);
    expect(stale.filter((isStale) => !isStale)).toHaveLength(60);
    expect(stale.slice(60)).toEqual([true, true]);
    expect(proxy.calls).toHaveLength(60);
    await portal.database.pool.query('delete from rate_limits');
  });

  test('of another account is not found, without a call to Stripe', async () => {
    for (const path of ['', '/Events']) {
      const at = (id: string) => `/api/Billing/PaymentIntents/${id}${path}`;
      await expectNotThere(stranger, at(paid.cloud), at('pi_missing'));
    }
    expect(proxy.calls).toEqual([]);
  });
});

describe('the timeline of a payment', () => {
  const events = async (id: string, query = '', locale = 'en') =>
    (
      await owner.get(`/api/Billing/PaymentIntents/${id}/Events${query}`, { cookies: { portico_locale: locale } })
    ).json<{ items: TimelineEvent[]; total: number; totalPages: number }>();

  test('shows its charge, its refund and its invoice, the newest first', async () => {
    const { items } = await vi.waitFor(
      async () => {
        const found = await events(paid.desktop);
        expect(found.items.map(({ type }) => type)).toEqual(
          expect.arrayContaining(['payment_intent.succeeded', 'charge.succeeded', 'charge.refunded', 'invoice.paid']),
        );
        return found;
      },
      { timeout: 50_000 },
    );
    expect(items.find(({ type }) => type === 'charge.refunded')).toMatchObject({
      stripeId: expect.stringMatching(/^evt_/),
      typeDescription: 'Charge was refunded',
    });
    const times = items.map(({ created }) => new Date(created).getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    // The timeline does not contain other payments, each of which succeeded once.
    expect(items.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(1);
  });

  test('is in French for a French user', async () => {
    const { items } = await events(paid.desktop, '', 'fr');
    expect(items.find(({ type }) => type === 'payment_intent.succeeded')?.typeDescription).toBe('Le paiement a réussi');
  });

  test('has pages that never overlap', async () => {
    const { total } = await events(paid.desktop);
    const pages = await Promise.all(
      Array.from({ length: total }, (_, at) => events(paid.desktop, `?pageSize=1&page=${at + 1}&order=asc`)),
    );
    expect(new Set(pages.map(({ items }) => items[0]?.stripeId)).size).toBe(total);
    expect(pages[0]).toMatchObject({ total, totalPages: total });
    expect(await events(paid.desktop, `?pageSize=1&page=${total + 1}`)).toMatchObject({ total, items: [] });
  });

  test('spans at most thirty days', async () => {
    const { items, total } = await events(paid.cloud);
    const oldest = String(items.at(-1)?.stripeId);
    await portal.database.pool.query(
      "update stripe_event_objects set created = created - interval '31 days' where event_id = $1",
      [oldest],
    );
    const later = await events(paid.cloud);
    expect(later.total).toBe(total - 1);
    expect(later.items.map(({ stripeId }) => stripeId)).not.toContain(oldest);
  });
});

describe('the credit balance', () => {
  test('is 0 without a customer, without a call to Stripe', async () => {
    expect((await stranger.get('/api/Billing/Balance')).json()).toEqual({ endingBalance: 0, currency: 'usd' });
    expect(proxy.calls).toEqual([]);
  });

  test('is the credit from the vendor, or negative for a debt', async () => {
    const balance = async () => (await owner.get('/api/Billing/Balance')).json().endingBalance;
    expect(await balance()).toBe(0);
    for (const [amount, ending] of [
      [-2_500, 2_500],
      [4_000, -1_500],
    ] as const) {
      await portal.stripe.customers.createBalanceTransaction(customer, { amount, currency: 'usd' });
      await vi.waitFor(async () => expect(await balance()).toBe(ending), { timeout: 50_000 });
    }
  });
});

test('a payment for a change names the added units', async () => {
  const before = (await list()).items.map(({ stripeId }) => stripeId);
  const item = { subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 4 };
  const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', { items: [item] })).json();
  const order = { items: [item], paymentMethodId: await portal.addCard(owner), taxTransactionId };
  const bought = await owner.post('/api/Products/cloud/Purchase', order);
  expect(bought.statusCode, bought.body).toBe(200);
  await vi.waitFor(
    async () => {
      const added = (await list()).items.find(({ stripeId }) => !before.includes(stripeId));
      expect(added).toMatchObject({ description: expect.stringMatching(/^Cloud: 2 \w+ added$/) });
      const { description } = (await detail(added?.stripeId ?? '')).json<PaymentDetail>();
      expect(description).toBe(added?.description);
    },
    { timeout: 50_000 },
  );
});
