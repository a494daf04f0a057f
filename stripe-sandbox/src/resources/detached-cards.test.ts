import { expect, test } from 'vitest';
import { clientOf, customerWithCard, errorOf, monthly, useSandbox } from '../../test/sandbox.ts';

const { sandbox, stripe } = await useSandbox();
const gold = await monthly(stripe, 1000);
const spent = {
  statusCode: 400,
  rawType: 'invalid_request_error',
  message:
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
};
const ofCard = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card' as const] };

/** A customer whose only card was detached. */
async function afterDetaching() {
  const { id: customer, invoice_settings } = await customerWithCard(stripe);
  const payment_method = String(invoice_settings.default_payment_method);
  await stripe.paymentMethods.detach(payment_method);
  return { customer, payment_method };
}

test('rejects a detached card in payment intents', async () => {
  const given = await afterDetaching();
  expect(await errorOf(stripe.paymentIntents.create({ ...ofCard, ...given }))).toMatchObject(spent);
  expect(await errorOf(stripe.paymentIntents.create({ ...ofCard, ...given, confirm: true }))).toMatchObject(spent);
  const { payment_method, customer } = given;
  expect(await errorOf(stripe.paymentIntents.create({ ...ofCard, payment_method, confirm: true }))).toMatchObject(
    spent,
  );
  const { id } = await stripe.paymentIntents.create({ ...ofCard, customer });
  expect(await errorOf(stripe.paymentIntents.update(id, { payment_method }))).toMatchObject(spent);
  expect(await errorOf(stripe.paymentIntents.confirm(id, { payment_method }))).toMatchObject(spent);
});

test('rejects the confirmation of a payment intent whose card was detached since then', async () => {
  const { id: customer, invoice_settings } = await customerWithCard(stripe);
  const payment_method = String(invoice_settings.default_payment_method);
  const { id } = await stripe.paymentIntents.create({ ...ofCard, customer, payment_method });
  await stripe.paymentMethods.detach(payment_method);
  expect(await errorOf(stripe.paymentIntents.confirm(id))).toMatchObject(spent);
});

test('charges nothing when a card is detached during its 3-D Secure challenge', async () => {
  const { id: customer, invoice_settings } = await customerWithCard(stripe, 'pm_card_authenticationRequired');
  const payment_method = String(invoice_settings.default_payment_method);
  const intent = await stripe.paymentIntents.create({ ...ofCard, customer, payment_method, confirm: true });
  expect(intent.status).toBe('requires_action');
  await stripe.paymentMethods.detach(payment_method);
  await clientOf(sandbox, 'pk_test_sandbox').rawRequest('POST', '/v1/3ds2/authenticate', {
    client_secret: intent.client_secret ?? '',
    outcome: 'succeed',
  });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});

test('rejects a detached card in setup intents and does not attach it again', async () => {
  const { customer, payment_method } = await afterDetaching();
  expect(await errorOf(stripe.setupIntents.create({ customer, payment_method }))).toMatchObject(spent);
  const { id } = await stripe.setupIntents.create({ customer });
  expect(await errorOf(stripe.setupIntents.confirm(id, { payment_method }))).toMatchObject(spent);
  expect(await errorOf(stripe.paymentMethods.attach(payment_method, { customer }))).toMatchObject(spent);
  expect(await errorOf(stripe.customers.create({ payment_method }))).toMatchObject(spent);
});

test('rejects the card of a deleted customer', async () => {
  const { id, invoice_settings } = await customerWithCard(stripe);
  await stripe.customers.del(id);
  const other = await stripe.customers.create();
  const attached = stripe.paymentMethods.attach(String(invoice_settings.default_payment_method), {
    customer: other.id,
  });
  expect(await errorOf(attached)).toMatchObject(spent);
});

test('rejects a detached card for invoices, as a default and for subscriptions', async () => {
  const { customer, payment_method } = await afterDetaching();
  const { id } = await stripe.invoices.create({ customer, auto_advance: false });
  await stripe.invoiceItems.create({ customer, amount: 1000, currency: 'usd', invoice: id });
  expect(await errorOf(stripe.invoices.pay(id, { payment_method }))).toMatchObject(spent);
  const isNotTheirs = { statusCode: 400, code: 'resource_missing' };
  const asDefault = { invoice_settings: { default_payment_method: payment_method } };
  expect(await errorOf(stripe.customers.update(customer, asDefault))).toMatchObject(isNotTheirs);
  expect(await errorOf(stripe.invoices.update(id, { default_payment_method: payment_method }))).toMatchObject(
    isNotTheirs,
  );
  const sale = { customer, items: [{ price: gold.id }] };
  expect(await errorOf(stripe.subscriptions.create({ ...sale, default_payment_method: payment_method }))).toMatchObject(
    isNotTheirs,
  );
  expect((await errorOf(stripe.subscriptions.create(sale))).code).toBe('resource_missing');
});

test.each(['customer', 'subscription', 'invoice'])('does not charge a detached card of a %s', async (owner) => {
  const { id: customer, invoice_settings } = await customerWithCard(stripe);
  const method = String(invoice_settings.default_payment_method);
  if (owner !== 'customer')
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: '' } });
  const { id: subscription } = await stripe.subscriptions.create({
    customer,
    items: [{ price: gold.id }],
    trial_period_days: 7,
    ...(owner === 'subscription' ? { default_payment_method: method } : {}),
  });
  const { id } = await stripe.invoices.create({
    customer,
    auto_advance: false,
    ...(owner === 'subscription' ? { subscription } : {}),
    ...(owner === 'invoice' ? { default_payment_method: method } : {}),
  });
  await stripe.invoiceItems.create({ customer, amount: 1000, currency: 'usd', invoice: id });
  await stripe.paymentMethods.detach(method);
  expect((await errorOf(stripe.invoices.pay(id))).code).toBe('resource_missing');
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});
