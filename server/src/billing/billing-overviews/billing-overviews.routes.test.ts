import type { BillingActivity, MonthOfSpending, NextPayment, UpcomingInvoice } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { openPayingAccount } from '../../../test/paying-account.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';
import { sumSpending } from '../invoices/spending.queries.ts';

let portal: FullPortal;
let owner: Browser;
let stranger: Browser;
let proxy: FaultyProxy;
let customer: string;

interface NextPayments {
  items: NextPayment[];
  isBeingReckoned: boolean;
}
interface Spending {
  currency: string;
  months: MonthOfSpending[];
  products: { productId: string | null; name: string | null }[];
}

const nextPayments = async (browser = owner) => (await browser.get('/api/Billing/NextPayments')).json<NextPayments>();
const spending = async (browser = owner) => (await browser.get('/api/Billing/Spending')).json<Spending>();
const activity = async (browser = owner) =>
  (await browser.get('/api/Billing/Activity')).json<{ items: BillingActivity[] }>().items;

/** How long background jobs wait for Stripe, in milliseconds. */
const patience = 30_000;

/** Cloud costs $60 a month; Desktop $600 a year, of which $100 are refunded; a charge of $20 is declined. */
beforeAll(async () => {
  const opened = await openPayingAccount(patience);
  ({ portal, owner, stranger, proxy } = opened);
  await opened.buy('cloud', { subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 });
  const desktop = { subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 3 };
  customer = await opened.buy('desktop', desktop);
  const { data } = await portal.stripe.paymentIntents.list({ customer });
  const paid = data.find(({ amount }) => amount === 60_000);
  await portal.stripe.refunds.create({ payment_intent: paid?.id ?? '', amount: 10_000 });
  const decline = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await portal.stripe.paymentIntents
    .create({ amount: 2_000, currency: 'usd', customer, payment_method: decline.id, confirm: true, off_session: true })
    .catch(() => {});
  await portal.stripe.invoiceItems.create({ customer, amount: 1_234, currency: 'usd', description: 'Training' });
  const { id = '' } = await portal.stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: 30,
    pending_invoice_items_behavior: 'include',
  });
  await portal.stripe.invoices.finalizeInvoice(id);
  await waitForStripeEvents(portal);
}, 240_000);

beforeEach(async () => {
  proxy.decide = () => undefined;
  await portal.database.pool.query('delete from rate_limits');
});

describe('spending', () => {
  test('adds up paid and open amounts of this month by product', async () => {
    const { currency, months, products } = await spending();
    expect(currency).toBe('usd');
    expect(months).toHaveLength(12);
    expect(months.at(-1)?.month).toBe(new Date().toISOString().slice(0, 7));
    expect(months.at(-1)?.products).toEqual([
      { productId: 'desktop', paid: 60_000, unpaid: 0, yearly: 60_000, spread: 5_000 },
      { productId: 'cloud', paid: 6_000, unpaid: 0, yearly: 0, spread: 0 },
      { productId: null, paid: 0, unpaid: 1_234, yearly: 0, spread: 0 },
    ]);
    expect(products).toEqual([
      { productId: 'desktop', name: 'Desktop' },
      { productId: 'cloud', name: 'Cloud' },
      { productId: null, name: null },
    ]);
    expect(months.slice(0, -1).every((month) => month.products.length === 0)).toBe(true);
  });

  test('counts in the month of its invoice, and is not shown after a year', async () => {
    const move = (months: number) =>
      portal.database.pool.query(
        `update stripe_invoices set created = created - make_interval(months => $1) where total = 6000`,
        [months],
      );
    const cloudIn = ({ months }: Spending) =>
      months.findIndex(({ products }) => products.some(({ productId }) => productId === 'cloud'));
    try {
      await move(11);
      expect(cloudIn(await spending())).toBe(0);
      await move(1);
      expect(cloudIn(await spending())).toBe(-1);
    } finally {
      await move(-12);
    }
  });

  test('is summed by reading only its index', async () => {
    const { sql, params } = sumSpending(portal.database.query, customer, 'usd', new Date()).toSQL();
    const client = await portal.database.pool.connect();
    try {
      await client.query('begin');
      // With so few rows the planner uses any index, so the other index with the same first column is dropped for the
      // test.
      await client.query('drop index stripe_invoices_created_idx');
      for (const way of ['seqscan', 'bitmapscan']) await client.query(`set local enable_${way} = off`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Only Scan using stripe_invoices_spending_idx');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('is empty for an account that never paid', async () => {
    const { months, products } = await spending(stranger);
    expect(months).toHaveLength(12);
    expect(months.flatMap((month) => month.products)).toEqual([]);
    expect(products).toEqual([]);
  });
});

describe('a next payment', () => {
  test('shows the price before tax until a job has fetched it, then Stripe’s amount', async () => {
    await portal.database.pool.query('delete from stripe_upcoming_invoices');
    const before = await nextPayments();
    expect(before.isBeingReckoned).toBe(true);
    expect(before.items.map(({ productId, total, isBeforeTax }) => [productId, total, isBeforeTax])).toEqual([
      ['cloud', 6_000, true],
      ['desktop', 60_000, true],
    ]);
    const after = await vi.waitFor(
      async () => {
        const found = await nextPayments();
        expect(found.isBeingReckoned).toBe(false);
        return found;
      },
      { timeout: 60_000, interval: 500 },
    );
    const { items } = (await owner.get('/api/Subscription/invoices/upcoming')).json<{ items: UpcomingInvoice[] }>();
    expect(after.items).toEqual(
      items.map(({ subscriptionId, productId, productName, created, currency, total, amountDue, ...invoice }) => ({
        subscriptionId,
        productId,
        productName,
        at: created,
        currency,
        total,
        amountDue,
        card: { brand: 'visa', last4: '4242' },
        isBeforeTax: false,
        breakdown: { lines: invoice.lines, discount: invoice.discount, taxAmounts: invoice.taxAmounts },
      })),
    );
  });

  test('is reduced by a credit as soon as the credit is given', async () => {
    await portal.stripe.customers.createBalanceTransaction(customer, { amount: -2_500, currency: 'usd' });
    await waitForStripeEvents(portal);
    const { items } = await nextPayments();
    expect(items[0]).toMatchObject({ productId: 'cloud', total: 6_000, amountDue: 3_500 });
    await portal.stripe.customers.createBalanceTransaction(customer, { amount: 2_500, currency: 'usd' });
    await waitForStripeEvents(portal);
  });

  test('is refreshed at most four times a minute', async () => {
    // No job stores anything during the test.
    proxy.decide = () => 500;
    const refreshing: boolean[] = [];
    for (let look = 0; look < 6; look += 1) {
      await portal.database.pool.query('delete from stripe_upcoming_invoices');
      refreshing.push((await nextPayments()).isBeingReckoned);
    }
    expect(refreshing).toEqual([true, true, true, true, false, false]);
  });

  test('is empty for an account that never paid', async () => {
    expect(await nextPayments(stranger)).toEqual({ items: [], isBeingReckoned: false });
  });
});

describe('the latest activity', () => {
  test('shows payments, a declined card, a refund and a credit, the newest first', async () => {
    await vi.waitFor(async () => expect(await activity()).toHaveLength(6), { timeout: 60_000, interval: 200 });
    const items = await activity();
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'paid', amount: 60_000, card: { brand: 'visa', last4: '4242' } }),
        expect.objectContaining({ kind: 'declined', amount: 2_000, card: { brand: 'visa', last4: '0341' } }),
        expect.objectContaining({ kind: 'refunded', amount: 10_000 }),
        expect.objectContaining({ kind: 'credited', amount: 2_500 }),
        expect.objectContaining({ kind: 'debited', amount: 2_500 }),
      ]),
    );
    const paid = items.find((item) => item.kind === 'paid' && item.amount === 60_000);
    const paymentId = paid && 'paymentId' in paid ? String(paid.paymentId) : '';
    expect((await owner.get(`/api/Billing/PaymentIntents/${paymentId}`)).statusCode).toBe(200);
  });

  test('is empty for an account without events', async () => {
    expect(await activity(stranger)).toEqual([]);
  });

  test('shows a cancellation', async () => {
    const { items } = (await owner.get('/api/Subscription/list')).json<{
      items: { id: number; productId: string }[];
    }>();
    const cloud = items.find(({ productId }) => productId === 'cloud');
    await owner.send('DELETE', `/api/Subscription/${cloud?.id}/Cancel`);
    await waitForStripeEvents(portal);
    // The credit may have the same timestamp.
    expect(await activity()).toContainEqual(
      expect.objectContaining({
        kind: 'canceled',
        subscriptionId: cloud?.id,
        productId: 'cloud',
        productName: 'Cloud',
      }),
    );
  });
});

test('shows the whole overview while Stripe does not answer', async () => {
  proxy.decide = () => 'silence';
  for (const path of ['NextPayments', 'Spending', 'Activity', 'Balance', 'PaymentIntents?pageSize=5']) {
    const from = performance.now();
    expect((await owner.get(`/api/Billing/${path}`)).statusCode, path).toBe(200);
    expect(performance.now() - from, path).toBeLessThan(2_000);
  }
});
