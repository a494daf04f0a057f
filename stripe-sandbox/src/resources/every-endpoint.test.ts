import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { isAtStripe, onlyHere, useServer } from '../../test/at-stripe.ts';
import { advance } from '../../test/clocks.ts';
import { LEFT_OUT, OWN } from '../../test/left-out.ts';
import { clientOf, customerWithCard, monthly } from '../../test/sandbox.ts';
import { SDK_CALLS, SDK_VERSION, signatureOf, unanswered } from '../../test/schemas.ts';
import { ENDPOINTS } from './index.ts';

/**
 * Successful calls of every endpoint. The test client checks each answer against the schema in the SDK's types. The
 * last test fails for an endpoint without a checked answer.
 */
const { stripe, here } = await useServer();
const browser = () => clientOf(here().sandbox, 'pk_test_sandbox');
const gold = await monthly(stripe, 1000);
const customer = await customerWithCard(stripe, 'pm_card_visa', { address: { country: 'DE' } });
const method = String(customer.invoice_settings.default_payment_method);
const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };

test('answers for customers and their balance', async () => {
  const made = await stripe.customers.create({ name: 'Ada', metadata: { a: '1' } });
  await stripe.customers.update(made.id, { name: 'Ada L.' });
  await stripe.customers.retrieve(made.id, { expand: ['subscriptions', 'tax', 'sources', 'tax_ids'] });
  await stripe.customers.list({ limit: 3 });
  await stripe.customers.createBalanceTransaction(made.id, { amount: -100, currency: 'usd' });
  await stripe.customers.listBalanceTransactions(made.id);
  const taxId = await stripe.customers.createTaxId(made.id, { type: 'us_ein', value: '123456789' });
  await stripe.customers.retrieveTaxId(made.id, taxId.id);
  await stripe.customers.listTaxIds(made.id);
  await stripe.customers.retrieve(made.id, { expand: ['tax_ids'] });
  await stripe.customers.deleteTaxId(made.id, taxId.id);
  expect(await stripe.customers.del(made.id)).toMatchObject({ deleted: true });
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
});

onlyHere('Stripe accepts card numbers only from its own fields')('answers for tokens', async () => {
  const token = await browser().tokens.create({ card: { ...card, exp_month: '12', exp_year: '2040' } });
  const made = await browser().paymentMethods.create({ type: 'card', card: { token: token.id } });
  expect(made.card?.last4).toBe('4242');
});

test('answers for payment methods', async () => {
  const made = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
  await stripe.paymentMethods.attach(made.id, { customer: customer.id });
  await stripe.paymentMethods.retrieve(made.id, { expand: ['customer'] });
  await stripe.paymentMethods.update(made.id, { card: { exp_year: 2041 } });
  await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
  expect((await stripe.paymentMethods.detach(made.id)).customer).toBeNull();
});

test('answers for setup intents', async () => {
  const setup = await stripe.setupIntents.create({ customer: customer.id, allowed_payment_method_types: ['card'] });
  await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' });
  const done = await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt'] });
  expect(done.status).toBe('succeeded');
  const { data } = await stripe.setupIntents.list({ payment_method: String(done.payment_method) });
  expect(data.map(({ id }) => id)).toContain(setup.id);
});

onlyHere('a person must pass the challenge in a browser')('answers for 3-D Secure', async () => {
  const { id, client_secret, status } = await stripe.setupIntents.create({
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_threeDSecure2Required',
    confirm: true,
  });
  expect(status).toBe('requires_action');
  const outcome = { client_secret: client_secret ?? '', outcome: 'succeed' };
  await browser().rawRequest('POST', '/v1/3ds2/authenticate', outcome);
  expect((await stripe.setupIntents.retrieve(id)).status).toBe('succeeded');
});

test('answers for payment intents, charges and refunds', async () => {
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    customer: customer.id,
    allowed_payment_method_types: ['card'],
    // With this, the answer contains the balance transaction.
    capture_method: 'automatic',
  });
  await stripe.paymentIntents.update(intent.id, { amount: 1200, payment_method: method });
  expect((await stripe.paymentIntents.confirm(intent.id)).status).toBe('succeeded');
  const paid = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['customer', 'payment_method', 'latest_charge.balance_transaction'],
  });
  await stripe.paymentIntents.list({ customer: customer.id });
  await stripe.paymentIntents.cancel((await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })).id);

  const charge = paid.latest_charge as Stripe.Charge;
  await stripe.charges.retrieve(charge.id, { expand: ['refunds'] });
  await stripe.charges.list({ payment_intent: intent.id });
  const refund = await stripe.refunds.create({ charge: charge.id, amount: 100 });
  await stripe.refunds.retrieve(refund.id, { expand: ['balance_transaction', 'charge'] });
  expect((await stripe.refunds.list({ charge: charge.id })).data).toHaveLength(1);
});

test('answers for products, prices, coupons, promotion codes and tax rates', async () => {
  const product = await stripe.products.create({ name: 'Silver' });
  await stripe.products.update(product.id, { description: 'Less than gold' });
  await stripe.products.retrieve(product.id);
  await stripe.products.list({ ids: [product.id] });
  await stripe.prices.update(gold.id, { nickname: 'Gold, monthly' });
  await stripe.prices.retrieve(gold.id, { expand: ['product'] });
  await stripe.prices.list({ product: String(gold.product) });

  const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'forever' });
  await stripe.coupons.update(coupon.id, { name: 'A fifth' });
  await stripe.coupons.retrieve(coupon.id);
  await stripe.coupons.list();
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } });
  await stripe.promotionCodes.update(code.id, { metadata: { campaign: 'spring' } });
  await stripe.promotionCodes.retrieve(code.id, { expand: ['promotion.coupon'] });
  await stripe.promotionCodes.list({ coupon: coupon.id });

  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 7, inclusive: false });
  await stripe.taxRates.retrieve(rate.id);
});

test('answers for subscriptions and previews', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'forever' });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    discounts: [{ coupon: coupon.id }],
  });
  await stripe.invoices.createPreview({ subscription: subscription.id });
  await stripe.subscriptions.update(subscription.id, { metadata: { plan: 'gold' } });
  await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice.payments'] });
  await stripe.subscriptions.list({ customer: customer.id });
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled');
});

test('answers for subscription schedules', async () => {
  const silver = await monthly(stripe, 500);
  const make = async () => {
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
    return stripe.subscriptionSchedules.create({ from_subscription: id });
  };
  const made = await make();
  const [present] = made.phases;
  await stripe.subscriptionSchedules.update(made.id, {
    end_behavior: 'release',
    phases: [
      {
        items: [{ price: gold.id, quantity: 1 }],
        start_date: present?.start_date ?? 0,
        end_date: present?.end_date ?? 0,
      },
      {
        items: [{ price: silver.id, quantity: 2 }],
        duration: { interval: 'day', interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  });
  const found = await stripe.subscriptionSchedules.retrieve(made.id, {
    expand: ['subscription', 'phases.items.price'],
  });
  expect(found.phases[1]?.items[0]?.price).toMatchObject({ id: silver.id });
  await stripe.invoices.createPreview({ schedule: made.id });
  expect((await stripe.subscriptionSchedules.list({ customer: customer.id })).data).toHaveLength(1);
  expect((await stripe.subscriptionSchedules.release(made.id)).status).toBe('released');
  expect((await stripe.subscriptionSchedules.cancel((await make()).id)).status).toBe('canceled');
});

test('answers for test clocks', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2026, 0, 1) / 1000, name: 'Pause' });
  await advance(stripe, clock.id, clock.frozen_time + 86_400);
  await stripe.testHelpers.testClocks.list();
  expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
});

test('answers for invoices, their items, lines and payments, and credit notes', async () => {
  const item = await stripe.invoiceItems.create({ customer: customer.id, amount: 900, currency: 'usd' });
  await stripe.invoiceItems.update(item.id, { amount: 1000, description: 'Training' });
  await stripe.invoiceItems.retrieve(item.id, { expand: ['customer'] });
  await stripe.invoiceItems.list({ customer: customer.id, pending: true });
  const draft = async (given: Partial<Stripe.InvoiceCreateParams> = {}) =>
    stripe.invoices.create({ customer: customer.id, auto_advance: false, ...given });
  const invoice = await draft({ pending_invoice_items_behavior: 'include' });
  await stripe.invoices.update(invoice.id, { description: 'One day' });
  await stripe.invoices.finalizeInvoice(invoice.id);
  await stripe.invoices.retrieve(invoice.id, { expand: ['confirmation_secret', 'payments', 'customer'] });
  await stripe.invoices.list({ customer: customer.id });
  const [line] = (await stripe.invoices.listLineItems(invoice.id)).data;

  const about = {
    invoice: invoice.id,
    lines: [{ type: 'invoice_line_item' as const, invoice_line_item: line?.id, amount: 400 }],
  };
  await stripe.creditNotes.preview(about);
  await stripe.creditNotes.listPreviewLineItems(about);
  const note = await stripe.creditNotes.create(about);
  await stripe.creditNotes.retrieve(note.id);
  await stripe.creditNotes.listLineItems(note.id);
  await stripe.creditNotes.list({ invoice: invoice.id });
  expect((await stripe.creditNotes.voidCreditNote(note.id)).status).toBe('void');
  expect((await stripe.invoices.pay(invoice.id)).amount_paid).toBe(1000);
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id });
  await stripe.invoicePayments.retrieve(data[0]?.id ?? '', { expand: ['payment.payment_intent'] });

  await stripe.invoiceItems.del(
    (await stripe.invoiceItems.create({ customer: customer.id, amount: 100, currency: 'usd' })).id,
  );
  expect(await stripe.invoices.del((await draft()).id)).toMatchObject({ deleted: true });
  const sent = await draft({ collection_method: 'send_invoice', days_until_due: 5 });
  await stripe.invoiceItems.create({ customer: customer.id, amount: 700, currency: 'usd', invoice: sent.id });
  await stripe.invoices.sendInvoice(sent.id);
  expect((await stripe.invoices.voidInvoice(sent.id)).status).toBe('void');
});

test('answers for events and webhook endpoints', async () => {
  const { data } = await stripe.events.list({ limit: 100 });
  expect(data.length).toBeGreaterThan(50);
  const made = await stripe.webhookEndpoints.create({ url: 'https://portal.example/hook', enabled_events: ['*'] });
  await stripe.webhookEndpoints.list();
  expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true });
});

onlyHere('it makes no call')('keeps the schemas at the installed SDK version', async () => {
  expect(SDK_VERSION).toBe(`stripe-${Stripe.PACKAGE_VERSION}`);
});

test('returns a checked answer from every endpoint', () => {
  const withCardsTyped = ['POST /v1/tokens', ...OWN];
  expect(unanswered().filter((call) => !isAtStripe || !withCardsTyped.includes(call))).toEqual([]);
});

onlyHere('it makes no call')('lists every missing call of these objects with its reason', async () => {
  const ours = ENDPOINTS.map(signatureOf);
  const there = Object.keys(SDK_CALLS);
  const leftOut = LEFT_OUT.flatMap(({ calls }) => calls);
  expect(there.filter((call) => !ours.includes(call)).sort()).toEqual(leftOut.sort());
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  expect(LEFT_OUT.filter(({ reason }) => !readme.includes(reason))).toEqual([]);
  expect(leftOut.filter((call) => !readme.includes(`\`${call}\``))).toEqual([]);
  expect(ours.filter((call) => !there.includes(call))).toEqual(OWN);
});
