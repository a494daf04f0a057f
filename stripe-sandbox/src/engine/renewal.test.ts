import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { advance } from '../../test/clocks.ts';
import { customerWithCard, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();
const gold = await monthly(stripe, 1000);
const DAY = 86_400;
const START = Date.UTC(2026, 0, 31, 12) / 1000;

async function onClock(card = 'pm_card_visa') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await customerWithCard(stripe, card, { test_clock: clock.id });
  return { clock, customer, advance: (time: number) => advance(stripe, clock.id, time) };
}

const invoicesOf = async (subscription: Stripe.Subscription) =>
  (await stripe.invoices.list({ subscription: subscription.id })).data;

test('renews on the last day of short months and returns to the anchor day', async () => {
  const { customer, advance } = await onClock();
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  await advance(Date.UTC(2026, 4, 1) / 1000);
  const invoices = (await invoicesOf(subscription)).reverse();
  expect(invoices.map((invoice) => [invoice.billing_reason, invoice.status])).toEqual([
    ['subscription_create', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
  ]);
  const starts = invoices.map((invoice) =>
    new Date((invoice.lines.data[0]?.period.start ?? 0) * 1000).toISOString().slice(0, 10),
  );
  expect(starts).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  // A renewal stays a draft for an hour.
  expect((invoices[1]?.status_transitions.paid_at ?? 0) - (invoices[1]?.created ?? 0)).toBeGreaterThanOrEqual(3600);
});

onlyHere("retries follow the account's settings")(
  'retries a failed card on a past due subscription and then cancels it',
  async () => {
    const { customer, advance } = await onClock();
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    await advance(end + 2 * 3600);
    const pastDue = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(pastDue).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
    expect(expanded(pastDue.latest_invoice).next_payment_attempt).toBe(end + 3600 + 3 * DAY);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: true });
    await advance(end + 20 * DAY);
    const ended = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'open', attempt_count: 4 },
    });
  },
);

test('charges a new card for a past due invoice', async () => {
  const { customer, advance } = await onClock();
  const good = String(customer.invoice_settings.default_payment_method);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  await advance((subscription.items.data[0]?.current_period_end ?? 0) + DAY);
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good } });
  const [open] = await invoicesOf(subscription);
  await stripe.invoices.pay(open?.id ?? '');
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test('announces the end of a trial and then charges, pauses or cancels', async () => {
  const { customer, advance } = await onClock();
  const paying = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    trial_period_days: 14,
  });
  const bare = await stripe.customers.create({ test_clock: String(customer.test_clock) });
  const begin = (missing_payment_method: 'cancel' | 'pause') =>
    stripe.subscriptions.create({
      customer: bare.id,
      items: [{ price: gold.id }],
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method } },
    });
  const [canceled, paused] = [await begin('cancel'), await begin('pause')];
  await advance(START + 12 * DAY);
  const { data } = await stripe.events.list({ type: 'customer.subscription.trial_will_end' });
  const own = [paying.id, canceled.id, paused.id];
  expect(data.filter((event) => own.includes((event.data.object as { id: string }).id))).toHaveLength(3);
  await advance(START + 14 * DAY + 2 * 3600);
  expect(await stripe.subscriptions.retrieve(paying.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { total: 1000, status: 'paid' },
  });
  expect((await stripe.subscriptions.retrieve(canceled.id)).status).toBe('canceled');
  expect((await stripe.subscriptions.retrieve(paused.id)).status).toBe('paused');
});

test('cancels at the period end and expires an incomplete subscription', async () => {
  const { customer, advance } = await onClock();
  const leaving = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  await stripe.subscriptions.update(leaving.id, { cancel_at_period_end: true });
  const unpaid = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    payment_behavior: 'default_incomplete',
  });
  await advance(START + DAY);
  expect(await stripe.subscriptions.retrieve(unpaid.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'incomplete_expired',
    latest_invoice: { status: 'void' },
  });
  const end = leaving.items.data[0]?.current_period_end ?? 0;
  await advance(end + 10);
  expect(await stripe.subscriptions.retrieve(leaving.id)).toMatchObject({ status: 'canceled', ended_at: end });
  expect(await invoicesOf(leaving)).toHaveLength(1);
});

test('bills a renewal exactly as its preview', async () => {
  const { customer, advance } = await onClock();
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id, quantity: 3 }],
  });
  await advance(START + 10 * DAY);
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 7 }],
  });
  await stripe.invoiceItems.create({ customer: customer.id, amount: 450, currency: 'usd', description: 'Setup' });
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
  await advance((subscription.items.data[0]?.current_period_end ?? 0) + 2 * 3600);
  const [invoice] = await invoicesOf(subscription);
  expect(invoice?.total).toBe(preview.total);
  const lines = (one: Stripe.Invoice | undefined) =>
    one?.lines.data.map((line) => [line.amount, line.description, line.period]);
  expect(lines(invoice)).toEqual(lines(preview));
});
