import type { PurchaseResult } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

let portal: FullPortal;
let owner: Browser;
let proxy: FaultyProxy;
let card: string;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ queue: true }));
  owner = await portal.signIn('owner@acme.example');
  card = await portal.addCard(owner);
});

/** Each test begins without a subscription to the product. */
beforeEach(async () => {
  proxy.decide = () => undefined;
  await endAll();
});

async function endAll(): Promise<void> {
  for (const { id } of (await portal.stripe.subscriptions.list({ limit: 100 })).data) {
    await portal.stripe.subscriptions.cancel(id);
    await portal.app.gateway.mirror.refresh('subscription', id);
  }
  await portal.database.pool.query('delete from subscriptions');
}

const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };

async function buy(
  choice = team,
  paymentMethodId = card,
): Promise<{ status: number; result: PurchaseResult; body: object }> {
  const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', choice)).json();
  const body = { ...choice, paymentMethodId, taxTransactionId };
  const response = await owner.post('/api/Products/cloud/Purchase', body);
  expect(response.statusCode, response.body).toBe(200);
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

/** All charged cents. */
async function charged(): Promise<number> {
  const { data } = await portal.stripe.charges.list({ limit: 100 });
  return data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
}

async function liveSubscriptions(): Promise<number> {
  return (await portal.stripe.subscriptions.list({ limit: 100 })).data.length;
}

const isSubscription = (method: string, path: string) => method === 'POST' && path.startsWith('/v1/subscriptions');

describe('when Stripe fails during a purchase', () => {
  test('answers a preview with a retry time if Stripe does not answer', async () => {
    proxy.decide = () => 'refuse';
    const response = await owner.post('/api/Products/cloud/PreviewPurchase', team);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toMatchObject({
      code: 'ServiceUnavailable',
      message: 'The payment service is not responding right now. Please try again in a moment.',
    });
    // Screens that only read still work.
    expect((await owner.get('/api/Subscription/list')).statusCode).toBe(200);
  });

  test.each([
    ['has deleted', 'delete from stripe_sandbox.idempotency_keys', '25 hours'],
    [
      'knows from another call',
      "update stripe_sandbox.idempotency_keys set fingerprint = 'of an older version'",
      '1 minute',
    ],
  ])('finds a purchase whose key Stripe %s, and buys once', async (_, forget, age) => {
    proxy.decide = (method, path) => (isSubscription(method, path) ? 'drop' : undefined);
    const { result } = await buy();
    expect(result).toMatchObject({ status: 'pending' });
    await portal.database.pool.query(forget);
    await portal.database.pool.query(
      `update stripe_operations set attempts = jsonb_set(attempts, '{subscription,since}', to_jsonb((now() - $2::interval)::timestamptz)) where id = $1`,
      [result.operationId, age],
    );
    proxy.decide = () => undefined;
    expect(await settled(result.operationId)).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
    expect(await liveSubscriptions()).toBe(1);
  });

  describe('a change with lost answers', () => {
    const three = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 3 }] };

    test('that requires authentication completes after each lost answer', async () => {
      expect((await buy()).result.status).toBe('succeeded');
      const authenticationCard = await portal.addCard(owner, 'pm_card_authenticationRequired');
      const before = await charged();
      const failed = new Set<string>();
      // The first attempt of each step that changes the subscription loses its answer.
      proxy.decide = (method, path, key) => {
        const step = key.replace(/-\d+$/, '');
        if (!isSubscription(method, path) || failed.has(step)) return undefined;
        failed.add(step);
        return 'do, fail and keep';
      };
      const { result } = await buy(three, authenticationCard);
      const waiting = await settled(result.operationId);
      expect(waiting).toMatchObject({ status: 'requiresAction', clientSecret: expect.any(String) });
      await owner.post(
        '/stripe-sandbox/v1/3ds2/authenticate',
        `client_secret=${waiting.clientSecret}&outcome=succeed`,
        { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      );
      await vi.waitFor(
        async () => {
          const { status } = (
            await owner.get(`/api/Products/cloud/Purchase/${result.operationId}`)
          ).json<PurchaseResult>();
          expect(status).toBe('succeeded');
        },
        { timeout: 90_000, interval: 500 },
      );
      expect([...failed].map((step) => step.slice(37))).toEqual([
        'subscription',
        'subscription-prepare',
        'subscription-confirm',
        'subscription-complete',
      ]);
      expect((await charged()) - before).toBe(6000);
      const [subscription] = (await portal.stripe.subscriptions.list({ limit: 1 })).data;
      expect(subscription).toMatchObject({
        cancel_at_period_end: false,
        metadata: { operation_id: result.operationId, plan_id: 'cloud-team' },
        items: { data: [{ quantity: 3, metadata: { kind: 'base', price_id: 'cloud-team-monthly' } }] },
      });
      expect(subscription?.metadata).not.toHaveProperty('pending_operation_id');
    }, 180_000);
  });

  test('makes two calls for a purchase in addition to its previews, and one for a change', async () => {
    const recordCalls = async (buys: () => Promise<unknown>) => {
      await waitForStripeEvents(portal);
      proxy.calls.length = 0;
      await buys();
      // Calls that fetch single objects do not count, because webhooks cause such calls too. After the purchase, several
      // webhooks may be answered with one list.
      const end = proxy.calls.lastIndexOf('POST /v1/subscriptions');
      return proxy.calls
        .filter((call, index) => call.startsWith('POST') || (call === 'GET /v1/subscriptions' && index < end))
        .map((call) => call.replace(/(cus|sub)_\w+/, '$1'));
    };
    const previews = ['POST /v1/invoices/create_preview', 'POST /v1/invoices/create_preview'];
    // The call that sends the new address to Stripe also returns the live subscriptions.
    await portal.database.pool.query(
      `update accounts set business_address = jsonb_set(business_address, '{name}', '"Moved"')`,
    );
    expect(await recordCalls(buy)).toEqual([...previews, 'POST /v1/customers/cus', 'POST /v1/subscriptions']);
    const two = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 }] };
    expect(await recordCalls(() => buy(two))).toEqual([
      ...previews,
      // The current cost.
      'POST /v1/invoices/create_preview',
      'POST /v1/subscriptions/sub',
    ]);
    await endAll();
    expect(await recordCalls(buy)).toEqual([...previews, 'GET /v1/subscriptions', 'POST /v1/subscriptions']);
  });
});
