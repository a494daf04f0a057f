import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

const stripe = await useStripe();
const gold = await monthly(stripe, 1000);
const platinum = await monthly(stripe, 3000);
const yearly = await stripe.prices.create({
  currency: 'usd',
  unit_amount: 30_000,
  recurring: { interval: 'year' },
  product: String(gold.product),
});

test('charges the previewed proration of an upgrade from a chosen moment', async () => {
  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const item = subscription.items.data[0];
  const { current_period_start: start = 0, current_period_end: end = 0 } = item ?? {};
  const date = start + Math.floor((end - start) / 3);
  const items = [{ id: item?.id ?? '', price: platinum.id, quantity: 2 }];
  const details = { items, proration_behavior: 'always_invoice' as const, proration_date: date };
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: details,
    preview_mode: 'next',
  });
  const rest = (amount: number) => Math.round((amount * (end - date)) / (end - start));
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-rest(1000), rest(6000)]);
  expect(preview.lines.data[0]?.parent?.subscription_item_details).toMatchObject({
    proration: true,
    proration_details: { credited_items: { invoice: subscription.latest_invoice } },
  });
  const recurring = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: details,
    preview_mode: 'recurring',
  });
  expect(recurring).toMatchObject({
    total: 6000,
    lines: { data: [{ quantity: 2, pricing: { price_details: { price: platinum.id } } }] },
  });

  const changed = await stripe.subscriptions.update(subscription.id, { ...details, expand: ['latest_invoice'] });
  expect(expanded(changed.latest_invoice)).toMatchObject({
    total: preview.total,
    status: 'paid',
    billing_reason: 'subscription_update',
  });
  expect(changed.items.data[0]).toMatchObject({ id: item?.id, quantity: 2, current_period_end: end });

  const back = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item?.id ?? '', price: gold.id, quantity: 1 }],
    proration_date: date,
  });
  expect(back.latest_invoice).toBe(expanded(changed.latest_invoice).id);
  const pending = await stripe.invoiceItems.list({ customer: customer.id, pending: true });
  expect(pending.data.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-rest(6000), rest(1000)]);
  const next = await stripe.invoices.createPreview({ subscription: subscription.id });
  expect(next.total).toBe(1000 - rest(6000) + rest(1000));
});

test('starts a new period at once for another interval', async () => {
  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', price: yearly.id }],
    proration_date: subscription.start_date,
    expand: ['latest_invoice'],
  });
  expect(expanded(changed.latest_invoice)).toMatchObject({ total: 29_000, status: 'paid' });
});

test('credits the balance when a downgrade exceeds the amount due', async () => {
  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: platinum.id }] });
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', price: gold.id }],
    proration_behavior: 'always_invoice',
    proration_date: subscription.start_date,
    expand: ['latest_invoice'],
  });
  expect(expanded(changed.latest_invoice)).toMatchObject({
    total: -2000,
    amount_due: 0,
    status: 'paid',
    ending_balance: -2000,
  });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -2000 });
  const second = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    expand: ['latest_invoice'],
  });
  expect(expanded(second.latest_invoice)).toMatchObject({
    total: 1000,
    starting_balance: -2000,
    ending_balance: -1000,
    amount_due: 0,
  });
});

test('keeps a declined upgrade past due, rejects it, or leaves it pending until paid', async () => {
  const customer = await customerWithCard(stripe);
  const begin = async () => {
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good } });
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
    return subscription;
  };
  const good = String(customer.invoice_settings.default_payment_method);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  const upgrade = (
    id: string,
    item: string,
    payment_behavior: 'allow_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete',
  ) =>
    stripe.subscriptions.update(id, {
      items: [{ id: item, price: platinum.id }],
      proration_behavior: 'always_invoice',
      payment_behavior,
    });

  const first = await begin();
  const firstItem = first.items.data[0]?.id ?? '';
  expect(await errorOf(upgrade(first.id, firstItem, 'error_if_incomplete'))).toMatchObject({ code: 'card_declined' });
  expect((await stripe.subscriptions.retrieve(first.id)).items.data[0]?.price.id).toBe(gold.id);
  expect((await upgrade(first.id, firstItem, 'allow_incomplete')).status).toBe('past_due');

  const second = await begin();
  const pending = await upgrade(second.id, second.items.data[0]?.id ?? '', 'pending_if_incomplete');
  expect(pending).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: gold.id } }] },
    pending_update: { subscription_items: [{ price: { id: platinum.id } }] },
  });
  await stripe.invoices.pay(String(pending.latest_invoice), { payment_method: good });
  expect(await stripe.subscriptions.retrieve(second.id)).toMatchObject({
    status: 'active',
    pending_update: null,
    items: { data: [{ price: { id: platinum.id } }] },
  });

  const third = await begin();
  const givenUp = await upgrade(third.id, third.items.data[0]?.id ?? '', 'pending_if_incomplete');
  await stripe.invoices.voidInvoice(String(givenUp.latest_invoice));
  expect(await stripe.subscriptions.retrieve(third.id)).toMatchObject({
    pending_update: null,
    items: { data: [{ price: { id: gold.id } }] },
  });
});

test('returns a past due subscription to active when its only unpaid invoice is voided', async () => {
  const customer = await customerWithCard(stripe);
  const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  const { status, latest_invoice: owed } = await stripe.subscriptions.update(id, {
    default_payment_method: bad.id,
    items: [{ id: items.data[0]?.id ?? '', price: platinum.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'allow_incomplete',
  });
  expect(status).toBe('past_due');
  await stripe.invoices.voidInvoice(String(owed));
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
});

onlyHere('automatic tax needs registrations')(
  'taxes the invoice of the change that turns automatic tax on',
  async () => {
    const customer = await customerWithCard(stripe, 'pm_card_visa', { address: { country: 'DE' } });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: gold.id }],
      trial_period_days: 14,
    });
    const { latest_invoice: invoice } = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: platinum.id }],
      trial_end: 'now',
      automatic_tax: { enabled: true },
      expand: ['latest_invoice'],
    });
    const { amount_paid: paid, automatic_tax: tax, subtotal } = expanded(invoice);
    expect(tax).toMatchObject({ enabled: true, status: 'complete' });
    expect(paid).toBe(Math.round(subtotal * 1.19));
  },
);

onlyHere('automatic tax needs registrations')('credits the charged taxes even after the customer moved', async () => {
  const customer = await customerWithCard(stripe, 'pm_card_visa', { address: { country: 'US', state: 'OR' } });
  const moveTo = (address: Stripe.AddressParam) => stripe.customers.update(customer.id, { address });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id, quantity: 4 }],
    automatic_tax: { enabled: true },
  });
  const change = async (quantity: number) => {
    const items = [{ id: subscription.items.data[0]?.id ?? '', quantity }];
    const changed = await stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date: subscription.start_date,
      expand: ['latest_invoice'],
    });
    const { lines, total } = expanded(changed.latest_invoice);
    return {
      total,
      lines: lines.data.map(({ amount, taxes }) => [amount, sum((taxes ?? []).map((tax) => tax.amount))]),
    };
  };
  await moveTo({ country: 'DE' });
  expect(await change(3)).toEqual({
    total: -430,
    lines: [
      [-4000, 0],
      [3000, 570],
    ],
  });
  await moveTo({ country: 'CA', state: 'QC' });
  expect(await change(2)).toEqual({
    total: -3570 + 2300,
    lines: [
      [-3000, -570],
      [2000, 300],
    ],
  });
  await moveTo({ country: 'US', state: 'OR' });
  expect(await change(1)).toEqual({
    total: -2300 + 1000,
    lines: [
      [-2000, -300],
      [1000, 0],
    ],
  });
});
