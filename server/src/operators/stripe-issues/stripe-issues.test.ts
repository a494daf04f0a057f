import type { Cockpit } from '@portico/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { recordIssues } from '../../core/stripe/index.ts';

const twoSeats = { items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }] };
let portal: FullPortal;
let owner: Browser;
let operator: Browser;
let stripeSubscriptionId: string;
let card: string;

async function needs() {
  const cockpit: Cockpit = (await operator.get('/api/Operator/Cockpit')).json();
  return cockpit.needs.flatMap(({ reason, account, issue }) =>
    issue ? [{ reason, account: account?.name, issue }] : [],
  );
}

beforeAll(async () => {
  portal = await startFullPortal();
  owner = await portal.signIn('owner@acme.example');
  operator = await portal.signIn('operator@portico.example');
  card = await portal.addCard(owner);
  const { taxTransactionId } = (await owner.post('/api/Products/desktop/PreviewPurchase', twoSeats)).json();
  const bought = await owner.post('/api/Products/desktop/Purchase', {
    ...twoSeats,
    paymentMethodId: card,
    taxTransactionId,
  });
  expect(bought.statusCode, bought.body).toBe(200);
  stripeSubscriptionId = (await portal.database.pool.query('select stripe_subscription_id as id from subscriptions'))
    .rows[0].id;
});

test('a negotiated price keeps subscription and license, and an operator chooses its plan (SUB-38, OPR-12)', async () => {
  const { stripe, app, database } = portal;
  const subscription = await stripe.subscriptions.retrieve(stripeSubscriptionId);
  const [item] = subscription.items.data;
  const negotiated = await stripe.prices.create({
    product: String(item?.price.product),
    currency: 'usd',
    unit_amount: 4_100,
    recurring: { interval: 'month' },
  });
  await stripe.subscriptions.update(stripeSubscriptionId, { items: [{ id: item?.id, price: negotiated.id }] });
  await app.gateway.mirror.refresh('subscription', stripeSubscriptionId);

  const { items } = (await owner.get('/api/Subscription/list')).json();
  expect(items).toMatchObject([{ subscriptionPlanId: 'desktop-basic', quantity: 2, status: 1, amount: 8_200 }]);
  const licenses = await database.pool.query('select status, quantity from licenses where subscription_id is not null');
  expect(licenses.rows).toEqual([{ status: 1, quantity: 2 }]);
  const [need] = await needs();
  expect(need).toMatchObject({ reason: 'priceUnknown', account: 'Acme Security' });
  expect(need?.issue.detail).toBe(`${negotiated.id} · 41.00 USD / 1 month`);
  expect(need?.issue.pricePlans.map(({ id }) => id)).toContain('desktop-pro-monthly');
  const audited = await database.pool.query("select from audit_events where kind = 'stripePriceUnknown'");
  expect(audited.rowCount).toBe(1);

  const chosen = { pricePlanId: 'desktop-pro-monthly' };
  const answer = await operator.post(`/api/Operator/StripeIssues/${need?.issue.id}/Plan`, chosen);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await needs()).toEqual([]);
  expect((await owner.get('/api/Subscription/list')).json().items).toMatchObject([
    { subscriptionPlanId: 'desktop-pro', amount: 8_200 },
  ]);
});

test('a live subscription with a negotiated price prevents a second one (PUR-17)', async () => {
  const { database } = portal;
  // As if the mirror had missed it.
  await database.pool.query(
    'delete from subscriptions; delete from negotiated_prices; update catalog_state set version = version + 1',
  );
  const { taxTransactionId } = (await owner.post('/api/Products/desktop/PreviewPurchase', twoSeats)).json();
  const body = { ...twoSeats, paymentMethodId: card, taxTransactionId };
  expect((await owner.post('/api/Products/desktop/Purchase', body)).json()).toMatchObject({ code: 'PriceChanged' });
  expect((await owner.get('/api/Subscription/list')).json().items).toHaveLength(1);
});

test('an issue stays if Stripe does not return the price whose plan is chosen', async () => {
  const issue = {
    kind: 'priceUnknown',
    subject: 'sub_gone',
    accountId: null,
    reason: 'gone',
    stripePriceId: 'price_gone',
  } as const;
  await recordIssues(portal.database.query, [issue]);
  const found = (await needs()).find(({ issue: { detail } }) => detail === 'gone');
  const chosen = { pricePlanId: 'desktop-pro-monthly' };
  const answer = await operator.post(`/api/Operator/StripeIssues/${found?.issue.id}/Plan`, chosen);
  expect(answer.statusCode).toBe(404);
  expect((await needs()).map(({ issue: { id } }) => id)).toContain(found?.issue.id);
});

test('an operator dismisses an issue, which returns with another reason', async () => {
  const { database } = portal;
  const issue = { kind: 'refused', subject: 'prices', accountId: null, reason: 'The price is inactive.' } as const;
  await recordIssues(database.query, [issue]);
  const found = (await needs()).find(({ reason }) => reason === 'refused');
  expect(found?.issue.detail).toBe('The price is inactive.');
  await operator.post(`/api/Operator/StripeIssues/${found?.issue.id}/Dismiss`, {});
  await recordIssues(database.query, [issue]);
  expect((await needs()).some(({ reason }) => reason === 'refused')).toBe(false);
  await recordIssues(database.query, [{ ...issue, reason: 'The product is inactive.' }]);
  expect((await needs()).some(({ reason }) => reason === 'refused')).toBe(true);
});

test('a disputed charge is shown with its amount', async () => {
  await portal.database.pool.query(
    `insert into stripe_charges (id, customer_id, created, status, currency, amount, amount_refunded, data, synced_at)
     select 'ch_disputed', stripe_customer_id, now(), 'succeeded', 'usd', 4900, 0, '{"disputed": true}', now()
     from accounts where name = 'Acme Security'`,
  );
  expect((await needs()).find(({ reason }) => reason === 'disputed')).toMatchObject({
    account: 'Acme Security',
    issue: { detail: 'ch_disputed · 49.00 USD' },
  });
});
