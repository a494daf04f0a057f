import type { PurchaseResult } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import {
  authenticate,
  basic,
  buy,
  cancelAll,
  getPurchaseState,
  openPortal,
  preview,
  team,
} from './purchase.test-support.ts';

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
    // Another card pays for the same selection.
    const good = await portal.addCard(owner2);
    expect((await buy(owner2, 'desktop', basic, good)).json()).toMatchObject({ status: 'succeeded' });
  });

  test('tries a declined card again after another declined card, with the same quote', async () => {
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

describe('a purchase that requires authentication', () => {
  async function beginWaiting(): Promise<{ operationId: string; clientSecret: string }> {
    await cancelAll(portal);
    await portal.database.pool.query(
      "update stripe_operations set state = 'failed', settled_at = now() where settled_at is null",
    );
    const response = await buy(owner, 'cloud', team, await portal.addCard(owner, 'pm_card_authenticationRequired'));
    const { operationId, clientSecret, status } = response.json<PurchaseResult>();
    expect(status).toBe('requiresAction');
    return { operationId, clientSecret: clientSecret ?? '' };
  }

  test('cannot be paid once another purchase replaced it', async () => {
    const waiting = await beginWaiting();
    const two = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 }] };
    const other = await buy(owner, 'cloud', two, await portal.addCard(owner));
    expect(other.json()).toMatchObject({ status: 'succeeded', amountPaid: 6000 });
    await authenticate(owner, waiting.clientSecret);
    const intent = await portal.stripe.paymentIntents.retrieve(waiting.clientSecret.split('_secret_')[0] ?? '');
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await getPurchaseState(owner, waiting.operationId)).toMatchObject({ status: 'failed', amountPaid: null });
  });

  test('is bought when its payment succeeds before another purchase replaces it', async () => {
    const waiting = await beginWaiting();
    const { taxTransactionId } = await preview(owner, 'cloud', team);
    await authenticate(owner, waiting.clientSecret);
    const other = await owner.post('/api/Products/cloud/Purchase', {
      ...team,
      paymentMethodId: await portal.addCard(owner),
      taxTransactionId,
    });
    expect(other.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await getPurchaseState(owner, waiting.operationId)).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
    expect((await portal.stripe.subscriptions.list({ status: 'active', limit: 100 })).data).toHaveLength(1);
  });
});
