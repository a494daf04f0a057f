import type { PurchaseResult } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { basic, buy, cancelAll, openPortal, preview, shippingDetails, team } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

async function subscriptionsAtStripe(): Promise<{ status: string; id: string }[]> {
  const { data } = await portal.stripe.subscriptions.list({ status: 'all', limit: 100 });
  return data.map(({ id, status }) => ({ id, status }));
}

describe('buying', () => {
  test('charges the quoted amount, and shows the subscription and its paid invoice immediately', async () => {
    const card = await portal.addCard(owner);
    const quoted = await preview(owner, 'desktop', basic, { shippingDetails });
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

    expect((await owner.get('/api/Billing/BusinessAddress')).json()).toMatchObject({ shippingDetails });
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

  test('shows taxes with their official names and rates', async () => {
    const address = {
      line1: '1200 Rue Sainte-Catherine',
      city: 'Montréal',
      state: 'QC',
      postalCode: 'H3B 1K1',
      country: 'CA',
    };
    const { recurringInvoiceDetails } = await preview(owner, 'cloud', team, {
      shippingDetails: { name: 'Acme', address },
    });
    expect(recurringInvoiceDetails.taxAmounts).toEqual([
      { description: 'GST (5%)', amount: 150 },
      { description: 'QST (9.975%)', amount: 299 },
    ]);
  });

  test('records user, time, request, address and outcome in the audit log', async () => {
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

  test('returns the same answer for identical requests and buys once', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const card = await portal.addCard(globex);
    const before = (await subscriptionsAtStripe()).length;
    const { taxTransactionId } = await preview(globex, 'cloud', team);
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

  test('makes one subscription from twenty simultaneous quotes of a product', async () => {
    const admin = await portal.signIn('admin@acme.example');
    const card = await portal.addCard(admin);
    const before = (await subscriptionsAtStripe()).length;
    const quotes = await Promise.all(Array.from({ length: 20 }, () => preview(admin, 'cloud', team)));
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

  test('begins one trial without a card', async () => {
    await cancelAll(portal);
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
      items: [{ trial: true, status: 1, statusTitle: 'On trial' }],
    });
    const again = await owner.post('/api/Products/desktop/PreviewPurchase', trial);
    expect(again.json()).toMatchObject({ code: 'NotForSale' });
  });

  test('rejects a price that has changed since the quote', async () => {
    const card = await portal.addCard(owner);
    const { taxTransactionId } = await preview(owner, 'desktop', basic);
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

  test('rejects another account’s quote, card and purchase', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const card = await portal.addCard(owner);
    const { taxTransactionId } = await preview(owner, 'desktop', basic);
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

  test('returns a client secret for a card that requires authentication', async () => {
    await cancelAll(portal);
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
    const waiting = (await portal.database.pool.query("select id, status from stripe_invoices where status = 'open'"))
      .rows;
    expect(waiting).toHaveLength(1);
    const subscriptions = (await owner.get('/api/Subscription/list')).json().items;
    const lists = ['/api/Subscription/invoices', '/api/Subscription/invoices/pending'].concat(
      subscriptions.map(({ id }: { id: number }) => `/api/Subscription/${id}/invoices`),
    );
    const listPages = async (browser: Browser) => {
      const [details, ...found] = await Promise.all([
        browser.get(`/api/Subscription/invoices/${waiting[0].id}/Details`).then((answer) => answer.json()),
        ...lists.map((path) => browser.get(path).then((answer) => answer.json().items)),
      ]);
      return [details, ...found.flat()]
        .filter(({ stripeId }) => stripeId === waiting[0].id)
        .map(({ hostedInvoiceUrl }) => hostedInvoiceUrl);
    };
    // The purchase could also be completed on the invoice's page at Stripe.
    const seen = await listPages(owner);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen).not.toContain(null);
    expect(await listPages(readOnly)).toEqual(seen.map(() => null));
  });
});
