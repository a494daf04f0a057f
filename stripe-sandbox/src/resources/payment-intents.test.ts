import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { isAtStripe, onlyHere, useServer } from '../../test/at-stripe.ts';
import { advance } from '../../test/clocks.ts';
import { clientOf, customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const CHALLENGE = 'a person must pass the challenge in a browser';
const { stripe, here } = await useServer();

/** Sends the outcome of a 3-D Secure challenge, as its page does. */
const finish = (client_secret: string | null | undefined, outcome: 'succeed' | 'fail' = 'succeed') =>
  clientOf(here().sandbox, 'pk_test_sandbox').rawRequest('POST', '/v1/3ds2/authenticate', {
    client_secret: client_secret ?? '',
    outcome,
  });

const ofCard: Stripe.PaymentIntentCreateParams = {
  amount: 1000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
};
const pay = (given: Partial<Stripe.PaymentIntentCreateParams>) =>
  stripe.paymentIntents.create({ ...ofCard, confirm: true, ...given });
const asking = (request_three_d_secure: 'any' | 'automatic' | 'challenge') => ({
  payment_method_options: { card: { request_three_d_secure } },
});

test('declines a payment that may not wait for authentication', async () => {
  const payment = { error_on_requires_action: true };
  const refused = await errorOf(pay({ ...payment, payment_method: 'pm_card_authenticationRequired' }));
  expect(refused).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  expect(refused.payment_intent).toMatchObject({ status: 'requires_payment_method', next_action: null });
  expect((await pay({ ...payment, payment_method: 'pm_card_visa' })).status).toBe('succeeded');
});

test.each([
  [49, 'amount_too_small', 'Amount must be at least $0.50 usd'],
  [100_000_000, 'amount_too_large', 'Amount must be no more than $999,999.99'],
])('rejects a payment of %i cents as %s', async (amount, code, message) => {
  const refusal = { statusCode: 400, code, param: 'amount', ...(isAtStripe ? {} : { message }) };
  expect(await errorOf(stripe.paymentIntents.create({ amount, currency: 'usd' }))).toMatchObject(refusal);
  const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' });
  expect(await errorOf(stripe.paymentIntents.update(id, { amount }))).toMatchObject(refusal);
});

onlyHere(CHALLENGE)('requires authentication on session for an invoice that off session would not', async () => {
  const customer = await customerWithCard(stripe);
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
  });
  await finish(setup.client_secret);
  const payment_method = String(setup.payment_method);
  const owed = async () => {
    const { id } = await stripe.invoices.create({ customer: customer.id, auto_advance: false });
    await stripe.invoiceItems.create({ customer: customer.id, amount: 1000, currency: 'usd', invoice: id });
    return id;
  };
  expect((await stripe.invoices.pay(await owed(), { payment_method })).status).toBe('paid');
  expect(await errorOf(stripe.invoices.pay(await owed(), { payment_method, off_session: false }))).toMatchObject({
    statusCode: 402,
    code: 'invoice_payment_intent_requires_action',
  });
});

onlyHere(CHALLENGE)('returns to the page with a failure when an authenticated card declines', async () => {
  const outcomeOf = async (card: string, outcome: 'succeed' | 'fail') => {
    const { client_secret } = await pay({ payment_method: card, return_url: 'https://portal.example/back' });
    const { return_url: url } = (await finish(client_secret, outcome)) as unknown as { return_url: string };
    return new URL(url).searchParams.get('redirect_status');
  };
  expect(await outcomeOf('pm_card_authenticationRequired', 'succeed')).toBe('succeeded');
  expect(await outcomeOf('pm_card_authenticationRequired', 'fail')).toBe('failed');
  const poor = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds';
  expect(await outcomeOf(poor, 'succeed')).toBe('failed');
});

test('shows the payment method options of an intent', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    capture_method: 'automatic',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    payment_method_options: { card: { request_three_d_secure: 'any' } },
  });
  expect(intent).toMatchObject({
    capture_method: 'automatic',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    payment_method_options: { card: { request_three_d_secure: 'any', network: null } },
  });
  const setup = await stripe.setupIntents.create({
    payment_method_options: { card: { request_three_d_secure: 'challenge' } },
  });
  expect(setup.payment_method_options?.card?.request_three_d_secure).toBe('challenge');
});

test.each(['any', 'challenge'] as const)(
  'waits for authentication when 3-D Secure is requested (%s) and the card supports it',
  async (request) => {
    const payment_method = 'pm_card_threeDSecureOptional';
    expect((await pay({ payment_method })).status).toBe('succeeded');
    expect((await pay({ payment_method, ...asking('automatic') })).status).toBe('succeeded');
    expect(await pay({ payment_method, ...asking(request) })).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    const later = await stripe.paymentIntents.create({ ...ofCard, payment_method });
    expect((await stripe.paymentIntents.confirm(later.id, asking(request))).status).toBe('requires_action');
    expect(await errorOf(pay({ payment_method, error_on_requires_action: true, ...asking(request) }))).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
    });

    const setUp = (given: Partial<Stripe.SetupIntentCreateParams>) =>
      stripe.setupIntents.create({ allowed_payment_method_types: ['card'], payment_method, confirm: true, ...given });
    expect((await setUp({})).status).toBe('succeeded');
    expect((await setUp(asking(request))).status).toBe('requires_action');
  },
);

test.each(['pm_card_visa', 'pm_card_amex_threeDSecureNotSupported'])(
  'ignores a request for 3-D Secure with %s, which does not support it',
  async (payment_method) => {
    expect((await pay({ payment_method, ...asking('challenge') })).status).toBe('succeeded');
    const setup = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      payment_method,
      confirm: true,
      ...asking('challenge'),
    });
    expect(setup.status).toBe('succeeded');
  },
);

onlyHere(CHALLENGE)('pays after a requested challenge and records it on the charge', async () => {
  const waiting = await pay({ payment_method: 'pm_card_threeDSecureOptional', ...asking('any') });
  await finish(waiting.client_secret);
  const { status, latest_charge } = await stripe.paymentIntents.retrieve(waiting.id, { expand: ['latest_charge'] });
  expect(status).toBe('succeeded');
  expect(expanded(latest_charge).payment_method_details?.card?.three_d_secure).toMatchObject({
    authentication_flow: 'challenge',
    result: 'authenticated',
  });
});

onlyHere(CHALLENGE)('requests 3-D Secure for the first payment of a subscription and not for its renewal', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2026, 0, 15) / 1000 });
  const customer = await customerWithCard(stripe, 'pm_card_threeDSecureOptional', { test_clock: clock.id });
  const gold = await monthly(stripe, 1000);
  const asked = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    payment_settings: asking('any'),
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
  });
  expect(asked.status).toBe('incomplete');
  const [payment] = expanded(asked.latest_invoice).payments?.data ?? [];
  const intent = payment?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({ status: 'requires_action', ...asking('any') });
  await finish(intent.client_secret);
  expect((await stripe.subscriptions.retrieve(asked.id)).status).toBe('active');
  await advance(stripe, clock.id, Date.UTC(2026, 1, 16) / 1000);
  const { data } = await stripe.invoices.list({ subscription: asked.id });
  expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ]);
});
