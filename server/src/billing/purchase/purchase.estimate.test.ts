import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PurchaseEstimate } from '@portico/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/clean-up.ts';
import { startFullPortal, testCatalog } from '../../../test/full-portal.ts';
import { basic, buy, cancelAll, openPortal, preview, shippingDetails, team } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();
const { pool } = portal.database;

const yearly = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 2 }],
};
const units = (quantity: number) => ({ items: basic.items.map((item) => ({ ...item, quantity })) });
const three = units(3);

type Estimate = PurchaseEstimate & { includesTax: boolean };

const send = (body: object, product = 'desktop', browser = owner, language = 'en') =>
  browser.post(`/api/Products/${product}/EstimatePurchase`, body, { cookies: { portico_locale: language } });

async function estimate(body: object, product = 'desktop', browser = owner): Promise<Estimate> {
  const response = await send(body, product, browser);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Estimate>();
}

/** Preview calls to Stripe. */
function countPreviews() {
  const { previews } = portal.app.gateway;
  const spies = [
    vi.spyOn(previews, 'previewTerms'),
    vi.spyOn(previews, 'previewTermsWith'),
    vi.spyOn(previews, 'previewUnchanged'),
  ];
  return () => {
    const counts = spies.map(({ mock }) => mock.calls.length);
    for (const spy of spies) spy.mockRestore();
    return counts;
  };
}

beforeEach(async () => {
  await cancelAll(portal);
  await pool.query('delete from rate_limits');
  await pool.query('delete from coupon_redemptions');
});

describe('an estimate', () => {
  test('costs the same as the quote, and cannot be bought', async () => {
    const quotes = async () => (await pool.query('select count(*)::int from purchase_quotes')).rows[0].count;
    const before = await quotes();
    const chosen = { ...basic, addons: { 'forensics-monthly': 1 }, coupon: 'THREE', shippingDetails };
    const { includesTax, ...estimated } = await estimate(chosen);
    expect(await quotes()).toBe(before);
    const { taxTransactionId, expiresAt, ...quoted } = await preview(owner, 'desktop', chosen);
    expect(await quotes()).toBe(before + 1);
    expect(includesTax).toBe(true);
    const at = (dates: object) => JSON.parse(JSON.stringify(dates).replaceAll(/(\d{2}:){2}\d{2}\.\d{3}Z/g, ''));
    expect(at(estimated)).toEqual(at(quoted));
  });

  test('shows the end of a discount', async () => {
    const { subscriptionUpdateInvoiceDetails: now, recurringCharges } = await estimate({ ...basic, coupon: 'THREE' });
    const [first, then, ...more] = recurringCharges;
    expect(more).toEqual([]);
    expect(now).toMatchObject({
      total: 3200,
      discounts: [{ name: 'Three months', code: 'THREE', amount: 800, until: then?.from }],
    });
    expect([first?.total, first?.discount, first?.until]).toEqual([3200, 800, then?.from]);
    expect(then).toMatchObject({ total: 4000, discount: 0, until: null });
    const months = (new Date(String(then?.from)).getTime() - new Date(String(first?.from)).getTime()) / 86_400_000;
    expect([59, 60, 61, 62]).toContain(Math.round(months));
  });

  test('charges a one-time discount with the first payment only', async () => {
    const { subscriptionUpdateInvoiceDetails: now, recurringCharges } = await estimate({ ...basic, coupon: 'HALF' });
    expect(now).toMatchObject({ total: 2000, discounts: [{ until: recurringCharges[0]?.from }] });
    expect(recurringCharges).toMatchObject([{ total: 4000, until: null }]);
  });

  test('is before tax without an address', async () => {
    await pool.query('update accounts set business_address = null');
    const without = await estimate(basic);
    expect(without).toMatchObject({ includesTax: false, recurringInvoiceDetails: { total: 4000, taxAmounts: [] } });
    const within = await estimate({ ...basic, shippingDetails });
    expect(within.includesTax).toBe(true);
    expect(within.recurringInvoiceDetails.total).toBeGreaterThan(4000);
    expect(within.recurringCharges[0]?.total).toBe(within.recurringInvoiceDetails.total);
  });

  test('works before the account has a customer at Stripe', async () => {
    const { rows } = await pool.query(
      "update accounts set stripe_customer_id = null where name = 'Globex' returning stripe_customer_id as id",
    );
    expect(rows).toHaveLength(1);
    const globex = await portal.signIn('owner@globex.example');
    expect(await estimate(basic, 'desktop', globex)).toMatchObject({
      subscriptionUpdateInvoiceDetails: { amountDue: 4000, creditBefore: 0 },
      current: null,
      consequences: null,
    });
  });

  test('for a trial or a free plan makes no call to Stripe', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const { items: plans } = (await globex.get('/api/Products/desktop/Plans')).json();
    const priceId = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial).pricePlans[0].id;
    const trial = { items: [{ subscriptionPlanId: 'desktop-trial', priceId, quantity: 1 }] };
    const free = { items: [{ subscriptionPlanId: 'cloud-free', priceId: 'cloud-free-monthly', quantity: 1 }] };
    const calls = countPreviews();
    for (const [product, selection] of [
      ['desktop', trial],
      ['cloud', free],
    ] as const)
      expect(await estimate(selection, product, globex)).toMatchObject({
        subscriptionUpdateInvoiceDetails: { total: 0, amountDue: 0, lines: [{ kind: 'base', amount: 0 }] },
        recurringCharges: [],
        nextPaymentDate: null,
      });
    expect(calls()).toEqual([0, 0, 0]);
  });

  test('uses the user’s language', async () => {
    const { subscriptionUpdateInvoiceDetails: now } = (await send(basic, 'desktop', owner, 'fr')).json<Estimate>();
    expect(now.lines).toMatchObject([{ description: 'Bureau – Base, Monthly', name: 'Base', kind: 'base' }]);
  });

  test('is refused to read-only users with a coupon', async () => {
    const reader = await portal.signIn('readonly@acme.example');
    expect((await send(basic, 'desktop', reader)).statusCode).toBe(200);
    expect((await send({ ...basic, coupon: 'HALF' }, 'desktop', reader)).statusCode).toBe(403);
  });

  test.each([
    ['an unknown coupon', { ...basic, coupon: 'NOPE' }, 'InvalidCoupon', { coupon: expect.any(Array) }],
    ['too many units', units(11), 'ValidationError', { 'items.0.quantity': expect.any(Array) }],
    ['no items', { items: [] }, 'ValidationError', { items: expect.any(Array) }],
  ])('is refused for %s', async (_, body, code, propertyErrors) => {
    const response = await send(body);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code, propertyErrors });
  });

  test('is limited to 120 a minute', async () => {
    await pool.query(
      "insert into rate_limits (key, points, expire) select 'estimate:' || id, 120, (extract(epoch from now()) * 1000)::bigint + 30000 from accounts where name = 'Acme Security'",
    );
    const response = await send(basic);
    expect(response.statusCode).toBe(429);
    expect(response.json().additionalData.blockedTo).toEqual(expect.any(String));
  });
});

describe('many simultaneous estimates', () => {
  test('run three at a time for an account, and do not block another account', async () => {
    await portal.addCard(owner);
    const [reader, globex] = await Promise.all(['readonly@acme.example', 'owner@globex.example'].map(portal.signIn));
    const { previews } = portal.app.gateway;
    const original = previews.previewTerms;
    const going = { now: 0, most: 0 };
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { rows } = await pool.query("select stripe_customer_id as id from accounts where name = 'Acme Security'");
    const spy = vi.spyOn(previews, 'previewTerms').mockImplementation(async (request) => {
      if (request.customerId !== rows[0].id) return original(request);
      going.now += 1;
      going.most = Math.max(going.most, going.now);
      await held;
      going.now -= 1;
      return original(request);
    });
    const requests = Array.from({ length: 40 }, (_, at) =>
      send(units(1 + (at % 10)), 'desktop', reader as typeof owner),
    );
    try {
      await vi.waitFor(() => expect(going.now).toBe(3), 20_000);
      expect((await send(team, 'cloud', globex)).statusCode).toBe(200);
    } finally {
      letGo();
    }
    const answers = await Promise.all(requests);
    spy.mockRestore();
    expect(going.most).toBe(3);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(23);
    expect(statuses.filter((status) => status === 429)).toHaveLength(17);
  });
});

describe('an estimate of a change', () => {
  let card = '';
  beforeEach(async () => {
    card = await portal.addCard(owner);
  });

  test('is shown next to the current cost, both with tax and discounts', async () => {
    await buy(owner, 'desktop', { ...basic, coupon: 'THREE' }, card, { shippingDetails });
    const { current, recurringInvoiceDetails, recurringCharges, consequences } = await estimate(three);
    expect(recurringInvoiceDetails.discounts).toMatchObject([{ code: 'THREE' }]);
    expect(current?.recurringInvoiceDetails.discounts).toMatchObject([{ code: 'THREE', amount: 800 }]);
    expect(current?.recurringInvoiceDetails.taxAmounts).not.toEqual([]);
    for (const charges of [current?.recurringCharges ?? [], recurringCharges]) {
      expect(charges).toHaveLength(2);
      expect(charges[1]?.discount).toBe(0);
    }
    // Two units compared with three, at any time.
    for (const [at, charge] of recurringCharges.entries())
      expect(Math.abs((current?.recurringCharges[at]?.total ?? 0) * 1.5 - charge.total)).toBeLessThanOrEqual(2);
    expect(consequences).toEqual({
      removedAddons: [],
      removedDiscounts: [],
      replacedChange: null,
    });
  });

  test('that changes nothing costs nothing now', async () => {
    await buy(owner, 'desktop', basic, card);
    const calls = countPreviews();
    const same = await estimate(basic);
    expect(calls()[0]).toBe(0);
    expect(same).toMatchObject({
      subscriptionUpdateInvoiceDetails: { lines: [], total: 0, amountDue: 0 },
      recurringInvoiceDetails: { total: 4000 },
      current: { recurringInvoiceDetails: { total: 4000 } },
    });
    expect(same.recurringCharges).toEqual(same.current?.recurringCharges);
    const { expirationDate } = (await owner.get('/api/Subscription/list')).json().items[0];
    expect(same.nextPaymentDate).toBe(expirationDate);
  });

  test('shows the add-ons that it removes, but not those that it keeps with another billing interval', async () => {
    await buy(owner, 'desktop', { ...basic, addons: { 'forensics-monthly': 1 } }, card);
    expect((await estimate(three)).consequences?.removedAddons).toEqual(['Forensics']);
    expect((await estimate(yearly)).consequences?.removedAddons).toEqual(['Forensics']);
    const carried = { ...yearly, addons: { 'forensics-yearly': 1 } };
    expect((await estimate(carried)).consequences?.removedAddons).toEqual([]);
    const { items } = (await owner.get('/api/Products/desktop/Plans')).json();
    const plan = items.find(({ id }: { id: string }) => id === 'desktop-basic');
    expect(plan.pricePlans[1].addons[0]).toMatchObject({
      currentQuantity: 1,
      prices: [{ id: 'forensics-yearly', isUsed: true }],
    });
  });

  test('shows a removed discount of an item', async () => {
    await buy(owner, 'desktop', { ...basic, addons: { 'forensics-monthly': 2 } }, card);
    const [subscription] = (await portal.stripe.subscriptions.list({ limit: 1 })).data;
    const item = subscription?.items.data.find(({ metadata }) => metadata.kind === 'addon');
    const coupon = await portal.stripe.coupons.create({ percent_off: 10, duration: 'forever', name: 'Thanks' });
    const items = [{ id: String(item?.id), discounts: [{ coupon: coupon.id }] }];
    await portal.stripe.subscriptions.update(String(subscription?.id), { items, proration_behavior: 'none' });
    await portal.app.gateway.mirror.refresh('subscription', String(subscription?.id));
    expect((await estimate(three)).consequences?.removedDiscounts).toEqual(['Thanks']);
    const kept = await estimate({ ...three, addons: { 'forensics-monthly': 2 } });
    expect(kept.consequences?.removedDiscounts).toEqual([]);
    expect(kept.current?.recurringInvoiceDetails.discounts).toMatchObject([
      { name: 'Thanks', code: null, amount: 100 },
    ]);
  });

  test('that leaves a credit lets the next charges spend it, like the upcoming invoices', async () => {
    await buy(owner, 'desktop', units(10), card);
    const one = units(1);
    const { subscriptionUpdateInvoiceDetails: now, recurringCharges } = await estimate(one);
    expect(now.creditBefore).toBe(0);
    expect(now.creditAfter).toBe(-now.total);
    expect(now.creditAfter).toBeGreaterThan(17_900);
    expect(recurringCharges).toMatchObject([{ total: 2000 }]);
    expect((await buy(owner, 'desktop', one, card)).json()).toMatchObject({ status: 'succeeded' });
    const [upcoming] = (await owner.get('/api/Subscription/invoices/upcoming')).json().items;
    expect(upcoming).toMatchObject({
      total: 2000,
      amountDue: 0,
      creditBefore: now.creditAfter,
      creditAfter: now.creditAfter - 2000,
    });
    expect(upcoming.following.map(({ amountDue }: { amountDue: number }) => amountDue)).toEqual([0, 0, 0]);
    expect(upcoming.recurringCharges).toMatchObject([{ total: 2000, from: upcoming.created }]);
  });
});

describe('a change of a canceled subscription', () => {
  const paths = [
    [
      'at the end of its period',
      (id: string) => portal.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
    ],
    [
      'on a day of its own',
      (id: string) => portal.stripe.subscriptions.update(id, { cancel_at: Math.floor(Date.now() / 1000) + 9 * 86_400 }),
    ],
  ] as const;

  test.each(paths)('that ends %s is refused until it is restored', async (_, cancel) => {
    const card = await portal.addCard(owner);
    await buy(owner, 'desktop', basic, card);
    const [{ id: stripeId } = { id: '' }] = (await portal.stripe.subscriptions.list({ limit: 1 })).data;
    await cancel(stripeId);
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    const { items } = (await owner.get('/api/Products/desktop/Plans')).json();
    expect(items[0]).toMatchObject({ subscribeAction: 'ChangeOptions', canSubscribe: false });
    const refusal = { code: 'Conflict', message: expect.stringContaining('Restore it to change anything') };
    for (const step of ['EstimatePurchase', 'PreviewPurchase']) {
      expect((await owner.post(`/api/Products/desktop/${step}`, three)).json()).toMatchObject(refusal);
    }
  });

  test('is rejected with a quote from before the cancellation', async () => {
    const card = await portal.addCard(owner);
    await buy(owner, 'cloud', team, card);
    const two = { items: [{ ...team.items[0], quantity: 2 }] };
    const { taxTransactionId } = await preview(owner, 'cloud', two as typeof basic);
    const [{ id }] = (await owner.get('/api/Subscription/list')).json().items;
    await owner.send('DELETE', `/api/Subscription/${id}/Cancel`, {});
    const refused = await owner.post('/api/Products/cloud/Purchase', {
      ...two,
      paymentMethodId: card,
      taxTransactionId,
    });
    expect(refused.json()).toMatchObject({ code: 'PriceChanged' });
  });
});

test('an estimate of a trial with a later price applies a one-time discount to the first charge', async () => {
  const trial = `      - id: cloud-tryout
        code: CY
        name: Tryout
        description: Two weeks before the first charge.
        trial: { days: 14 }
        prices:
          - { id: cloud-tryout-monthly, nickname: Monthly, interval: month, amount: 40.00 }
`;
  const text = readFileSync(testCatalog, 'utf8').replace(
    '      - id: cloud-team\n',
    `${trial}      - id: cloud-team\n`,
  );
  const catalog = join(temporaryFolder('catalog'), 'catalog.yaml');
  writeFileSync(catalog, text);
  const other = await startFullPortal({ catalog });
  const browser = await other.signIn('owner@acme.example');
  const card = await other.addCard(browser);
  const items = [{ subscriptionPlanId: 'cloud-tryout', priceId: 'cloud-tryout-monthly', quantity: 2 }];
  const quoted = await preview(browser, 'cloud', { items, coupon: 'HALF' });
  const [first, then, ...more] = quoted.recurringCharges;
  expect(more).toEqual([]);
  expect(quoted).toMatchObject({ subscriptionUpdateInvoiceDetails: { total: 0 }, nextPaymentDate: first.from });
  expect([first.total, first.discount, first.until]).toEqual([4000, 4000, then.from]);
  expect([then.total, then.discount, then.until]).toEqual([8000, 0, null]);
  const bought = await buy(browser, 'cloud', { items, coupon: 'HALF' }, card);
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded', amountPaid: 0 });
  const [upcoming] = (await browser.get('/api/Subscription/invoices/upcoming')).json().items;
  expect(upcoming).toMatchObject({ total: 4000, following: [{ total: 8000 }, { total: 8000 }, { total: 8000 }] });
  expect(upcoming.recurringCharges.map(({ total }: { total: number }) => total)).toEqual([4000, 8000]);
});
