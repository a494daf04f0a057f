import type { PurchaseResult } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { authenticate, buy, endAll, openPortal, preview, stateOf, team } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();

describe('a purchase that requires authentication', () => {
  async function beginWaiting(): Promise<{ operationId: string; clientSecret: string }> {
    await endAll(portal);
    await portal.database.pool.query(
      "update stripe_operations set state = 'failed', settled_at = now() where settled_at is null",
    );
    const response = await buy(owner, 'cloud', team, await portal.addCard(owner, 'pm_card_authenticationRequired'));
    const { operationId, clientSecret, status } = response.json<PurchaseResult>();
    expect(status).toBe('requiresAction');
    return { operationId, clientSecret: clientSecret ?? '' };
  }

  test('rejects its payment once another purchase replaced it', async () => {
    const waiting = await beginWaiting();
    const two = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 }] };
    const other = await buy(owner, 'cloud', two, await portal.addCard(owner));
    expect(other.json()).toMatchObject({ status: 'succeeded', amountPaid: 6000 });
    await authenticate(owner, waiting.clientSecret);
    const intent = await portal.stripe.paymentIntents.retrieve(waiting.clientSecret.split('_secret_')[0] ?? '');
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await stateOf(owner, waiting.operationId)).toMatchObject({ status: 'failed', amountPaid: null });
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
    expect(await stateOf(owner, waiting.operationId)).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
    expect((await portal.stripe.subscriptions.list({ status: 'active', limit: 100 })).data).toHaveLength(1);
  });
});
