import { describe, expect, test } from 'vitest';
import { basic, buy, openPortal, preview, team } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

const subscriptionsAtStripe = async () => (await portal.stripe.subscriptions.list({ status: 'all' })).data;

describe('buying with a declined card', () => {
  test('shows why a card was declined and leaves nothing at Stripe', async () => {
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

  test('charges a declined card again after another one, with the same quote', async () => {
    const [first, second] = [
      await portal.addCard(owner, 'pm_card_chargeCustomerFail'),
      await portal.addCard(owner, 'pm_card_chargeCustomerFail'),
    ];
    const { taxTransactionId } = await preview(owner, 'cloud', team);
    const pay = (paymentMethodId: string) =>
      owner.post('/api/Products/cloud/Purchase', { ...team, paymentMethodId, taxTransactionId });
    for (const card of [first, second, first]) {
      const refused = await pay(card);
      expect(refused.json(), refused.body).toMatchObject({ code: 'CardError' });
    }
    expect((await pay(await portal.addCard(owner))).json()).toMatchObject({ status: 'succeeded' });
  });
});
