import type { PurchaseResult } from '@portico/contract';
import { expect, test } from 'vitest';
import {
  attachCard,
  authenticate,
  confirmIntent,
  fetchOrder,
  newPerson,
  type Person,
  quote,
  subscribe,
} from '../../../test/operation-person.ts';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { operationJob } from '../../core/operations/index.ts';
import { basic, buy, listLiveAtStripe } from './purchase.test-support.ts';

const { portal, proxy } = await openPortalBehindProxy();

/** Buys a number of seats with a card that requires authentication. */
async function order(person: Person, quantity: number): Promise<PurchaseResult> {
  const authenticationCard = await attachCard(person, 'pm_card_authenticationRequired');
  const waiting = (await (await quote(person, quantity, authenticationCard))()).json<PurchaseResult>();
  expect(waiting).toMatchObject({ status: 'requiresAction', clientSecret: expect.any(String) });
  return waiting;
}

function abandon({ browser }: Person, operationId: string, product = 'cloud') {
  return browser.send('DELETE', `/api/Products/${product}/Purchase/${operationId}`);
}

/** The charges of a person, in cents. */
async function charged({ customerId }: Person): Promise<number> {
  const { data } = await portal.stripe.charges.list({ customer: customerId });
  return data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
}

/** Audit events of a purchase after its beginning, the oldest first. */
async function listAuditEvents(operationId: string) {
  const { rows } = await portal.database.pool.query(
    `select kind, user_id = real_user_id as self, address::text from audit_events
     where detail ->> 'operationId' = $1 and kind <> 'purchaseBegun' order by id`,
    [operationId],
  );
  return rows;
}

const byPerson = { kind: 'purchaseGivenUp', self: true, address: '127.0.0.1/32' };

test('abandons a purchase immediately and voids its invoice', async () => {
  const person = await newPerson(portal);
  const { operationId, clientSecret } = await order(person, 1);
  const abandoned = await abandon(person, operationId);
  expect(abandoned.statusCode, abandoned.body).toBe(200);
  expect(abandoned.json()).toMatchObject({
    operationId,
    status: 'failed',
    clientSecret: null,
    error: { code: 'CardError' },
  });
  const inFrench = await person.browser.get(`/api/Products/cloud/Purchase/${operationId}`, {
    headers: { 'accept-language': 'fr' },
  });
  expect(inFrench.json().error.message).toBe('L’émetteur de votre carte n’a pas confirmé le paiement.');
  expect(await listLiveAtStripe(person)).toMatchObject([{ status: 'incomplete_expired' }]);
  const intent = await portal.stripe.paymentIntents.retrieve(clientSecret?.split('_secret_')[0] ?? '');
  expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
  expect((await person.browser.get('/api/Billing/Operations')).json()).toEqual({ items: [] });
  // Abandoning again changes nothing.
  expect((await abandon(person, operationId)).json()).toEqual(abandoned.json());
  expect(await listAuditEvents(operationId)).toEqual([byPerson, { kind: 'purchaseFailed', self: null, address: null }]);
  expect((await (await quote(person, 1))()).json()).toMatchObject({ status: 'succeeded' });
});

test('abandons a change and keeps the subscription with its card', async () => {
  const person = await newPerson(portal);
  const held = await subscribe(person);
  const { default_payment_method: card } = await portal.stripe.subscriptions.retrieve(held.stripeId);
  const { operationId } = await order(person, 3);
  expect((await abandon(person, operationId)).json()).toMatchObject({ status: 'failed' });
  expect(await portal.stripe.subscriptions.retrieve(held.stripeId)).toMatchObject({
    status: 'active',
    pending_update: null,
    default_payment_method: card,
    items: { data: [{ quantity: 1 }] },
  });
  expect(await charged(person)).toBe(3000);
});

test('abandons a change and keeps a subscription without its own card', async () => {
  const person = await newPerson(portal);
  const { items: plans } = (await person.browser.get('/api/Products/desktop/Plans')).json();
  const plan = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial);
  const trial = { items: [{ subscriptionPlanId: plan.id, priceId: plan.pricePlans[0].id, quantity: 1 }] };
  expect((await buy(person.browser, 'desktop', trial, undefined)).json()).toMatchObject({ status: 'succeeded' });
  const authenticationCard = await attachCard(person, 'pm_card_authenticationRequired');
  const waiting = (await buy(person.browser, 'desktop', basic, authenticationCard)).json<PurchaseResult>();
  expect(waiting).toMatchObject({ status: 'requiresAction' });
  expect((await abandon(person, waiting.operationId, 'desktop')).json()).toMatchObject({
    status: 'failed',
    error: { code: 'CardError' },
  });
  expect(await listLiveAtStripe(person)).toMatchObject([
    { status: 'trialing', default_payment_method: null, metadata: { plan_id: plan.id } },
  ]);
});

test('abandons a change whose former card was deleted at Stripe, and charges the default card afterwards', async () => {
  const person = await newPerson(portal);
  const { stripeId } = await subscribe(person);
  const { default_payment_method: card } = await portal.stripe.subscriptions.retrieve(stripeId);
  const { operationId } = await order(person, 3);
  await portal.stripe.paymentMethods.detach(String(card));
  const abandoned = await abandon(person, operationId);
  expect(abandoned.json()).toMatchObject({ status: 'failed', error: { code: 'CardError' } });
  const left = await portal.stripe.subscriptions.retrieve(stripeId);
  expect(left).toMatchObject({ status: 'active', pending_update: null, default_payment_method: null });
  expect(left.metadata).not.toHaveProperty('pending_operation_id');
});

test.each([
  ['purchase', 0],
  ['change', 1],
])('completes a %s whose payment succeeds before it is abandoned', async (_what, seatsBefore) => {
  const person = await newPerson(portal);
  if (seatsBefore) await subscribe(person);
  const waiting = await order(person, 3);
  await authenticate(person, () => fetchOrder(person, waiting.operationId));
  expect((await abandon(person, waiting.operationId)).json()).toMatchObject({
    status: 'succeeded',
    amountPaid: (3 - seatsBefore) * 3000,
  });
  expect(await listLiveAtStripe(person)).toMatchObject([{ status: 'active', items: { data: [{ quantity: 3 }] } }]);
  expect(await charged(person)).toBe(9000);
  expect(await listAuditEvents(waiting.operationId)).toEqual([
    byPerson,
    { kind: 'purchaseSucceeded', self: null, address: null },
  ]);
});

test.each([
  ['purchase', 0],
  ['change', 1],
])('abandons a %s once its invoice can be voided, and charges nothing', async (_what, seatsBefore) => {
  const person = await newPerson(portal);
  if (seatsBefore) await subscribe(person);
  const { operationId } = await order(person, 3);
  // Simulates a payment that Stripe is still processing.
  proxy.decide = (_method, path) => (path.endsWith('/void') ? 400 : undefined);
  expect((await abandon(person, operationId)).json()).toMatchObject({ status: 'pending', clientSecret: null });
  proxy.decide = () => undefined;
  await operationJob(portal.app.operations).run({ id: operationId, abandon: true }, { isLast: false });
  expect((await fetchOrder(person, operationId)).json()).toMatchObject({ status: 'failed' });
  const { data: open } = await portal.stripe.invoices.list({ customer: person.customerId, status: 'open' });
  expect(open).toEqual([]);
  expect(await charged(person)).toBe(seatsBefore * 3000);
});

test.each([
  ['purchase', 0],
  ['change', 1],
])('completes a %s that is paid while its invoice cannot be voided', async (_what, seatsBefore) => {
  const person = await newPerson(portal);
  if (seatsBefore) await subscribe(person);
  const waiting = await order(person, 3);
  proxy.decide = (_method, path) => (path.endsWith('/void') ? 400 : undefined);
  expect((await abandon(person, waiting.operationId)).json()).toMatchObject({ status: 'pending' });
  proxy.decide = () => undefined;
  await confirmIntent(person, waiting.clientSecret ?? '');
  await operationJob(portal.app.operations).run({ id: waiting.operationId, abandon: true }, { isLast: false });
  expect((await fetchOrder(person, waiting.operationId)).json()).toMatchObject({ status: 'succeeded' });
  expect(await charged(person)).toBe(9000);
});

test('reads a purchase at most sixty times a minute', async () => {
  const person = await newPerson(portal);
  const { operationId } = await order(person, 1);
  await portal.database.pool.query('insert into rate_limits (key, points, expire) values ($1, 60, $2)', [
    `purchase-read:${person.accountId}`,
    Date.now() + 60_000,
  ]);
  expect((await fetchOrder(person, operationId)).statusCode).toBe(429);
});

test('abandons a purchase that is not authenticated within an hour', async () => {
  const person = await newPerson(portal);
  const { operationId } = await order(person, 1);
  const key = `stripe-operation-${operationId}`;
  const { rows } = await portal.database.pool.query(
    `select payload, extract(epoch from run_at - now()) / 60 as minutes from graphile_worker._private_jobs where key = $1`,
    [key],
  );
  expect(rows).toMatchObject([{ payload: { id: operationId, abandon: true } }]);
  expect(Number(rows[0]?.minutes)).toBeGreaterThan(59);
  expect(Number(rows[0]?.minutes)).toBeLessThanOrEqual(60);
  await portal.database.pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [key]);
  await runDueJobs(portal);
  expect((await fetchOrder(person, operationId)).json()).toMatchObject({
    status: 'failed',
    error: { code: 'CardError' },
  });
  expect(await listLiveAtStripe(person)).toMatchObject([{ status: 'incomplete_expired' }]);
  expect(await charged(person)).toBe(0);
});

test('records the user whose new purchase of the product abandoned the earlier one', async () => {
  const person = await newPerson(portal);
  const { operationId } = await order(person, 1);
  expect((await (await quote(person, 2))()).json()).toMatchObject({ status: 'succeeded' });
  expect(await listAuditEvents(operationId)).toEqual([byPerson, { kind: 'purchaseFailed', self: null, address: null }]);
});

test('keeps a purchase that requires no authentication', async () => {
  const person = await newPerson(portal);
  const bought = (await (await quote(person, 1))()).json<PurchaseResult>();
  expect((await abandon(person, bought.operationId)).json()).toMatchObject({ status: 'succeeded', amountPaid: 3000 });
  expect(await listLiveAtStripe(person)).toMatchObject([{ status: 'active' }]);
  expect(await listAuditEvents(bought.operationId)).toMatchObject([{ kind: 'purchaseSucceeded' }]);
});

test('abandons a purchase once Stripe answers again', async () => {
  const person = await newPerson(portal);
  const { operationId } = await order(person, 1);
  proxy.decide = () => 'refuse';
  expect((await abandon(person, operationId)).json()).toMatchObject({ status: 'pending', clientSecret: null });
  const { rows } = await portal.database.pool.query(
    `select payload, run_at < now() + interval '1 minute' as soon from graphile_worker._private_jobs where key = $1`,
    [`stripe-operation-${operationId}`],
  );
  expect(rows).toMatchObject([{ payload: { id: operationId, abandon: true }, soon: true }]);
  proxy.decide = () => undefined;
  await operationJob(portal.app.operations).run(rows[0].payload, { isLast: false });
  expect((await fetchOrder(person, operationId)).json()).toMatchObject({ status: 'failed' });
});

test('does not abandon a purchase of another account or product', async () => {
  const person = await newPerson(portal);
  const { operationId } = await order(person, 1);
  expect((await abandon(await newPerson(portal, false), operationId)).statusCode).toBe(404);
  expect((await abandon(person, operationId, 'desktop')).statusCode).toBe(404);
  expect((await abandon(person, 'no-operation')).statusCode).toBe(400);
  expect((await fetchOrder(person, operationId)).json()).toMatchObject({ status: 'requiresAction' });
});

test('rejects more than twenty abandonments a minute', async () => {
  const person = await newPerson(portal);
  const { operationId } = await order(person, 1);
  await portal.database.pool.query('insert into rate_limits (key, points, expire) values ($1, 20, $2)', [
    `purchase-abandon:${person.accountId}`,
    Date.now() + 60_000,
  ]);
  expect((await abandon(person, operationId)).statusCode).toBe(429);
  expect((await fetchOrder(person, operationId)).json()).toMatchObject({ status: 'requiresAction' });
});
