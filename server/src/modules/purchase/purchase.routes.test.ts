import type { PurchaseResult } from '@portico/contract';
import type Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, savedAddress, startFullPortal } from '../../../test/full-portal.ts';

let portal: FullPortal;
let owner: Browser;

beforeAll(async () => {
  portal = await startFullPortal();
  owner = await portal.signIn('owner@acme.example');
});

/** What one test gave as its address is not another's. */
beforeEach(async () => {
  await portal.database.pool.query('update accounts set business_address = $1', [savedAddress]);
});

const basic = { items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }] };
const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };
const shippingDetails = {
  name: 'Acme Security',
  address: { line1: '1 Main Street', city: 'Springfield', state: 'TX', postalCode: '75001', country: 'US' },
};

type Selection = typeof basic & { coupon?: string; addons?: Record<string, number> };

async function quote(browser: Browser, product: string, selection: Selection, more: object = {}) {
  const response = await browser.post(`/api/Products/${product}/PreviewPurchase`, { ...selection, ...more });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function buy(
  browser: Browser,
  product: string,
  selection: Selection,
  paymentMethodId: string | undefined,
  more: object = {},
) {
  const { taxTransactionId } = await quote(browser, product, selection, more);
  return browser.post(`/api/Products/${product}/Purchase`, {
    ...selection,
    ...more,
    paymentMethodId,
    taxTransactionId,
  });
}

/** As if nobody had bought anything yet. */
async function endAll(): Promise<void> {
  for (const { id, ended_at: ended } of (await portal.stripe.subscriptions.list({ limit: 100 })).data)
    if (ended === null) await portal.stripe.subscriptions.cancel(id);
  await portal.database.pool.query('delete from subscriptions');
}

async function subscriptionsAtStripe(): Promise<{ status: string; id: string }[]> {
  const { data } = await portal.stripe.subscriptions.list({ status: 'all', limit: 100 });
  return data.map(({ id, status }) => ({ id, status }));
}

/** What the bank's page tells, however late. */
const authenticate = (clientSecret: string) =>
  owner.post('/stripe-sandbox/v1/3ds2/authenticate', `client_secret=${clientSecret}&outcome=succeed`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('totals', () => {
  test('come from the catalogue, with the coupon on the subtotal', async () => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', {
      ...basic,
      coupon: 'half',
      addons: { 'forensics-monthly': 3 },
    });
    expect(response.json()).toEqual({
      customizePurchaseSubtotal: { label: 'Subtotal', amount: 4000 },
      customizePurchaseCurrentCost: { label: 'Current plan', amount: 0 },
      customizePurchaseTotal: { label: 'Total', amount: 2000, note: '50% off with HALF, per month, before tax' },
      completePurchaseSubtotal: { label: 'Subtotal with add-ons', amount: 5500 },
      completePurchaseTotal: { label: 'Total', amount: 2750, note: '50% off with HALF, per month, before tax' },
    });
  });

  test('speak the reader’s language', async () => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', basic, {
      cookies: { portico_locale: 'fr' },
    });
    expect(response.json().customizePurchaseTotal).toEqual({
      label: 'Total',
      amount: 4000,
      note: 'par mois, hors taxes',
    });
  });

  test.each([
    [
      'an unknown coupon',
      { ...basic, coupon: 'NOPE' },
      422,
      'InvalidCoupon',
      { coupon: ['Coupon number is incorrect or outdated'] },
    ],
    [
      'a coupon of another product',
      { ...basic, coupon: 'CLOUDONLY' },
      422,
      'InvalidCoupon',
      { coupon: ['Coupon number is incorrect or outdated'] },
    ],
    [
      'more than the plan allows',
      { items: [{ ...basic.items[0], quantity: 11 }] },
      422,
      'ValidationError',
      { 'items.0.quantity': ['The quantity field should be at most 10.'] },
    ],
    [
      'further devices beyond what the plan allows',
      {
        items: [
          { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 99_999 },
          { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-extra', quantity: 2 },
        ],
      },
      422,
      'ValidationError',
      { 'items.0.quantity': ['The quantity field should be at most 100,000.'] },
    ],
    [
      'a manual plan',
      { items: [{ subscriptionPlanId: 'desktop-enterprise', priceId: 'nothing', quantity: 1 }] },
      422,
      'ValidationError',
      expect.anything(),
    ],
    ['no items', { items: [] }, 422, 'ValidationError', expect.objectContaining({ items: expect.anything() })],
    [
      'a quantity that is none',
      { items: [{ ...basic.items[0], quantity: 'many' }] },
      422,
      'ValidationError',
      { 'items.0.quantity': ['The quantity field should be a number.'] },
    ],
  ])('are refused for %s', async (_what, body, status, code, propertyErrors) => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', body);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, propertyErrors });
  });

  test('guessing many coupons at once finds no more than five tries would; the same right one may be sent often', async () => {
    await portal.database.pool.query('delete from rate_limits');
    const globex = await portal.signIn('owner@globex.example');
    const guess = async (coupon: string) =>
      (await globex.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon })).statusCode;
    const right = await Promise.all(Array.from({ length: 20 }, () => guess('HALF')));
    expect(new Set(right)).toEqual(new Set([200]));
    const answers = await Promise.all(
      [...Array.from({ length: 39 }, (_, index) => `GUESS${index}`), 'HALF'].map(guess),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(5);
    expect(answers.at(-1)).toBe(429);
    await portal.database.pool.query('delete from rate_limits');
  });

  test('guessing coupons is stopped after five, for a while that is told', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const guess = (coupon: string) =>
      globex.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon });
    const answers = [];
    for (const coupon of ['A', 'B', 'C', 'D', 'E', 'F']) answers.push((await guess(coupon)).statusCode);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    const blocked = await guess('HALF');
    expect(blocked.json()).toMatchObject({
      code: 'TooManyRequests',
      additionalData: { blockedTo: expect.any(String) },
    });
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(59);
    // Without a coupon one goes on buying, and others are not concerned.
    expect((await globex.post('/api/Products/desktop/CalculatePurchaseTotals', basic)).statusCode).toBe(200);
    expect(
      (await owner.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon: 'HALF' })).statusCode,
    ).toBe(200);
  });
});

describe('a quote', () => {
  test('needs an address to reckon tax by, and takes the one that was given last', async () => {
    const { pool } = portal.database;
    const { rows } = await pool.query("select id, business_address from accounts where name = 'Globex'");
    const globex = await portal.signIn('owner@globex.example');
    await pool.query('update accounts set business_address = null where id = $1', [rows[0].id]);
    const response = await globex.post('/api/Products/desktop/PreviewPurchase', basic);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { shippingDetails: ['address incomplete'] },
    });
    await pool.query('update accounts set business_address = $2 where id = $1', [rows[0].id, shippingDetails]);
    const { subscriptionUpdateInvoiceDetails } = await quote(globex, 'desktop', basic);
    expect(subscriptionUpdateInvoiceDetails.taxAmounts).not.toEqual([]);
    await pool.query('update accounts set business_address = $2 where id = $1', [rows[0].id, rows[0].business_address]);
  });

  test('is given sixty times a minute', async () => {
    const admin = await portal.signIn('owner@globex.example');
    await portal.database.pool.query(
      "insert into rate_limits (key, points, expire) select 'preview:' || id, 60, (extract(epoch from now()) * 1000)::bigint + 30000 from accounts where name = 'Globex' on conflict (key) do update set points = 60",
    );
    const response = await admin.post('/api/Products/desktop/PreviewPurchase', basic);
    expect(response.statusCode).toBe(429);
    await portal.database.pool.query("delete from rate_limits where key like 'preview:%'");
  });
});

describe('buying', () => {
  test('charges what the quote said and shows the subscription and its paid invoice at once', async () => {
    const card = await portal.addCard(owner);
    const quoted = await quote(owner, 'desktop', basic, { shippingDetails });
    expect(quoted.subscriptionUpdateInvoiceDetails).toMatchObject({
      subtotal: 4000,
      lines: [{ description: 'Desktop – Basic, Monthly', quantity: 2, unitPrice: 2000, amount: 4000 }],
    });
    const due = quoted.subscriptionUpdateInvoiceDetails.amountDue;
    expect(due).toBe(
      quoted.subscriptionUpdateInvoiceDetails.totalExcludingTax +
        quoted.subscriptionUpdateInvoiceDetails.taxAmounts.reduce(
          (sum: number, tax: { amount: number }) => sum + tax.amount,
          0,
        ),
    );
    const response = await owner.post('/api/Products/desktop/Purchase', {
      ...basic,
      shippingDetails,
      paymentMethodId: card,
      taxTransactionId: quoted.taxTransactionId,
    });
    expect(response.statusCode, response.body).toBe(200);
    const result = response.json<PurchaseResult>();
    expect(result).toMatchObject({ status: 'succeeded', amountPaid: due, error: null });

    expect((await owner.get('/api/Billing/BusinessAddress')).json()).toEqual({ shippingDetails });
    const list = (await owner.get('/api/Subscription/list')).json();
    expect(list).toMatchObject({
      total: 1,
      items: [
        {
          id: result.subscriptionId,
          productId: 'desktop',
          quantity: 2,
          status: 1,
          statusTitle: 'Active',
          amount: 4000,
          interval: 'Month',
        },
      ],
    });
    const invoices = (await owner.get('/api/Subscription/invoices')).json();
    expect(invoices).toMatchObject({ total: 1, totalPages: 1, items: [{ status: 'paid', total: due }] });
    const details = (await owner.get(`/api/Subscription/${result.subscriptionId}`)).json();
    expect(details).toMatchObject({
      items: [{ kind: 'base', quantity: 2, unitAmount: 2000, amount: 4000 }],
      paymentMethod: { brand: 'visa', last4: '4242' },
    });
    const products = (await owner.get('/api/Products/My')).json();
    expect(products.items.find(({ id }: { id: string }) => id === 'desktop')).toMatchObject({
      isBought: true,
      subscriptionIds: [result.subscriptionId],
    });
  });

  test('names taxes as their authorities do, at their own rate', async () => {
    const address = {
      line1: '1200 Rue Sainte-Catherine',
      city: 'Montréal',
      state: 'QC',
      postalCode: 'H3B 1K1',
      country: 'CA',
    };
    const { recurringInvoiceDetails } = await quote(owner, 'cloud', team, {
      shippingDetails: { name: 'Acme', address },
    });
    expect(recurringInvoiceDetails.taxAmounts).toEqual([
      { description: 'GST (5%)', amount: 150 },
      { description: 'QST (9.975%)', amount: 299 },
    ]);
  });

  test('stands in the audit log: who, when, what, from where, and how it ended', async () => {
    const { rows } = await portal.database.pool.query(
      "select kind, user_id = real_user_id as self, address::text, request_id is not null as traced, detail ->> 'productId' as product from audit_events where kind like 'purchase%' or kind like 'card%' order by id",
    );
    expect(rows).toEqual([
      { kind: 'cardAdded', self: true, address: '127.0.0.1/32', traced: true, product: null },
      { kind: 'cardMadeDefault', self: true, address: '127.0.0.1/32', traced: true, product: null },
      { kind: 'purchaseBegun', self: true, address: '127.0.0.1/32', traced: true, product: 'desktop' },
      { kind: 'purchaseSucceeded', self: null, address: null, traced: false, product: 'desktop' },
    ]);
  });

  test('the same twice is once, and later the same answer', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const card = await portal.addCard(globex);
    const before = (await subscriptionsAtStripe()).length;
    const { taxTransactionId } = await quote(globex, 'cloud', team);
    const body = { ...team, paymentMethodId: card, taxTransactionId };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => globex.post('/api/Products/cloud/Purchase', body)),
    );
    const again = (await globex.post('/api/Products/cloud/Purchase', body)).json<PurchaseResult>();
    expect(again.status).toBe('succeeded');
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json<PurchaseResult>().operationId))).toEqual(
      new Set([again.operationId]),
    );
    expect(await subscriptionsAtStripe()).toHaveLength(before + 1);
    expect((await globex.get('/api/Subscription/invoices')).json().total).toBe(1);
  }, 60_000);

  test('twenty quotes of one product at once lead to one subscription', async () => {
    const admin = await portal.signIn('admin@acme.example');
    const card = await portal.addCard(admin);
    const before = (await subscriptionsAtStripe()).length;
    const quotes = await Promise.all(Array.from({ length: 20 }, () => quote(admin, 'cloud', team)));
    const answers = await Promise.all(
      quotes.map(({ taxTransactionId }) =>
        admin.post('/api/Products/cloud/Purchase', { ...team, paymentMethodId: card, taxTransactionId }),
      ),
    );
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'bought' : answer.json().code));
    expect(codes.filter((code) => code === 'bought')).toHaveLength(1);
    expect(
      codes.filter((code) => code !== 'bought').every((code) => code === 'PurchaseUnderWay' || code === 'PriceChanged'),
    ).toBe(true);
    expect(await subscriptionsAtStripe()).toHaveLength(before + 1);
  }, 60_000);

  test('a declined card says why and leaves nothing behind', async () => {
    const owner2 = await portal.signIn('owner@globex.example');
    const card = await portal.addCard(owner2, 'pm_card_chargeCustomerFail');
    const before = await subscriptionsAtStripe();
    const response = await buy(owner2, 'desktop', basic, card);
    expect(response.statusCode).toBe(402);
    expect(response.json()).toMatchObject({ code: 'CardError', message: 'Your card was declined.' });
    expect(await subscriptionsAtStripe()).toEqual(before);
    expect((await owner2.get('/api/Products/desktop/Subscriptions')).json().total).toBe(0);
    const open = await portal.stripe.invoices.list({ status: 'open' });
    expect(open.data).toEqual([]);
    // Another card pays with the same choice.
    const good = await portal.addCard(owner2);
    expect((await buy(owner2, 'desktop', basic, good)).json()).toMatchObject({ status: 'succeeded' });
  });

  test('a trial needs no card, once', async () => {
    await endAll();
    const trial = {
      items: [
        {
          subscriptionPlanId: 'desktop-trial',
          priceId: (await owner.get('/api/Products/desktop/Plans'))
            .json()
            .items.find(({ isTrial }: { isTrial: boolean }) => isTrial).pricePlans[0].id,
          quantity: 1,
        },
      ],
    };
    const response = await buy(owner, 'desktop', trial, undefined);
    expect(response.json()).toMatchObject({ status: 'succeeded', amountPaid: 0 });
    expect((await owner.get('/api/Products/desktop/Subscriptions')).json()).toMatchObject({
      items: [{ trial: true, status: 1, statusTitle: 'Trial' }],
    });
    const again = await owner.post('/api/Products/desktop/PreviewPurchase', trial);
    expect(again.json()).toMatchObject({ code: 'NotForSale' });
  });

  test('a price that changed in the meantime is not charged', async () => {
    const card = await portal.addCard(owner);
    const { taxTransactionId } = await quote(owner, 'desktop', basic);
    const response = await owner.post('/api/Products/desktop/Purchase', {
      items: [{ ...basic.items[0], quantity: 3 }],
      paymentMethodId: card,
      taxTransactionId,
    });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'PriceChanged' });
    await portal.database.pool.query('update purchase_quotes set expires_at = now() where id = $1', [taxTransactionId]);
    expect(
      (
        await owner.post('/api/Products/desktop/Purchase', { ...basic, paymentMethodId: card, taxTransactionId })
      ).json(),
    ).toMatchObject({ code: 'PriceChanged' });
  });

  test('another account’s quote, card or purchase is not there', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const card = await portal.addCard(owner);
    const { taxTransactionId } = await quote(owner, 'desktop', basic);
    expect((await globex.post('/api/Products/desktop/Purchase', { ...basic, taxTransactionId })).json()).toMatchObject({
      code: 'PriceChanged',
    });
    expect(
      (await globex.post('/api/Products/desktop/PreviewPurchase', { ...basic, paymentMethodId: card })).statusCode,
    ).toBe(404);
    expect((await globex.get('/api/Products/desktop/Purchase/00000000-0000-4000-8000-000000000000')).statusCode).toBe(
      404,
    );
  });

  test('is refused to read-only users and to those without billing', async () => {
    const readOnly = await portal.signIn('readonly@acme.example');
    expect((await readOnly.post('/api/Products/desktop/PreviewPurchase', basic)).statusCode).toBe(403);
    expect((await readOnly.post('/api/Products/desktop/CalculatePurchaseTotals', basic)).statusCode).toBe(200);
    const user = await portal.signIn('user@acme.example');
    expect((await user.post('/api/Products/desktop/PreviewPurchase', basic)).statusCode).toBe(403);
  });

  test('with a card whose holder must confirm waits for the holder', async () => {
    await endAll();
    const card = await portal.addCard(owner, 'pm_card_authenticationRequired');
    const response = await buy(owner, 'cloud', team, card);
    expect(response.statusCode, response.body).toBe(200);
    const result = response.json<PurchaseResult>();
    expect(result).toMatchObject({ status: 'requiresAction', clientSecret: expect.stringMatching(/^pi_.*_secret_/) });
    expect((await owner.get(`/api/Products/cloud/Purchase/${result.operationId}`)).json()).toMatchObject({
      status: 'requiresAction',
      clientSecret: result.clientSecret,
    });
    const readOnly = await portal.signIn('readonly@acme.example');
    expect((await readOnly.get(`/api/Products/cloud/Purchase/${result.operationId}`)).json()).toMatchObject({
      status: 'requiresAction',
      clientSecret: null,
    });
  });
});

async function how(operationId: string): Promise<PurchaseResult> {
  return (await owner.get(`/api/Products/cloud/Purchase/${operationId}`)).json<PurchaseResult>();
}

describe('a purchase whose card’s holder did not confirm yet', () => {
  async function beginWaiting(): Promise<{ operationId: string; clientSecret: string }> {
    await endAll();
    await portal.database.pool.query(
      "update stripe_operations set state = 'failed', settled_at = now() where settled_at is null",
    );
    const response = await buy(owner, 'cloud', team, await portal.addCard(owner, 'pm_card_authenticationRequired'));
    const { operationId, clientSecret, status } = response.json<PurchaseResult>();
    expect(status).toBe('requiresAction');
    return { operationId, clientSecret: clientSecret ?? '' };
  }

  test('cannot be paid any more once another one took its place', async () => {
    const waiting = await beginWaiting();
    const two = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 }] };
    const other = await buy(owner, 'cloud', two, await portal.addCard(owner));
    expect(other.json()).toMatchObject({ status: 'succeeded', amountPaid: 6000 });
    await authenticate(waiting.clientSecret);
    const intent = await portal.stripe.paymentIntents.retrieve(waiting.clientSecret.split('_secret_')[0] ?? '');
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await how(waiting.operationId)).toMatchObject({ status: 'failed', amountPaid: null });
  });

  test('is bought when the holder was quicker than the one that was to take its place', async () => {
    const waiting = await beginWaiting();
    const { taxTransactionId } = await quote(owner, 'cloud', team);
    await authenticate(waiting.clientSecret);
    const other = await owner.post('/api/Products/cloud/Purchase', {
      ...team,
      paymentMethodId: await portal.addCard(owner),
      taxTransactionId,
    });
    expect(other.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await how(waiting.operationId)).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
    expect((await portal.stripe.subscriptions.list({ status: 'active', limit: 100 })).data).toHaveLength(1);
  });
});

describe('changing', () => {
  test('is no way to turn coupons into money', async () => {
    await endAll();
    const card = await portal.addCard(owner);
    expect((await buy(owner, 'desktop', basic, card)).json()).toMatchObject({ status: 'succeeded' });
    const less = { items: [{ ...basic.items[0], quantity: 1 }], coupon: 'HALF' };
    const refused = await owner.post('/api/Products/desktop/PreviewPurchase', less);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'InvalidCoupon',
      propertyErrors: { coupon: ['A coupon can be used for a new subscription, or for more than you have now.'] },
    });
  });

  test('needs a change', async () => {
    const response = await owner.post('/api/Products/desktop/PreviewPurchase', basic);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { items: ['This is what you have already. Choose another plan, quantity or add-on.'] },
    });
  });

  test('prorates now what the preview said', async () => {
    await endAll();
    const card = await portal.addCard(owner);
    expect((await buy(owner, 'desktop', basic, card, { shippingDetails })).json()).toMatchObject({
      status: 'succeeded',
    });
    const pro: Selection = {
      items: [
        { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 2 },
        { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-extra', quantity: 1 },
      ],
      addons: { 'forensics-monthly': 1 },
    };
    const quoted = await quote(owner, 'desktop', pro, { shippingDetails });
    expect(quoted.recurringInvoiceDetails).toMatchObject({ subtotal: 11_500 });
    const response = await owner.post('/api/Products/desktop/Purchase', {
      ...pro,
      shippingDetails,
      paymentMethodId: card,
      taxTransactionId: quoted.taxTransactionId,
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      status: 'succeeded',
      amountPaid: quoted.subscriptionUpdateInvoiceDetails.amountDue,
    });
    const { items } = (await owner.get('/api/Products/desktop/Subscriptions')).json();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ subscriptionPlanId: 'desktop-pro', amount: 11_500, quantity: 2 });
  });

  describe('with a card whose holder must confirm', () => {
    const three = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 3 }] };

    /** A subscription of one unit that the first card pays for, and a second card whose bank asks. */
    async function begin() {
      await endAll();
      const plain = await portal.addCard(owner);
      expect((await buy(owner, 'cloud', team, plain)).json()).toMatchObject({ status: 'succeeded' });
      const asking = await portal.addCard(owner, 'pm_card_authenticationRequired');
      const subscription = async () =>
        (await portal.stripe.subscriptions.list({ status: 'active', limit: 1 })).data[0] as Stripe.Subscription;
      return { plain, asking, subscription, before: (await portal.stripe.charges.list({ limit: 100 })).data.length };
    }

    const charges = async () => (await portal.stripe.charges.list({ limit: 100 })).data;

    test('charges that card, once it is confirmed, and no other', async () => {
      const { asking, subscription, before } = await begin();
      const result = (await buy(owner, 'cloud', three, asking)).json<PurchaseResult>();
      expect(result).toMatchObject({ status: 'requiresAction' });
      expect((await subscription()).items.data[0]?.quantity).toBe(1);
      await authenticate(result.clientSecret ?? '');
      expect((await owner.get(`/api/Products/cloud/Purchase/${result.operationId}`)).json()).toMatchObject({
        status: 'succeeded',
        amountPaid: 6000,
      });
      expect((await subscription()).items.data[0]?.quantity).toBe(3);
      const [charge, ...others] = (await charges()).filter(({ status }) => status === 'succeeded');
      expect(charge).toMatchObject({ payment_method: asking, amount: 6000 });
      expect(others.length).toBeLessThanOrEqual(before);
    });

    test('ends a trial once it is confirmed, and not before', async () => {
      await endAll();
      await portal.database.pool.query('delete from product_trials');
      const { items: plans } = (await owner.get('/api/Products/desktop/Plans')).json();
      const priceId = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial).pricePlans[0].id;
      const trial = { items: [{ subscriptionPlanId: 'desktop-trial', priceId, quantity: 1 }] };
      expect((await buy(owner, 'desktop', trial, undefined)).json()).toMatchObject({ status: 'succeeded' });
      const shown = async () => (await owner.get('/api/Products/desktop/Subscriptions')).json().items[0];
      const asking = await portal.addCard(owner, 'pm_card_authenticationRequired');
      const { operationId, clientSecret, status } = (await buy(owner, 'desktop', basic, asking)).json<PurchaseResult>();
      expect(status).toBe('requiresAction');
      expect(await shown()).toMatchObject({ trial: true, subscriptionPlanId: 'desktop-trial' });
      await authenticate(clientSecret ?? '');
      expect((await owner.get(`/api/Products/desktop/Purchase/${operationId}`)).json()).toMatchObject({
        status: 'succeeded',
        amountPaid: 4000,
      });
      expect(await shown()).toMatchObject({ trial: false, subscriptionPlanId: 'desktop-basic', status: 1 });
    });

    test('given up charges nothing, also later, and leaves the former card', async () => {
      const { plain, asking, subscription, before } = await begin();
      const waiting = (await buy(owner, 'cloud', three, asking)).json<PurchaseResult>();
      expect(waiting).toMatchObject({ status: 'requiresAction' });
      // A quote of nothing gives up nothing; an hour's waiting does.
      await owner.post('/api/Products/cloud/Purchase', { ...three, taxTransactionId: 'quote_of_nothing' });
      expect(await how(waiting.operationId)).toMatchObject({ status: 'requiresAction' });
      await portal.app.gateway.operations.run(waiting.operationId, { giveUp: true });
      await authenticate(waiting.clientSecret ?? '');
      expect((await owner.get(`/api/Products/cloud/Purchase/${waiting.operationId}`)).json()).toMatchObject({
        status: 'failed',
      });
      expect(await subscription()).toMatchObject({ default_payment_method: plain, items: { data: [{ quantity: 1 }] } });
      expect((await charges()).filter(({ status }) => status === 'succeeded')).toHaveLength(before);
    });

    test('that the bank declines leaves the subscription paid: nothing is overdue', async () => {
      const { asking, plain, subscription } = await begin();
      const waiting = (await buy(owner, 'cloud', three, asking)).json<PurchaseResult>();
      await owner.post('/stripe-sandbox/v1/3ds2/authenticate', `client_secret=${waiting.clientSecret}&outcome=fail`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(await how(waiting.operationId)).toMatchObject({ status: 'failed', error: { code: 'CardError' } });
      const { items } = (await owner.get('/api/Products/cloud/Subscriptions')).json();
      expect(items[0]).toMatchObject({ status: 1, statusTitle: 'Active', quantity: 1 });
      expect(await subscription()).toMatchObject({ status: 'active', default_payment_method: plain });
      const { items: owed } = (await owner.get('/api/Subscription/invoices/pending')).json();
      expect(owed.filter(({ amountDue }: { amountDue: number }) => amountDue === 6000)).toEqual([]);
    });

    test('is refused with a coupon, whose price it could not charge', async () => {
      const { asking, before } = await begin();
      const response = await buy(owner, 'cloud', { ...three, coupon: 'CLOUDONLY' }, asking);
      expect(response.statusCode).toBe(402);
      expect(response.json()).toMatchObject({ code: 'CardError', message: expect.stringContaining('coupon') });
      expect((await charges()).filter(({ status }) => status === 'succeeded')).toHaveLength(before);
    });
  });
});
