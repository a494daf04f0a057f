import { expect, test } from 'vitest';
import { onlyHere, useServer } from '../../test/at-stripe.ts';
import { clientOf, customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';
import { TEST_CARDS } from '../cards.ts';

const TYPED = 'Stripe accepts card numbers only from its own fields';
const CHALLENGE = 'a person must pass the challenge in a browser';
const { stripe, here } = await useServer();
const card = (number: string) => ({
  number,
  exp_month: 12,
  exp_year: 2040,
  cvc: number.startsWith('37') ? '1234' : '123',
});
const browser = () => clientOf(here().sandbox, 'pk_test_sandbox');
const ofCard = { amount: 1000, currency: 'usd', allowed_payment_method_types: ['card' as const] };

onlyHere(TYPED)('creates a card in the browser', async () => {
  const method = await browser().paymentMethods.create({
    type: 'card',
    card: card('5555555555554444'),
    billing_details: { name: 'Jenny' },
  });
  expect(method).toMatchObject({
    customer: null,
    billing_details: { name: 'Jenny' },
    card: { brand: 'mastercard', last4: '4444', exp_year: 2040, funding: 'credit', checks: { cvc_check: 'unchecked' } },
  });
  const customer = await stripe.customers.create();
  const attached = await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  expect(attached.card?.checks?.cvc_check).toBe('pass');
});

test('attaches a card to one customer, shows and detaches it', async () => {
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_mastercard' } });
  expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444', funding: 'credit' });
  const customer = await stripe.customers.create();
  await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  expect((await stripe.customers.listPaymentMethods(customer.id, { type: 'card' })).data).toMatchObject([
    { id: method.id, customer: customer.id },
  ]);
  const other = await stripe.customers.create();
  expect(await errorOf(stripe.paymentMethods.attach(method.id, { customer: other.id }))).toMatchObject({
    code: 'payment_method_unexpected_state',
  });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  await stripe.paymentMethods.detach(method.id);
  const after = await stripe.customers.retrieve(customer.id);
  expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } });
});

onlyHere(TYPED)('rejects a used token', async () => {
  const token = await browser().tokens.create({
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' },
  });
  expect(token).toMatchObject({ used: false, card: { brand: 'Visa', last4: '4242' } });
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
  expect(method.card?.last4).toBe('4242');
  expect(await errorOf(stripe.paymentMethods.create({ type: 'card', card: { token: token.id } }))).toMatchObject({
    code: 'token_already_used',
  });
});

onlyHere(TYPED)('accepts only test cards and stores no number', async () => {
  expect(
    await errorOf(browser().paymentMethods.create({ type: 'card', card: card('4111111111111111') })),
  ).toMatchObject({
    type: 'StripeCardError',
    decline_code: 'test_mode_live_card',
  });
  expect(
    await errorOf(browser().paymentMethods.create({ type: 'card', card: card('4242424242424241') })),
  ).toMatchObject({
    code: 'incorrect_number',
  });
  expect(
    await errorOf(
      stripe.paymentMethods.create({ type: 'card', card: { ...card('4242424242424242'), exp_year: 2020 } }),
    ),
  ).toMatchObject({ code: 'invalid_expiry_year' });
  for (const { number } of TEST_CARDS) await browser().paymentMethods.create({ type: 'card', card: card(number) });
  const { database } = here();
  const { rows } = await database.query(
    `select string_agg(data::text || internal::text, ' ') as everything from objects`,
  );
  const { rows: keys } = await database.query(`select string_agg(body, ' ') as everything from idempotency_keys`);
  for (const { number } of [...TEST_CARDS, { number: '4111111111111111' }]) {
    expect(rows[0].everything).not.toContain(number);
    expect(keys[0].everything).not.toContain(number);
  }
});

onlyHere('the run has no publishable key')('rejects browsers without the client secret of an intent', async () => {
  const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'], usage: 'off_session' });
  expect(await errorOf(browser().setupIntents.retrieve(intent.id))).toMatchObject({ code: 'parameter_missing' });
  expect(
    await errorOf(browser().setupIntents.retrieve(intent.id, { client_secret: `${intent.id}_secret_wrong` })),
  ).toMatchObject({ param: 'client_secret' });
  expect(await errorOf(browser().customers.list())).toMatchObject({ code: 'secret_key_required' });
  const answer = await fetch(
    `${here().sandbox.url}/v1/setup_intents/${intent.id}?client_secret=${intent.client_secret}`,
    {
      headers: { authorization: 'Bearer pk_test_sandbox' },
    },
  );
  const shown = (await answer.json()) as Record<string, unknown>;
  expect(shown.status).toBe('requires_payment_method');
  expect(shown).not.toHaveProperty('customer');
  expect(shown).not.toHaveProperty('metadata');
});

test('confirms a setup intent without a customer and attaches its card later', async () => {
  const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
  const confirmed = await stripe.setupIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    expand: ['payment_method', 'latest_attempt'],
  });
  expect(confirmed).toMatchObject({ status: 'succeeded', customer: null, allowed_payment_method_types: ['card'] });
  const customer = await stripe.customers.create();
  expect(
    (await stripe.paymentMethods.attach(expanded(confirmed.payment_method).id, { customer: customer.id })).customer,
  ).toBe(customer.id);
  expect(await errorOf(stripe.setupIntents.confirm(intent.id))).toMatchObject({
    code: 'setup_intent_unexpected_state',
  });
});

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
])('declines %s as %s and keeps the reason on the intent', async (method, code, declineCode) => {
  const error = await errorOf(stripe.paymentIntents.create({ ...ofCard, payment_method: method, confirm: true }));
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode });
  const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', { expand: ['latest_charge'] });
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code, decline_code: declineCode },
  });
  expect(expanded(intent.latest_charge)).toMatchObject({ status: 'failed', paid: false, failure_code: code });
});

onlyHere('Stripe does not document these names').each([
  ['pm_card_chargeDeclined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedExpiredCard', 'expired_card'],
])('accepts %s as another name of a card', async (method, declineCode) => {
  const declined = stripe.paymentIntents.create({ ...ofCard, payment_method: method, confirm: true });
  expect((await errorOf(declined)).decline_code).toBe(declineCode);
});

test('declines a charge of an attached card and rejects a card that its bank declines', async () => {
  const customer = await customerWithCard(stripe, 'pm_card_chargeCustomerFail');
  const charged = stripe.paymentIntents.create({
    ...ofCard,
    customer: customer.id,
    payment_method: String(customer.invoice_settings.default_payment_method),
    confirm: true,
  });
  expect(await errorOf(charged)).toMatchObject({ statusCode: 402, code: 'card_declined' });
  const refused = stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: customer.id });
  expect(await errorOf(refused)).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'card_declined' });
});

test('records a charge and a balance transaction for a payment', async () => {
  const customer = await customerWithCard(stripe);
  const intent = await stripe.paymentIntents.create({
    ...ofCard,
    capture_method: 'automatic',
    customer: customer.id,
    payment_method: String(customer.invoice_settings.default_payment_method),
    confirm: true,
    expand: ['customer', 'payment_method', 'latest_charge.balance_transaction'],
  });
  const charge = expanded(intent.latest_charge);
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1000, customer: { id: customer.id } });
  expect(charge).toMatchObject({ status: 'succeeded', paid: true, outcome: { type: 'authorized' } });
  const { amount, fee, net, source, type } = expanded(charge.balance_transaction);
  expect([amount, net, source, type]).toEqual([1000, 1000 - fee, charge.id, 'charge']);
});

onlyHere('fees and risk scores follow the account')('records the standard fee and a risk score', async () => {
  const customer = await customerWithCard(stripe);
  const scores: number[] = [];
  for (let index = 0; index < 12; index += 1) {
    const { latest_charge } = await stripe.paymentIntents.create({
      ...ofCard,
      customer: customer.id,
      payment_method: String(customer.invoice_settings.default_payment_method),
      confirm: true,
      expand: ['latest_charge.balance_transaction'],
    });
    const charge = expanded(latest_charge);
    expect(expanded(charge.balance_transaction)).toMatchObject({ fee: 59, net: 941 });
    scores.push(charge.outcome?.risk_score ?? -1);
  }
  expect(Math.min(...scores)).toBeLessThan(30);
  expect(Math.max(...scores)).toBeGreaterThan(30);
});

test('waits for 3-D Secure in a script or after a redirect', async () => {
  const payment = { ...ofCard, payment_method: 'pm_card_authenticationRequired', confirm: true };
  expect(await stripe.paymentIntents.create(payment)).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
  });
  const return_url = 'https://portal.example/back';
  expect(await stripe.paymentIntents.create({ ...payment, return_url })).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url, url: expect.stringMatching(/^https?:/) } },
  });
  const setup = await stripe.setupIntents.create({
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
  });
  expect(setup).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
});

test('declines an off-session payment that needs 3-D Secure and keeps the subscription incomplete', async () => {
  const customer = await customerWithCard(stripe, 'pm_card_authenticationRequired');
  const absent = await errorOf(
    stripe.paymentIntents.create({
      ...ofCard,
      customer: customer.id,
      payment_method: String(customer.invoice_settings.default_payment_method),
      off_session: true,
      confirm: true,
    }),
  );
  expect(absent).toMatchObject({ type: 'StripeCardError', statusCode: 402, code: 'authentication_required' });
  expect(absent.payment_intent?.status).toBe('requires_payment_method');
  const gold = await monthly(stripe, 1000);
  const asked = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
  });
  expect(asked.status).toBe('incomplete');
  const [payment] = expanded(asked.latest_invoice).payments?.data ?? [];
  expect(payment?.payment.payment_intent).toMatchObject({ status: 'requires_action' });
});

onlyHere(CHALLENGE)('waits for 3-D Secure and applies its outcome', async () => {
  const finish = (secret: string | null, outcome: string) =>
    browser().rawRequest('POST', '/v1/3ds2/authenticate', { client_secret: secret ?? '', outcome });
  const waiting = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
  });
  expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  await finish(waiting.client_secret, 'succeed');
  expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded');

  const failing = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    return_url: 'https://portal.example/back',
  });
  expect(failing.next_action?.redirect_to_url?.url).toContain('/three_d_secure/redirect');
  await finish(failing.client_secret, 'fail');
  expect(await stripe.paymentIntents.retrieve(failing.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  });

  const poor = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    confirm: true,
  });
  await finish(poor.client_secret, 'succeed');
  expect((await stripe.paymentIntents.retrieve(poor.id)).last_payment_error?.decline_code).toBe('insufficient_funds');
});

onlyHere(CHALLENGE)('charges a set-up card off session and declines one that always needs 3-D Secure', async () => {
  const customer = await stripe.customers.create();
  const setUp = async (method: string) => {
    const intent = await stripe.setupIntents.create({ customer: customer.id, payment_method: method, confirm: true });
    expect(intent.status).toBe('requires_action');
    await browser().rawRequest('POST', '/v1/3ds2/authenticate', {
      client_secret: intent.client_secret ?? '',
      outcome: 'succeed',
    });
    return String((await stripe.setupIntents.retrieve(intent.id)).payment_method);
  };
  const charge = (method: string) =>
    stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer: customer.id,
      payment_method: method,
      off_session: true,
      confirm: true,
    });
  expect((await charge(await setUp('pm_card_authenticationRequiredOnSetup'))).status).toBe('succeeded');
  expect(await errorOf(charge(await setUp('pm_card_authenticationRequired')))).toMatchObject({
    code: 'authentication_required',
  });
});

onlyHere(CHALLENGE)(
  'keeps the paid subscription when the authentication of an upgrade fails and after its invoice is voided',
  async () => {
    const [gold, platinum] = [await monthly(stripe, 1000), await monthly(stripe, 3000)];
    const customer = await customerWithCard(stripe);
    const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
    const asking = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id });
    await stripe.subscriptions.update(id, { default_payment_method: asking.id });
    const waiting = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: platinum.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = expanded(waiting.latest_invoice);
    const outcome = { client_secret: invoice.confirmation_secret?.client_secret ?? '', outcome: 'fail' };
    await browser().rawRequest('POST', '/v1/3ds2/authenticate', outcome);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { id: platinum.id } }] },
    });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'open', next_payment_attempt: null });
    await stripe.invoices.voidInvoice(invoice.id);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      pending_update: null,
      items: { data: [{ price: { id: gold.id } }] },
    });
  },
);

test('returns a token of the type token', async () => {
  const card = (token: string) => stripe.paymentMethods.create({ type: 'card', card: { token } });
  expect((await card('tok_visa')).card?.last4).toBe('4242');
  expect(await errorOf(card('visa'))).toMatchObject({ code: 'resource_missing', param: 'card[token]' });
});
