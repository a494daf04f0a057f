import type { PurchaseResult } from '@portico/contract';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runOperation } from '../../core/operations/index.ts';
import {
  authenticate,
  basic,
  buy,
  cancelAll,
  getPurchaseState,
  openPortal,
  preview,
  type Selection,
  shippingDetails,
  team,
} from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

describe('changing a subscription', () => {
  test('rejects coupons on reductions', async () => {
    await cancelAll(portal);
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

  test('rejects a change that changes nothing', async () => {
    const response = await owner.post('/api/Products/desktop/PreviewPurchase', basic);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { items: ['You already have this. Choose another plan, quantity or add-on.'] },
    });
  });

  test('rejects fewer devices than are in use before any call to Stripe, and allows them once a device is released', async () => {
    await cancelAll(portal);
    const card = await portal.addCard(owner);
    expect((await buy(owner, 'desktop', basic, card)).json()).toMatchObject({ status: 'succeeded' });
    const [license] = (await owner.get('/api/Licenses/List?status=1&productId=desktop')).json().items;
    const ids: number[] = [];
    for (const hardwareId of ['FRONT-DESK', 'BACK-OFFICE']) {
      const added = await owner.post(`/api/Licenses/${license.id}/AddHardware`, { hardwareId });
      ids.push(added.json().id);
    }
    const [plan] = (await owner.get('/api/Products/desktop/Plans')).json().items;
    expect(plan.pricePlans[0].usedSubscriptionsCount).toBe(2);
    const asked = vi.spyOn(portal.app.gateway.previews, 'previewTerms');
    const less = { items: [{ ...basic.items[0], quantity: 1 }], shippingDetails };
    const refused = await owner.post('/api/Products/desktop/PreviewPurchase', less);
    expect([refused.statusCode, asked.mock.calls.length]).toEqual([422, 0]);
    expect(refused.json().propertyErrors).toEqual({
      'items.0.quantity': ['2 devices are in use. Reduce the devices in use before you choose fewer.'],
    });
    asked.mockRestore();
    expect((await owner.post(`/api/HardwareId/${ids[0]}/Release`, {})).statusCode).toBe(200);
    expect((await owner.post('/api/Products/desktop/PreviewPurchase', less)).statusCode).toBe(200);
  });

  test('charges the proration of the preview', async () => {
    await cancelAll(portal);
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
    const quoted = await preview(owner, 'desktop', pro, { shippingDetails });
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

  describe('changing a subscription with a card that requires authentication', () => {
    const three = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 3 }] };

    /** A subscription with one unit that the first card pays for, and a second card that requires authentication. */
    async function begin() {
      await cancelAll(portal);
      const plain = await portal.addCard(owner);
      expect((await buy(owner, 'cloud', team, plain)).json()).toMatchObject({ status: 'succeeded' });
      const authenticationCard = await portal.addCard(owner, 'pm_card_authenticationRequired');
      const subscription = async () =>
        (await portal.stripe.subscriptions.list({ status: 'active', limit: 1 })).data[0] as Stripe.Subscription;
      return {
        plain,
        authenticationCard,
        subscription,
        before: (await portal.stripe.charges.list({ limit: 100 })).data.length,
      };
    }

    const charges = async () => (await portal.stripe.charges.list({ limit: 100 })).data;

    test('charges only that card, and only after authentication', async () => {
      const { authenticationCard, subscription, before } = await begin();
      const result = (await buy(owner, 'cloud', three, authenticationCard)).json<PurchaseResult>();
      expect(result).toMatchObject({ status: 'requiresAction' });
      expect((await subscription()).items.data[0]?.quantity).toBe(1);
      await authenticate(owner, result.clientSecret ?? '');
      expect((await owner.get(`/api/Products/cloud/Purchase/${result.operationId}`)).json()).toMatchObject({
        status: 'succeeded',
        amountPaid: 6000,
      });
      expect((await subscription()).items.data[0]?.quantity).toBe(3);
      const [charge, ...others] = (await charges()).filter(({ status }) => status === 'succeeded');
      expect(charge).toMatchObject({ payment_method: authenticationCard, amount: 6000 });
      expect(others.length).toBeLessThanOrEqual(before);
    });

    test('ends a trial once the payment is authenticated', async () => {
      await cancelAll(portal);
      await portal.database.pool.query('delete from product_trials');
      const { items: plans } = (await owner.get('/api/Products/desktop/Plans')).json();
      const priceId = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial).pricePlans[0].id;
      const trial = { items: [{ subscriptionPlanId: 'desktop-trial', priceId, quantity: 1 }] };
      expect((await buy(owner, 'desktop', trial, undefined)).json()).toMatchObject({ status: 'succeeded' });
      const shown = async () => (await owner.get('/api/Products/desktop/Subscriptions')).json().items[0];
      const authenticationCard = await portal.addCard(owner, 'pm_card_authenticationRequired');
      const { operationId, clientSecret, status } = (
        await buy(owner, 'desktop', basic, authenticationCard)
      ).json<PurchaseResult>();
      expect(status).toBe('requiresAction');
      expect(await shown()).toMatchObject({ trial: true, subscriptionPlanId: 'desktop-trial' });
      await authenticate(owner, clientSecret ?? '');
      expect((await owner.get(`/api/Products/desktop/Purchase/${operationId}`)).json()).toMatchObject({
        status: 'succeeded',
        amountPaid: 4000,
      });
      expect(await shown()).toMatchObject({ trial: false, subscriptionPlanId: 'desktop-basic', status: 1 });
    });

    test('charges nothing if it is abandoned, and keeps the former card', async () => {
      const { plain, authenticationCard, subscription, before } = await begin();
      const waiting = (await buy(owner, 'cloud', three, authenticationCard)).json<PurchaseResult>();
      expect(waiting).toMatchObject({ status: 'requiresAction' });
      // A purchase that names no valid quote does not abandon the change; an hour without authentication does.
      await owner.post('/api/Products/cloud/Purchase', { ...three, taxTransactionId: 'quote_of_nothing' });
      expect(await getPurchaseState(owner, waiting.operationId)).toMatchObject({ status: 'requiresAction' });
      await runOperation(portal.app.operations, waiting.operationId, { abandon: true });
      await authenticate(owner, waiting.clientSecret ?? '');
      expect((await owner.get(`/api/Products/cloud/Purchase/${waiting.operationId}`)).json()).toMatchObject({
        status: 'failed',
      });
      expect(await subscription()).toMatchObject({ default_payment_method: plain, items: { data: [{ quantity: 1 }] } });
      expect((await charges()).filter(({ status }) => status === 'succeeded')).toHaveLength(before);
    });

    test('keeps the subscription paid if the bank declines', async () => {
      const { authenticationCard, plain, subscription } = await begin();
      const waiting = (await buy(owner, 'cloud', three, authenticationCard)).json<PurchaseResult>();
      await owner.post('/stripe-sandbox/v1/3ds2/authenticate', `client_secret=${waiting.clientSecret}&outcome=fail`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(await getPurchaseState(owner, waiting.operationId)).toMatchObject({
        status: 'failed',
        error: { code: 'CardError' },
      });
      const { items } = (await owner.get('/api/Products/cloud/Subscriptions')).json();
      expect(items[0]).toMatchObject({ status: 1, statusTitle: 'Active', quantity: 1 });
      expect(await subscription()).toMatchObject({ status: 'active', default_payment_method: plain });
      const { items: owed } = (await owner.get('/api/Subscription/invoices/pending')).json();
      expect(owed.filter(({ amountDue }: { amountDue: number }) => amountDue === 6000)).toEqual([]);
    });

    test('rejects a coupon, because a pending update at Stripe cannot carry its discount', async () => {
      const { authenticationCard, before } = await begin();
      const response = await buy(owner, 'cloud', { ...three, coupon: 'CLOUDONLY' }, authenticationCard);
      expect(response.statusCode).toBe(402);
      expect(response.json()).toMatchObject({
        code: 'CardError',
        message: expect.stringContaining('leave out the coupon'),
      });
      expect((await charges()).filter(({ status }) => status === 'succeeded')).toHaveLength(before);
    });
  });
});

function pro(quantity: number, extra: number): Selection {
  const plan = { subscriptionPlanId: 'desktop-pro' };
  return {
    items: [
      { ...plan, priceId: 'desktop-pro-monthly', quantity },
      { ...plan, priceId: 'desktop-pro-extra', quantity: extra },
    ],
  };
}

async function shown() {
  return (await owner.get('/api/Products/desktop/Subscriptions')).json().items;
}

async function running() {
  const { data } = await portal.stripe.subscriptions.list({ limit: 100 });
  return data.map(({ items }) => items.data.map(({ quantity, metadata }) => [metadata.price_id, quantity]));
}

describe('a plan with zero units beside units of an additional price', () => {
  beforeEach(() => cancelAll(portal));

  test('is bought once and kept', async () => {
    const card = await portal.addCard(owner);
    const bought = await buy(owner, 'desktop', pro(0, 2), card);
    expect(bought.json(), bought.body).toMatchObject({
      status: 'succeeded',
      amountPaid: 2000,
      subscriptionId: expect.any(Number),
    });
    expect(await shown()).toMatchObject([
      { id: bought.json().subscriptionId, subscriptionPlanId: 'desktop-pro', quantity: 0, amount: 2000 },
    ]);
    const again = await owner.post('/api/Products/desktop/PreviewPurchase', pro(0, 2));
    expect(again.json()).toMatchObject({ code: 'ValidationError', propertyErrors: { items: expect.any(Array) } });
    const more = await buy(owner, 'desktop', pro(1, 2), card);
    expect(more.json()).toMatchObject({ status: 'succeeded', subscriptionId: bought.json().subscriptionId });
    expect(await running()).toEqual([
      [
        ['desktop-pro-monthly', 1],
        ['desktop-pro-extra', 2],
      ],
    ]);
  });

  test('can be the result of a reduction', async () => {
    const card = await portal.addCard(owner);
    expect((await buy(owner, 'desktop', pro(10, 0), card)).json()).toMatchObject({ amountPaid: 50_000 });
    const quoted = await preview(owner, 'desktop', pro(0, 1));
    expect(quoted.recurringInvoiceDetails).toMatchObject({ total: 1000 });
    const changed = await buy(owner, 'desktop', pro(0, 1), card);
    expect(changed.json(), changed.body).toMatchObject({ status: 'succeeded' });
    expect(await shown()).toMatchObject([{ subscriptionPlanId: 'desktop-pro', quantity: 0, amount: 1000 }]);
  });

  test('is found at Stripe without an item for the plan', async () => {
    const card = await portal.addCard(owner);
    const { rows } = await portal.database.pool.query(
      "select stripe_price_id as id from catalog_prices where price_id = 'desktop-pro-extra'",
    );
    const { taxTransactionId } = await preview(owner, 'desktop', pro(1, 1));
    const customer = String((await portal.stripe.paymentMethods.retrieve(card)).customer);
    await portal.stripe.subscriptions.create({
      customer,
      items: [{ price: rows[0].id, quantity: 1 }],
      default_payment_method: card,
    });
    const refused = await owner.post('/api/Products/desktop/Purchase', {
      ...pro(1, 1),
      paymentMethodId: card,
      taxTransactionId,
    });
    expect(refused.json(), refused.body).toMatchObject({ code: 'PriceChanged' });
    expect(await running()).toHaveLength(1);
  });
});
