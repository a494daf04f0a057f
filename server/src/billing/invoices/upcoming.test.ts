import { UTCDate } from '@date-fns/utc';
import type { UpcomingInvoice } from '@portico/contract';
import { addMonths } from 'date-fns/addMonths';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';

let portal: FullPortal;
let owner: Browser;
let proxy: FaultyProxy;
let card: string;
/** The portal's ids of the monthly and the yearly subscription. */
const ids = { cloud: 0, desktop: 0 };

const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 }] };
const basic = { items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 3 }] };

/** How long background jobs wait for Stripe, in milliseconds. */
const patience = 30_000;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ timeout: patience }));
  owner = await portal.signIn('owner@acme.example');
  card = await portal.addCard(owner);
  ids.desktop = await buy('desktop', basic);
  ids.cloud = await buy('cloud', team);
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  proxy.calls.length = 0;
  await portal.database.pool.query('delete from stripe_upcoming_invoices');
});

async function buy(product: string, selection: object): Promise<number> {
  const { taxTransactionId } = (await owner.post(`/api/Products/${product}/PreviewPurchase`, selection)).json();
  const body = { ...selection, paymentMethodId: card, taxTransactionId };
  return (await owner.post(`/api/Products/${product}/Purchase`, body)).json().subscriptionId;
}

const upcoming = async (query = '', browser = owner) =>
  (await browser.get(`/api/Subscription/invoices/upcoming${query}`)).json<{
    items: UpcomingInvoice[];
    total: number;
  }>();
const previews = () => proxy.calls.filter((call) => call === 'POST /v1/invoices/create_preview').length;

/** The monthly charges before the yearly one, or at the same time. */
function monthsBefore(monthly: UpcomingInvoice | undefined, yearly: UpcomingInvoice | undefined): number {
  const end = new Date(String(yearly?.created));
  const dates = Array.from({ length: 14 }, (_, index) => addMonths(new UTCDate(String(monthly?.created)), index));
  return dates.filter((date) => date <= end).length;
}

/** Sets the age of the stored previews. */
const age = (seconds: number) =>
  portal.database.pool.query('update stripe_upcoming_invoices set asked_at = asked_at - make_interval(secs => $1)', [
    seconds,
  ]);

describe('upcoming invoices', () => {
  test('show amount and date for each renewing subscription, the nearest first', async () => {
    const { items, total } = await upcoming();
    expect(total).toBe(2);
    expect(items.map(({ subscriptionId }) => subscriptionId)).toEqual([ids.cloud, ids.desktop]);
    const [monthly, yearly] = items;
    expect(monthly).toMatchObject({
      productId: 'cloud',
      productName: 'Cloud',
      subscriptionPlanName: 'Team',
      lines: [{ description: 'Cloud – Team, Monthly', quantity: 2, unitPrice: 3000, amount: 6000 }],
      subtotal: 6000,
      discount: 0,
      total: 6000,
      amountDue: 6000,
      currency: 'usd',
      stale: false,
      isEstimate: false,
    });
    expect(yearly?.total).toBe(60_000);
    const renewal = (await owner.get(`/api/Subscription/${ids.cloud}`)).json().expirationDate;
    expect(monthly?.periodStart).toBe(renewal);
    const days = (new Date(String(monthly?.created)).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
  });

  test('are in French for a French user', async () => {
    const response = await owner.get('/api/Subscription/invoices/upcoming', { cookies: { portico_locale: 'fr' } });
    expect(response.json().items[1]).toMatchObject({ productName: 'Bureau', subscriptionPlanName: 'Base' });
  });

  test('have the amounts that the renewal charges', async () => {
    const { items } = await upcoming();
    const subscription = await portal.database.pool.query(
      'select stripe_subscription_id as id from subscriptions where id = $1',
      [ids.cloud],
    );
    const next = await portal.stripe.invoices.createPreview({ subscription: subscription.rows[0].id });
    expect(items[0]).toMatchObject({ total: next.total, amountDue: next.amount_due });
  });

  test('are fetched once a minute for all users', async () => {
    await upcoming();
    expect(previews()).toBe(2);
    await Promise.all([
      upcoming(),
      upcoming(),
      (await portal.signIn('admin@acme.example')).get('/api/Subscription/invoices/upcoming'),
    ]);
    expect(previews()).toBe(2);
    await age(61);
    await upcoming();
    expect(previews()).toBe(4);
  });

  test('are fetched once for simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 6 }, () => upcoming()));
    // Even by a request that read just before a preview was stored and fetches just after.
    expect(previews()).toBe(2);
  });

  test('are fetched again after a change of the subscription', async () => {
    await upcoming();
    await portal.database.pool.query(
      `update stripe_subscriptions set synced_at = clock_timestamp()
       where id = (select stripe_subscription_id from subscriptions where id = $1)`,
      [ids.cloud],
    );
    await upcoming();
    expect(previews()).toBe(3);
  });

  test('contain at most one invoice if requested for a single subscription', async () => {
    const one = await owner.get(`/api/Subscription/${ids.cloud}/invoices/upcoming`);
    expect(one.json()).toMatchObject({ total: 1, totalPages: 1, items: [{ subscriptionId: ids.cloud, total: 6000 }] });
    await portal.database.pool.query('update subscriptions set cancel_at = expires_at where id = $1', [ids.cloud]);
    try {
      const none = await owner.get(`/api/Subscription/${ids.cloud}/invoices/upcoming`);
      expect(none.json()).toMatchObject({ total: 0, items: [] });
      expect((await upcoming()).total).toBe(1);
    } finally {
      await portal.database.pool.query('update subscriptions set cancel_at = null where id = $1', [ids.cloud]);
    }
  });

  test('come in pages, and a page fetches only its own invoices', async () => {
    const second = await upcoming('?page=2&pageSize=1');
    expect(second).toMatchObject({ total: 2, totalPages: 2, page: 2, pageSize: 1 });
    expect(second.items.map(({ subscriptionId }) => subscriptionId)).toEqual([ids.desktop]);
    expect(previews()).toBe(1);
    expect((await owner.get('/api/Subscription/invoices/upcoming?pageSize=21')).statusCode).toBe(400);
  });

  test('spend the credit in the order of the renewals, across pages', async () => {
    const { rows } = await portal.database.pool.query(
      'select a.stripe_customer_id as id from accounts a join subscriptions s on s.account_id = a.id where s.id = $1',
      [ids.cloud],
    );
    const balance = (cents: number) => portal.stripe.customers.update(rows[0].id, { balance: cents });
    const due = async () => {
      await portal.database.pool.query('delete from stripe_upcoming_invoices');
      return (await upcoming()).items.map(({ total, amountDue }) => [total, amountDue]);
    };
    try {
      await balance(-7000);
      // The second month spends the rest, long before the yearly charge.
      expect(await due()).toEqual([
        [6000, 0],
        [60_000, 60_000],
      ]);
      const [nearest] = (await upcoming('?pageSize=1')).items;
      expect(nearest).toMatchObject({ creditBefore: 7000, creditAfter: 1000 });
      expect(nearest?.following.map(({ total, amountDue }) => [total, amountDue])).toEqual([
        [6000, 5000],
        [6000, 6000],
        [6000, 6000],
      ]);
      await balance(-120_000);
      await portal.database.pool.query('delete from stripe_upcoming_invoices');
      const shown = await upcoming();
      const [monthly, yearly] = shown.items;
      const months = monthsBefore(monthly, yearly);
      const left = 60_000 - (120_000 - months * 6000);
      expect(yearly).toMatchObject({ total: 60_000, amountDue: Math.max(0, left) });
      const [second] = (await upcoming('?page=2&pageSize=1')).items;
      expect(second).toMatchObject({ subscriptionId: ids.desktop, amountDue: yearly?.amountDue });
      const one = (await owner.get(`/api/Subscription/${ids.desktop}/invoices/upcoming`)).json();
      expect(one.items[0].amountDue).toBe(yearly?.amountDue);
      await balance(-2000);
      expect(await due()).toEqual([
        [6000, 4000],
        [60_000, 60_000],
      ]);
      await balance(500);
      expect(await due()).toEqual([
        [6000, 6500],
        [60_000, 60_000],
      ]);
    } finally {
      await balance(0);
    }
  });

  test('fetch the invoices of the other pages once if their tax affects the remaining credit', async () => {
    const { rows } = await portal.database.pool.query(
      'select a.stripe_customer_id as id from accounts a join subscriptions s on s.account_id = a.id where s.id = $1',
      [ids.cloud],
    );
    await portal.stripe.customers.update(rows[0].id, { balance: -7000 });
    try {
      const url = `/api/Subscription/${ids.desktop}/invoices/upcoming`;
      expect((await owner.get(url)).json().items[0].amountDue).toBe(60_000);
      expect(previews()).toBe(2);
      await owner.get(url);
      expect(previews()).toBe(2);
    } finally {
      await portal.stripe.customers.update(rows[0].id, { balance: 0 });
    }
  });

  test('are fetched again if another version of the portal stored them in another format', async () => {
    await upcoming();
    await portal.database.pool.query("update stripe_upcoming_invoices set preview = preview - 'charges'");
    expect((await upcoming()).items).toHaveLength(2);
    expect(previews()).toBe(4);
  });

  test('of another account are not found', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    expect(await upcoming('', stranger)).toMatchObject({ total: 0, items: [] });
    const foreign = await stranger.get(`/api/Subscription/${ids.cloud}/invoices/upcoming`);
    expect(foreign.statusCode).toBe(404);
    expect(proxy.calls).toEqual([]);
  });

  test('show the price before tax if Stripe does not answer and no preview is stored', async () => {
    // One renewal has a stored preview, the other one has none.
    const { items: before } = await upcoming();
    await age(600);
    await portal.database.pool.query(
      `delete from stripe_upcoming_invoices where stripe_subscription_id =
         (select stripe_subscription_id from subscriptions where id = $1)`,
      [ids.desktop],
    );
    proxy.decide = () => 429;
    const { items, total } = await upcoming();
    expect(total).toBe(2);
    expect(items[0]).toEqual({ ...before[0], stale: true, asOf: expect.any(String) });
    expect(items[1]).toMatchObject({
      subscriptionId: ids.desktop,
      subscriptionPlanName: 'Basic',
      created: before[1]?.created,
      lines: [{ description: 'Desktop – Basic', quantity: 1, amount: 60_000 }],
      total: 60_000,
      amountDue: 60_000,
      taxAmounts: [],
      stale: true,
      isEstimate: true,
    });
    const one = (await owner.get(`/api/Subscription/${ids.desktop}/invoices/upcoming`)).json();
    expect(one.items).toMatchObject([{ isEstimate: true, amountDue: 60_000 }]);
    // An estimate is not stored; the next answer is Stripe's.
    proxy.decide = () => undefined;
    expect((await upcoming()).items.map(({ isEstimate }) => isEstimate)).toEqual([false, false]);
  });

  test('spend the mirrored credit if no preview is stored', async () => {
    const { rows } = await portal.database.pool.query(
      'select a.stripe_customer_id as id from accounts a join subscriptions s on s.account_id = a.id where s.id = $1',
      [ids.cloud],
    );
    const balance = async (cents: number) => {
      await portal.stripe.customers.update(rows[0].id, { balance: cents });
      await portal.app.gateway.mirror.refresh('customer', rows[0].id);
    };
    await balance(-2000);
    try {
      proxy.decide = () => 429;
      const { items } = await upcoming();
      expect(items.map(({ isEstimate, amountDue }) => [isEstimate, amountDue])).toEqual([
        [true, 4000],
        [true, 60_000],
      ]);
    } finally {
      proxy.decide = () => undefined;
      await balance(0);
    }
  });

  test.each([500, 'refuse', 'silence'] as const)(
    'are shown as stored, and marked as stale, if the call meets %s',
    async (fault) => {
      const before = await upcoming();
      await age(600);
      proxy.decide = () => fault;
      const from = performance.now();
      const now = await upcoming();
      // A user's request must not wait as long as a background job.
      expect(performance.now() - from).toBeLessThan(patience);
      expect(now.items.map(({ stale }) => stale)).toEqual([true, true]);
      for (const [at, item] of now.items.entries()) {
        expect(item).toEqual({ ...before.items[at], stale: true, asOf: expect.any(String) });
        expect(Date.now() - new Date(item.asOf).getTime()).toBeGreaterThan(599_000);
      }
    },
    120_000,
  );
});
