import type { PurchaseResult } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test/faulty-proxy.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';

let portal: FullPortal;
let owner: Browser;
let proxy: FaultyProxy;
let card: string;

beforeAll(async () => {
  portal = await startFullPortal({
    queue: true,
    apiBase: async (sandboxUrl) => {
      proxy = await startFaultyProxy(sandboxUrl);
      return proxy.url;
    },
  });
  owner = await portal.signIn('owner@acme.example');
  card = await portal.addCard(owner);
});

/** Each test begins without a subscription to the product. */
beforeEach(async () => {
  proxy.decide = () => undefined;
  for (const { id } of (await portal.stripe.subscriptions.list({ limit: 100 })).data)
    await portal.stripe.subscriptions.cancel(id);
  await portal.database.pool.query('delete from subscriptions');
});

const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };

async function buy(): Promise<{ status: number; result: PurchaseResult; body: object }> {
  const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', team)).json();
  const body = { ...team, paymentMethodId: card, taxTransactionId };
  const response = await owner.post('/api/Products/cloud/Purchase', body);
  return { status: response.statusCode, result: response.json(), body };
}

async function settled(operationId: string): Promise<PurchaseResult> {
  return vi.waitFor(
    async () => {
      const result = (await owner.get(`/api/Products/cloud/Purchase/${operationId}`)).json<PurchaseResult>();
      expect(result.status).not.toBe('pending');
      return result;
    },
    { timeout: 60_000, interval: 250 },
  );
}

async function liveSubscriptions(): Promise<number> {
  return (await portal.stripe.subscriptions.list({ limit: 100 })).data.length;
}

const isSubscription = (method: string, path: string) => method === 'POST' && path.startsWith('/v1/subscriptions');

describe('when Stripe fails in the middle of a purchase', () => {
  test('an answer that is lost once is asked for again with the same key: bought once', async () => {
    let lost = 0;
    proxy.decide = (method, path) => (isSubscription(method, path) && lost++ === 0 ? 'drop' : undefined);
    const { status, result } = await buy();
    expect(status).toBe(200);
    expect(result.status).toBe('succeeded');
    expect(await liveSubscriptions()).toBe(1);
  });

  test.each(['drop', 'refuse', 500] as const)(
    'a purchase whose calls all end in %s is being confirmed, then settled once',
    async (fault) => {
      proxy.decide = (method, path) => (isSubscription(method, path) ? fault : undefined);
      const { result, body } = await buy();
      expect(result).toMatchObject({ status: 'pending', subscriptionId: null });
      // Pressing again meanwhile begins nothing else.
      const again = (await owner.post('/api/Products/cloud/Purchase', body)).json<PurchaseResult>();
      expect(again.operationId).toBe(result.operationId);
      proxy.decide = () => undefined;
      expect(await settled(result.operationId)).toMatchObject({
        status: 'succeeded',
        subscriptionId: expect.any(Number),
        amountPaid: 3000,
      });
      expect(await liveSubscriptions()).toBe(1);
      expect((await owner.get('/api/Products/cloud/Subscriptions')).json()).toMatchObject({
        total: 1,
        items: [{ status: 1 }],
      });
    },
    90_000,
  );

  test('what does not answer while a preview is asked for is said, with a time to try again', async () => {
    proxy.decide = () => 'refuse';
    const response = await owner.post('/api/Products/cloud/PreviewPurchase', team);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toMatchObject({
      code: 'ServiceUnavailable',
      message: 'The payment service does not answer right now. Please try again in a moment.',
    });
    // What only shows what is there goes on.
    expect((await owner.get('/api/Subscription/list')).statusCode).toBe(200);
  });

  test('a purchase needs two calls and its preview two', async () => {
    proxy.calls.length = 0;
    await buy();
    // Readings that webhooks ask for come on their own.
    const changes = proxy.calls.filter((call) => call.startsWith('POST'));
    expect(changes.map((call) => call.replace(/cus_\w+/, 'cus'))).toEqual([
      'POST /v1/invoices/create_preview',
      'POST /v1/invoices/create_preview',
      'POST /v1/customers/cus',
      'POST /v1/subscriptions',
    ]);
  });
});
