import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';

let portal: FullPortal;
let owner: Browser;
let card: string;
let customer: string;

const shippingDetails = {
  name: 'Acme Security',
  address: { line1: '1 Main Street', city: 'Springfield', postalCode: '75001', country: 'MX' },
};
const chosen = {
  items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }],
  addons: { 'forensics-monthly': 1 },
  coupon: 'HALF',
  shippingDetails,
};

beforeAll(async () => {
  portal = await startFullPortal();
  owner = await portal.signIn('owner@acme.example');
  card = await portal.addCard(owner);
  const { rows } = await portal.database.pool.query(
    "select stripe_customer_id as id from accounts where name = 'Acme Security'",
  );
  customer = rows[0].id;
});

beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
});

const quote = async (selection: object = chosen) =>
  (await owner.post('/api/Products/desktop/PreviewPurchase', selection)).json<{
    taxTransactionId: string;
    expiresAt: string;
    subscriptionUpdateInvoiceDetails: { amountDue: number; total: number };
  }>();
const buy = (taxTransactionId: string, selection: object = chosen, browser = owner) =>
  browser.post('/api/Products/desktop/Purchase', { ...selection, paymentMethodId: card, taxTransactionId });

async function expectRefusal(response: Awaited<ReturnType<typeof buy>>): Promise<void> {
  expect(response.statusCode, response.body).toBe(409);
  expect(response.json()).toMatchObject({
    code: 'PriceChanged',
    message: 'The price has changed. Please look at the new total and confirm again.',
  });
  expect((await portal.stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
}

describe('a purchase quote', () => {
  test('buys nothing with another quantity', async () => {
    const { taxTransactionId } = await quote();
    await expectRefusal(await buy(taxTransactionId, { ...chosen, items: [{ ...chosen.items[0], quantity: 3 }] }));
  });

  test('buys nothing for another account or an unknown quote', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    const { taxTransactionId } = await quote();
    for (const id of [taxTransactionId, 'quote_made_up']) {
      const response = await stranger.post('/api/Products/desktop/Purchase', { ...chosen, taxTransactionId: id });
      await expectRefusal(response);
    }
  });

  test('is valid for thirty minutes', async () => {
    const from = Date.now();
    const { taxTransactionId, expiresAt } = await quote();
    const to = Date.now();
    const halfAnHour = 30 * 60_000;
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(from + halfAnHour);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(to + halfAnHour);
    await portal.database.pool.query(
      "update purchase_quotes set expires_at = expires_at - interval '30 minutes' where id = $1",
      [taxTransactionId],
    );
    await expectRefusal(await buy(taxTransactionId));
  });

  test('buys nothing once the balance of the customer has changed', async () => {
    const { taxTransactionId, subscriptionUpdateInvoiceDetails: before } = await quote();
    await portal.stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' });
    await portal.app.gateway.mirror.refresh('customer', customer);
    await expectRefusal(await buy(taxTransactionId));
    const { subscriptionUpdateInvoiceDetails: after } = await quote();
    expect(after.amountDue).toBe(before.amountDue - 500);
  });

  test('buys nothing once there is another pending item', async () => {
    const { taxTransactionId } = await quote();
    const item = await portal.stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd' });
    await portal.app.gateway.mirror.refresh('invoiceitem', item.id);
    try {
      await expectRefusal(await buy(taxTransactionId));
    } finally {
      await portal.stripe.invoiceItems.del(item.id);
      await portal.app.gateway.mirror.refresh('invoiceitem', item.id);
    }
  });

  test('buys nothing once Stripe refuses its coupon, and cannot be made again with it', async () => {
    const { taxTransactionId } = await quote();
    const { data } = await portal.stripe.promotionCodes.list({ code: 'HALF', active: true });
    const id = String(data[0]?.id);
    await portal.stripe.promotionCodes.update(id, { active: false });
    try {
      for (const response of [
        await buy(taxTransactionId),
        await owner.post('/api/Products/desktop/PreviewPurchase', chosen),
      ]) {
        expect(response.statusCode, response.body).toBe(422);
        expect(response.json()).toMatchObject({
          code: 'InvalidCoupon',
          message: 'Coupon number is incorrect or outdated',
        });
      }
      expect((await portal.stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
    } finally {
      await portal.stripe.promotionCodes.update(id, { active: true });
    }
  });

  test('buys the quoted amount if the mirror receives a credit later', async () => {
    await portal.stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'usd' });
    const { taxTransactionId, subscriptionUpdateInvoiceDetails: quoted } = await quote();
    await portal.app.gateway.mirror.refresh('customer', customer);
    const bought = await buy(taxTransactionId);
    expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded', amountPaid: quoted.amountDue });
    const [invoice] = (await portal.stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ total: quoted.total, amount_due: quoted.amountDue, status: 'paid' });
  });
});
