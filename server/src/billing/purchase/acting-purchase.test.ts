import { expect, test } from 'vitest';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { basic, buy, openPortal, shippingDetails } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();
const sql = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const findUserId = async (email: string) => (await sql('select id from users where email = $1', [email]))[0].id;

async function act() {
  const browser = await portal.signIn('operator@portico.example');
  const body = { reason: 'Ticket 4711', returnUrl: '/' };
  const response = await browser.post(`/api/Operator/ActAs/${await findUserId('owner@acme.example')}`, body);
  expect(response.statusCode, response.body).toBe(200);
  await browser.open('/');
  return browser;
}

test('an operator who acts as a user leaves no way in behind, and no other reader of invoices or usage data', async () => {
  const id = await findUserId('readonly@acme.example');
  const user = (await owner.get(`/api/User/${id}`)).json();
  await owner.post(`/api/User/changeActivation/${id}?active=false`, {});
  const operator = await act();
  const refusal = async (sent: ReturnType<typeof operator.post>) => {
    const { statusCode, body } = await sent;
    expect([403, 422], body).toContain(statusCode);
    expect(body).toContain('signed in as another user');
  };
  await refusal(operator.post(`/api/User/changeActivation/${id}?active=true`, {}));
  const { login, email, firstName, lastName, phone, comments } = user;
  const details = { login, email, firstName, lastName, phone, comments };
  for (const gain of [{ admin: true }, { readOnly: false }])
    await refusal(operator.post(`/api/User/${id}`, { ...details, ...gain }));
  const billing = (await operator.get('/api/Billing/Details')).json();
  const { companyName, address, purchaseOrder, revision } = billing;
  const saved = { companyName, address, phone: billing.phone, purchaseOrder, language: 'en', revision, taxId: null };
  await refusal(
    operator.send('PUT', '/api/Billing/Details', { payload: { ...saved, email: 'operator@portico.example' } }),
  );
  const settings = (await operator.get('/api/profile/AccountSettings')).json();
  const { timeZoneId, businessDayEnds, usageDataPolicyType } = settings;
  const policy = { timeZoneId, businessDayEnds, usageDataPolicyType: usageDataPolicyType === 0 ? 3 : 0 };
  await refusal(operator.post('/api/profile/AccountSettings', policy));
  await refusal(operator.post('/api/DefaultUserFeatures/update', []));
});

test('a purchase of an operator names who ordered it, and is mailed to the owner at once', async () => {
  const card = await portal.addCard(owner);
  const operator = await act();
  const silent = await buy(operator, 'desktop', basic, card, { shippingDetails });
  expect([silent.statusCode, Object.keys(silent.json().propertyErrors ?? {})]).toEqual([422, ['orderedBy']]);
  const orderedBy = 'Blake Stone, by phone';
  const bought = await buy(operator, 'desktop', basic, card, { shippingDetails, orderedBy });
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
  await runDueJobs({ database: portal.database, app: portal.app });
  const [mail] = await sql(`select recipient, data from mail_messages where template = 'actingPurchase'`);
  const { amountPaid } = bought.json();
  const told = { orderedBy, reason: 'Ticket 4711', operatorName: 'Olivia Perez', amount: amountPaid, currency: 'usd' };
  expect(mail).toMatchObject({ recipient: 'owner@acme.example', data: told });
  const events = await sql(
    `select kind, user_id <> real_user_id as is_acting, detail from audit_events where kind like 'purchase%' order by id`,
  );
  const detail = { orderedBy, actingReason: 'Ticket 4711' };
  expect(events).toMatchObject([
    { kind: 'purchaseBegun', is_acting: true, detail: { ...detail, amountDue: amountPaid } },
    { kind: 'purchaseSucceeded', is_acting: true, detail: { ...detail, amountPaid } },
  ]);
});

test('an operator who acts as a user charges no other card: neither for an invoice nor from the next renewal on', async () => {
  const operator = await act();
  const other = await portal.addCard(owner, 'pm_card_mastercard');
  const [{ id, stripe_id }] = await sql(
    'select id, stripe_subscription_id as stripe_id from subscriptions order by id desc limit 1',
  );
  expect((await operator.post(`/api/Subscription/${id}`, { paymentMethodId: other })).statusCode).toBe(403);
  const [{ invoice }] = await sql('select id as invoice from stripe_invoices where subscription_id = $1 limit 1', [
    stripe_id,
  ]);
  const pay = (paymentMethodId: string) =>
    operator.post(`/api/Subscription/invoices/${invoice}/Pay`, { paymentMethodId, keepCard: true });
  expect((await pay(other)).statusCode).toBe(403);
  const { chargedPaymentMethodId } = (await owner.get(`/api/Subscription/invoices/${invoice}/Pay`)).json();
  // The invoice is paid already.
  expect((await pay(chargedPaymentMethodId)).statusCode).toBe(409);
});
