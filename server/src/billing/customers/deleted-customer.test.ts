import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';

const basic = { items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 1 }] };
let portal: FullPortal;
let owner: Browser;
let deleted: string;

async function findCustomerId(): Promise<string> {
  const { rows } = await portal.database.pool.query(
    "select stripe_customer_id as id from accounts where name = 'Acme Security'",
  );
  return rows[0].id;
}

async function buy(paymentMethodId: string) {
  const { taxTransactionId } = (await owner.post('/api/Products/desktop/PreviewPurchase', basic)).json();
  return owner.post('/api/Products/desktop/Purchase', { ...basic, paymentMethodId, taxTransactionId });
}

beforeAll(async () => {
  portal = await startFullPortal();
  owner = await portal.signIn('owner@acme.example');
  const bought = await buy(await portal.addCard(owner));
  expect(bought.statusCode, bought.body).toBe(200);
  const { revision, ...details } = (await owner.get('/api/Billing/Details')).json();
  const changed = { ...details, taxId: null, purchaseOrder: 'PO-7', phone: '+1 555 0100', language: 'en', revision };
  const saved = await owner.send('PUT', '/api/Billing/Details', { payload: changed });
  expect(saved.statusCode, saved.body).toBe(200);
  deleted = await findCustomerId();
  const { data } = await portal.stripe.subscriptions.list({ customer: deleted });
  await portal.stripe.customers.del(deleted);
  await portal.app.gateway.mirror.refresh('customer', deleted);
  for (const { id } of data) await portal.app.gateway.mirror.refresh('subscription', id);
});

test('a customer that staff deleted is shown to operators and in the audit log (CARD-17, OPR-12)', async () => {
  const operator = await portal.signIn('operator@portico.example');
  expect((await operator.get('/api/Operator/Cockpit')).json().needs).toContainEqual(
    expect.objectContaining({ reason: 'customerDeleted', account: expect.objectContaining({ name: 'Acme Security' }) }),
  );
  const audited = await portal.database.pool.query(
    "select detail from audit_events where kind = 'stripeCustomerDeleted'",
  );
  expect(audited.rows).toEqual([{ detail: { customerId: deleted } }]);
});

test('the next card creates a customer with the former details, and the account can buy again', async () => {
  expect((await owner.post('/api/Products/desktop/EstimatePurchase', basic)).statusCode).toBe(200);
  expect((await owner.get('/api/Billing/Details')).json()).toMatchObject({ purchaseOrder: 'PO-7' });
  const card = await portal.addCard(owner);
  const customerId = await findCustomerId();
  expect(customerId).not.toBe(deleted);
  const details = (await owner.get('/api/Billing/Details')).json();
  expect(details).toMatchObject({ purchaseOrder: 'PO-7', phone: '+1 555 0100' });
  const saved = await owner.send('PUT', '/api/Billing/Details', {
    payload: { ...details, taxId: null, otherTaxIds: undefined, purchaseOrder: 'PO-8' },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const bought = await buy(card);
  expect(bought.statusCode, bought.body).toBe(200);
  const issues = await portal.database.pool.query("select from stripe_issues where kind = 'customerDeleted'");
  expect(issues.rowCount).toBe(0);
});

test('invoices and payments of the former customer stay readable, also when Stripe is read again', async () => {
  const { stripe, app } = portal;
  const [invoices, payments] = [await stripe.invoices.list({}), await stripe.paymentIntents.list({})];
  for (const { id } of invoices.data) await app.gateway.mirror.refresh('invoice', id ?? '');
  for (const { id } of payments.data) await app.gateway.mirror.refresh('payment_intent', id);
  expect((await owner.get('/api/Subscription/invoices')).json().items).toHaveLength(2);
  expect((await owner.get('/api/Billing/PaymentIntents')).json().items).toHaveLength(2);
  const { rows } = await portal.database.pool.query('select customer_id as id from stripe_invoices group by 1');
  expect(rows).toEqual([{ id: await findCustomerId() }]);
});
