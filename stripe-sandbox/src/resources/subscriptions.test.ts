import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();
const gold = await monthly(stripe, 1000);

onlyHere('automatic tax needs registrations that an account may lack')(
  'bills and collects a subscription with tax at once',
  async () => {
    const customer = await customerWithCard(stripe, 'pm_card_visa', { address: { country: 'DE' } });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: gold.id, quantity: 2, metadata: { kind: 'base' } }],
      automatic_tax: { enabled: true },
      metadata: { plan: 'gold' },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'customer', 'items.data.price.product'],
    });
    const [item] = subscription.items.data;
    expect(subscription).toMatchObject({
      status: 'active',
      billing_mode: { type: 'flexible' },
      metadata: { plan: 'gold' },
    });
    expect(item?.current_period_start).toBe(subscription.start_date);
    expect(item?.price.product).toMatchObject({ name: 'Gold' });
    const invoice = expanded(subscription.latest_invoice);
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      subtotal: 2000,
      total: 2380,
      amount_paid: 2380,
      amount_remaining: 0,
      number: `${customer.invoice_prefix}-0001`,
      parent: { subscription_details: { subscription: subscription.id, metadata: { plan: 'gold' } } },
      total_taxes: [{ amount: 380, taxable_amount: 2000, taxability_reason: 'standard_rated' }],
    });
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_.+_secret_/);
    const paid = String(invoice.payments?.data[0]?.payment.payment_intent);
    const { data } = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: paid } });
    expect(data).toMatchObject([{ invoice: invoice.id, status: 'paid', amount_paid: 2380 }]);
    const rate = await stripe.taxRates.retrieve(invoice.total_taxes?.[0]?.tax_rate_details?.tax_rate ?? '');
    expect(rate).toMatchObject({ percentage: 19, country: 'DE' });
  },
);

onlyHere('automatic tax needs registrations that an account may lack')(
  'rejects automatic tax without an address',
  async () => {
    const customer = await customerWithCard(stripe);
    const call = stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: gold.id }],
      automatic_tax: { enabled: true },
    });
    expect(await errorOf(call)).toMatchObject({ code: 'customer_tax_location_invalid' });
  },
);

test('creates trials and free subscriptions without a card', async () => {
  const free = await monthly(stripe, 0);
  const customer = await stripe.customers.create();
  const active = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: free.id }] });
  expect(active.status).toBe('active');
  const trial = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    trial_period_days: 14,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    expand: ['pending_setup_intent', 'latest_invoice'],
  });
  expect(trial.status).toBe('trialing');
  expect(trial.trial_end).toBe(trial.start_date + 14 * 86_400);
  expect(trial.items.data[0]?.current_period_end).toBe(trial.trial_end);
  expect(expanded(trial.pending_setup_intent).client_secret).toMatch(/^seti_/);
  expect(expanded(trial.latest_invoice)).toMatchObject({ status: 'paid', total: 0 });
});

test('keeps the state that the caller chose for a declined first payment', async () => {
  const customer = await customerWithCard(stripe, 'pm_card_chargeCustomerFail');
  const begin = (payment_behavior: 'allow_incomplete' | 'error_if_incomplete' | 'default_incomplete') =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: gold.id }],
      payment_behavior,
      expand: ['latest_invoice.confirmation_secret'],
    });
  expect(await errorOf(begin('error_if_incomplete'))).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
  });
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);

  const incomplete = await begin('allow_incomplete');
  expect(incomplete.status).toBe('incomplete');
  const later = await begin('default_incomplete');
  expect(later.status).toBe('incomplete');
  const secret = expanded(later.latest_invoice).confirmation_secret?.client_secret ?? '';
  await stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '', {
    payment_method: 'pm_card_visa',
    return_url: 'https://portal.example/back',
  });
  expect(await stripe.subscriptions.retrieve(later.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
  });
  const bare = await stripe.customers.create();
  expect(await errorOf(stripe.subscriptions.create({ customer: bare.id, items: [{ price: gold.id }] }))).toMatchObject({
    code: 'resource_missing',
  });
});

test('cancels at the period end, restores, and cancels at once', async () => {
  const customer = await customerWithCard(stripe);
  const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const leaving = await stripe.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive' },
  });
  expect(leaving).toMatchObject({
    cancel_at: items.data[0]?.current_period_end,
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', reason: 'cancellation_requested' },
  });
  expect(await errorOf(stripe.invoices.createPreview({ subscription: id }))).toMatchObject({
    statusCode: 404,
    code: 'invoice_upcoming_none',
  });
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at: null,
    canceled_at: null,
  });
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'canceled' })).data).toHaveLength(1);
});

onlyHere('automatic tax needs registrations that an account may lack')(
  'taxes by the shipping address when there is one',
  async () => {
    const billed = { address: { country: 'DE' } };
    const customer = await customerWithCard(stripe, 'pm_card_visa', {
      ...billed,
      shipping: { name: 'Dépôt', address: { country: 'FR' } },
    });
    const shown = (await stripe.customers.retrieve(customer.id, { expand: ['tax'] })) as Stripe.Customer;
    expect(shown.tax?.location).toMatchObject({ country: 'FR', source: 'shipping_destination' });
    const terms = { customer: customer.id, automatic_tax: { enabled: true } };
    const items = [{ price: gold.id }];
    const preview = (customer_details: object) =>
      stripe.invoices.createPreview({ ...terms, customer_details, subscription_details: { items } });
    expect((await preview({ shipping: { name: 'Lager', address: { country: 'DE' } } })).total).toBe(1190);
    expect((await preview({ shipping: '' })).total).toBe(1190);
    expect((await preview(billed)).total).toBe(1200);
    const bought = await stripe.subscriptions.create({ ...terms, items, expand: ['latest_invoice'] });
    expect(expanded(bought.latest_invoice)).toMatchObject({
      total: 1200,
      customer_address: { country: 'DE' },
      customer_shipping: { name: 'Dépôt', address: { country: 'FR' } },
    });
  },
);

onlyHere('automatic tax needs registrations that an account may lack')(
  'previews a new subscription for an address without a customer',
  async () => {
    const preview = await stripe.invoices.createPreview({
      customer_details: { address: { country: 'FR' } },
      automatic_tax: { enabled: true },
      subscription_details: { items: [{ price: gold.id, quantity: 3 }] },
    });
    expect(preview).toMatchObject({ customer: null, subtotal: 3000, total: 3600, status: 'draft', number: null });
  },
);

test('sends the payer of a card with 3-D Secure to the hosted page', async () => {
  const customer = await customerWithCard(stripe, 'pm_card_authenticationRequired');
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    expand: ['latest_invoice'],
  });
  expect(subscription.status).toBe('incomplete');
  const invoice = expanded(subscription.latest_invoice);
  expect(await errorOf(stripe.invoices.pay(invoice.id))).toMatchObject({
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
  });
  expect(invoice.hosted_invoice_url).toMatch(/^https?:\/\//);
});
