import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { runOperation } from '../../core/operations/index.ts';

let portal: FullPortal;
let proxy: FaultyProxy;
let owner: Browser;
let card: string;

const team = { items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }] };

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy());
  owner = await portal.signIn('owner@acme.example');
  card = await portal.addCard(owner);
});

interface Held {
  readonly id: number;
  readonly stripeId: string;
}
let held: Held;
const customer = async () => String((await portal.stripe.subscriptions.retrieve(held.stripeId)).customer);

async function buy(productId: string, choice: object, paymentMethodId: string | undefined): Promise<Held> {
  const { taxTransactionId } = (await owner.post(`/api/Products/${productId}/PreviewPurchase`, choice)).json();
  const bought = await owner.post(`/api/Products/${productId}/Purchase`, {
    ...choice,
    paymentMethodId,
    taxTransactionId,
  });
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
  const [stripe] = (await portal.stripe.subscriptions.list({ limit: 1 })).data;
  return { id: bought.json().subscriptionId, stripeId: stripe?.id ?? '' };
}

beforeEach(async () => {
  proxy.decide = () => undefined;
  await portal.database.pool.query(
    "update stripe_operations set state = 'failed', settled_at = now() where settled_at is null",
  );
  for (const { id } of (await portal.stripe.subscriptions.list({ limit: 100 })).data)
    await portal.stripe.subscriptions.cancel(id);
  await portal.database.pool.query('delete from subscriptions');
  await portal.database.pool.query('delete from product_trials');
  await portal.database.pool.query('delete from rate_limits');
  held = await buy('cloud', team, card);
});

const refresh = (id = held.stripeId) => portal.app.gateway.mirror.refresh('subscription', id);
const cancel = (id = held.id) => owner.send('DELETE', `/api/Subscription/${id}/Cancel`);
const restore = (id = held.id) => owner.post(`/api/Subscription/${id}/DontCancel`, {});
const preview = (id = held.id) => owner.get(`/api/Subscription/${id}/DontCancel`);
const inFrench = { cookies: { portico_locale: 'fr' } };

describe('canceling a subscription', () => {
  test('sets it to end with its period, and restoring removes that end', async () => {
    const canceled = await cancel();
    expect(canceled.json(), canceled.body).toMatchObject({
      status: 'succeeded',
      needAdditionalActions: false,
      subscription: { id: held.id, status: 1, cancellationAllowed: false, restoreAllowed: true },
    });
    const { cancelAt, expirationDate } = canceled.json().subscription;
    expect(cancelAt).toBe(expirationDate);
    expect(await portal.stripe.subscriptions.retrieve(held.stripeId)).toMatchObject({ cancel_at_period_end: true });
    const restored = (await restore()).json();
    expect(restored).toMatchObject({
      status: 'succeeded',
      subscription: { cancelAt: null, cancellationAllowed: true, restoreAllowed: false },
    });
    expect(await portal.stripe.subscriptions.retrieve(held.stripeId)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      status: 'active',
    });
  });

  test('is refused if it is canceled already, and restoring is refused if it is not', async () => {
    const early = await restore();
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({ code: 'Conflict', message: 'This subscription cannot be restored.' });
    await cancel();
    expect((await cancel()).json()).toMatchObject({
      code: 'Conflict',
      message: 'This subscription cannot be canceled.',
    });
    const french = await owner.send('DELETE', `/api/Subscription/${held.id}/Cancel`, inFrench);
    expect(french.json().message).toBe('Cet abonnement ne peut pas être annulé.');
  });

  test('shows Stripe’s price with tax for restoring it, however it is set to end', async () => {
    const berlin = { line1: 'Hauptstraße 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
    await portal.stripe.customers.update(await customer(), { shipping: { name: 'Acme', address: berlin } });
    await portal.stripe.subscriptions.update(held.stripeId, { automatic_tax: { enabled: true } });
    const { items } = await portal.stripe.subscriptions.retrieve(held.stripeId);
    const end = items.data[0]?.current_period_end ?? 0;
    expect((await preview()).json()).toMatchObject({ chargedAt: null, total: null, tax: null });
    const endings = [{ cancel_at_period_end: true }, { cancel_at: end - 86_400 }];
    for (const ending of endings) {
      await portal.stripe.subscriptions.update(held.stripeId, ending);
      await refresh();
      const told = (await preview()).json();
      await restore();
      const renewal = await portal.stripe.invoices.createPreview({ subscription: held.stripeId });
      expect(renewal.total).toBeGreaterThan(renewal.total_excluding_tax ?? 0);
      expect(told).toEqual({
        chargedAt: new Date(end * 1000).toISOString(),
        total: renewal.total,
        tax: renewal.total - (renewal.total_excluding_tax ?? 0),
        currency: 'usd',
      });
    }
  });

  test('shows the price of restoring at most sixty times a minute, and not while Stripe does not answer', async () => {
    await cancel();
    proxy.decide = () => 'drop';
    expect((await preview()).statusCode).toBe(503);
    proxy.decide = () => undefined;
    for (let call = 1; call < 60; call += 1) expect((await preview()).statusCode).toBe(200);
    expect((await preview()).statusCode).toBe(429);
  });

  test('can be undone if the subscription is set to end on another date', async () => {
    const end = Math.floor(Date.now() / 1000) + 5 * 86_400;
    await portal.stripe.subscriptions.update(held.stripeId, { cancel_at: end });
    await refresh();
    expect((await restore()).json()).toMatchObject({ status: 'succeeded', subscription: { cancelAt: null } });
    expect((await portal.stripe.subscriptions.retrieve(held.stripeId)).cancel_at).toBeNull();
  });

  test('allows deleting the subscription’s card, which is then no longer shown', async () => {
    const own = await portal.addCard(owner, 'pm_card_mastercard');
    await portal.stripe.subscriptions.update(held.stripeId, { default_payment_method: own });
    await refresh();
    await cancel();
    const shown = async () => (await owner.get(`/api/Subscription/${held.id}`)).json().paymentMethod;
    expect(await shown()).toMatchObject({ brand: 'mastercard' });
    const deleted = await owner.send('DELETE', `/api/Billing/PaymentMethods/${own}`);
    expect(deleted.json(), deleted.body).toMatchObject({ status: 'succeeded' });
    expect(await shown()).toBeNull();
  });

  test('is refused for a trial that ends by itself, and so is restoring it', async () => {
    const { items: plans } = (await owner.get('/api/Products/desktop/Plans')).json();
    const priceId = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial).pricePlans[0].id;
    const trial = await buy(
      'desktop',
      { items: [{ subscriptionPlanId: 'desktop-trial', priceId, quantity: 1 }] },
      undefined,
    );
    for (const ask of [cancel, restore]) expect((await ask(trial.id)).json()).toMatchObject({ code: 'Conflict' });
    const stripe = await portal.stripe.subscriptions.retrieve(trial.stripeId);
    expect(stripe).toMatchObject({ status: 'trialing', cancel_at_period_end: true, cancel_at: stripe.trial_end });
    expect((await owner.get(`/api/Subscription/${trial.id}`)).json()).toMatchObject({
      trial: true,
      cancelAt: null,
      expirationDate: new Date((stripe.trial_end ?? 0) * 1000).toISOString(),
      statusTitle: 'On trial',
      changingPlanAllowed: true,
      cancellationAllowed: false,
      restoreAllowed: false,
    });
  });

  test('leaves the open invoice of a past due subscription to be paid, and shows it', async () => {
    const failing = (
      await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: await customer() })
    ).id;
    const item = (await portal.stripe.subscriptions.retrieve(held.stripeId)).items.data[0];
    await portal.stripe.subscriptions.update(held.stripeId, {
      default_payment_method: failing,
      items: [{ id: item?.id ?? '', quantity: 2 }],
      proration_behavior: 'always_invoice',
    });
    await refresh();
    expect((await owner.get(`/api/Subscription/${held.id}`)).json()).toMatchObject({ status: 3 });
    expect((await cancel()).json()).toMatchObject({
      status: 'succeeded',
      needAdditionalActions: true,
      subscription: { status: 3, restoreAllowed: true },
    });
  });

  test('is refused after the subscription has ended, even if the portal does not know that yet', async () => {
    await portal.stripe.subscriptions.cancel(held.stripeId);
    const response = await cancel();
    expect(response.statusCode, response.body).toBe(409);
    expect((await owner.get(`/api/Subscription/${held.id}`)).json()).toMatchObject({
      status: 4,
      cancellationAllowed: false,
      restoreAllowed: false,
    });
    expect((await restore()).statusCode).toBe(409);
  });

  test('blocks other changes of the product until Stripe confirms it', async () => {
    const { taxTransactionId } = (
      await owner.post('/api/Products/cloud/PreviewPurchase', { items: [{ ...team.items[0], quantity: 2 }] })
    ).json();
    proxy.decide = () => 'drop';
    const { operationId, status } = (await cancel()).json();
    expect(status).toBe('pending');
    expect((await owner.get(`/api/Subscription/${held.id}`)).json()).toMatchObject({ pendingOperationId: operationId });
    // A repeated request joins the pending cancellation.
    expect((await cancel()).json()).toMatchObject({ operationId, status: 'pending' });
    const other = await owner.post('/api/Products/cloud/Purchase', {
      items: [{ ...team.items[0], quantity: 2 }],
      paymentMethodId: card,
      taxTransactionId,
    });
    expect(other.statusCode, other.body).toBe(409);
    expect(other.json()).toMatchObject({
      code: 'ChangeUnderWay',
      message: 'Another change is still being confirmed. Please wait a moment.',
      additionalData: { operationId },
    });
    proxy.decide = () => undefined;
    await runOperation(portal.app.operations, operationId);
    expect((await owner.get(`/api/Billing/Operations/${operationId}`)).json()).toEqual({
      operationId,
      status: 'succeeded',
      error: null,
    });
  });

  test('abandons a change that requires authentication', async () => {
    const authenticationCard = await portal.addCard(owner, 'pm_card_authenticationRequired');
    const three = { items: [{ ...team.items[0], quantity: 3 }] };
    const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', three)).json();
    const waiting = (
      await owner.post('/api/Products/cloud/Purchase', {
        ...three,
        paymentMethodId: authenticationCard,
        taxTransactionId,
      })
    ).json();
    expect(waiting).toMatchObject({ status: 'requiresAction' });
    expect((await cancel()).json()).toMatchObject({ status: 'succeeded' });
    const stripe = await portal.stripe.subscriptions.retrieve(held.stripeId);
    expect(stripe).toMatchObject({
      cancel_at_period_end: true,
      pending_update: null,
      default_payment_method: card,
      items: { data: [{ quantity: 1 }] },
    });
    expect(stripe.metadata).not.toHaveProperty('pending_operation_id');
    expect((await owner.get(`/api/Billing/Operations/${waiting.operationId}`)).json()).toMatchObject({
      status: 'failed',
      error: { code: 'CardError' },
    });
  });

  test('keeps a change that requires authentication if the cancellation is refused, and so does restoring', async () => {
    const authenticationCard = await portal.addCard(owner, 'pm_card_authenticationRequired');
    const three = { items: [{ ...team.items[0], quantity: 3 }] };
    const order = async () => {
      const { taxTransactionId } = (await owner.post('/api/Products/cloud/PreviewPurchase', three)).json();
      const body = { ...three, paymentMethodId: authenticationCard, taxTransactionId };
      return (await owner.post('/api/Products/cloud/Purchase', body)).json().operationId;
    };
    const state = async (operationId: string) =>
      (await owner.get(`/api/Products/cloud/Purchase/${operationId}`)).json().status;
    const waiting = await order();
    expect((await restore()).statusCode).toBe(409);
    expect(await state(waiting)).toBe('requiresAction');
    await portal.stripe.subscriptions.update(held.stripeId, { cancel_at_period_end: true });
    await refresh();
    expect((await cancel()).statusCode).toBe(409);
    expect(await state(waiting)).toBe('requiresAction');
    expect((await portal.stripe.subscriptions.retrieve(held.stripeId)).pending_update).not.toBeNull();
  });

  test('ends the use of its card until the subscription is restored', async () => {
    const inUse = async () => {
      const { items } = (await owner.get('/api/Billing/PaymentMethods/Card')).json();
      return items.find(({ stripeId }: { stripeId: string }) => stripeId === card).inUse;
    };
    expect(await inUse()).toBe(true);
    expect((await owner.send('DELETE', `/api/Billing/PaymentMethods/${card}`)).statusCode).toBe(409);
    await cancel();
    expect(await inUse()).toBe(false);
    await restore();
    expect(await inUse()).toBe(true);
  });

  test('is audited', async () => {
    await cancel();
    await restore();
    const { rows } = await portal.database.pool.query(
      "select kind, user_id = real_user_id as self, address::text, request_id is not null as traced, detail from audit_events where kind like 'subscription%' order by id desc limit 2",
    );
    const told = { self: true, address: '127.0.0.1/32', traced: true, detail: { subscriptionId: held.id } };
    expect(rows).toEqual([
      { kind: 'subscriptionRestored', ...told },
      { kind: 'subscriptionCanceled', ...told },
    ]);
  });

  test('is limited to sixty times an hour', async () => {
    await portal.database.pool.query(
      `insert into rate_limits (key, points, expire) select 'subscription-ending:' || account_id, 60, $2 from subscriptions where id = $1`,
      [held.id, Date.now() + 60_000],
    );
    expect((await cancel()).statusCode).toBe(429);
  });
});
