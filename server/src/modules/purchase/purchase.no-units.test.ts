import { beforeEach, describe, expect, test } from 'vitest';
import { buy, endAll, openPortal, preview, type Selection } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

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
  beforeEach(() => endAll(portal));

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

  test('is the result of a reduction', async () => {
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
