import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();
const unique = Date.now();
const gold = await monthly(stripe, 1000);
const platinum = await monthly(stripe, 3000);
const yearly = await stripe.prices.create({
  currency: 'usd',
  unit_amount: 30_000,
  recurring: { interval: 'year' },
  product: String(gold.product),
});

onlyHere('automatic tax needs registrations that an account may not have')(
  'a subscription is billed and paid at once, with tax',
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

onlyHere('automatic tax needs registrations that an account may not have')(
  'automatic tax needs an address',
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

test('trials and free prices need no card', async () => {
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

test('a declined first payment leaves what the caller chose', async () => {
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
  await stripe.paymentIntents.confirm(secret.split('_secret_')[0] ?? '', { payment_method: 'pm_card_visa' });
  expect(await stripe.subscriptions.retrieve(later.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
  });
  const bare = await stripe.customers.create();
  expect(await errorOf(stripe.subscriptions.create({ customer: bare.id, items: [{ price: gold.id }] }))).toMatchObject({
    code: 'resource_missing',
  });
});

test('an upgrade is prorated from a chosen moment; preview and invoice agree', async () => {
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

test('another interval starts a new period at once', async () => {
  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const changed = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', price: yearly.id }],
    proration_date: subscription.start_date,
    expand: ['latest_invoice'],
  });
  expect(expanded(changed.latest_invoice)).toMatchObject({ total: 29_000, status: 'paid' });
});

test('a downgrade that is worth more than is due becomes a credit on the balance', async () => {
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

test('a declined upgrade: past due, refused, or pending until it is paid', async () => {
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

test('a subscription that was past due for one invoice alone runs again once that is void', async () => {
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

test('cancelling at the period end can be taken back; cancelling now ends it', async () => {
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

test('coupons and promotion codes: percent, amount, once, limits', async () => {
  const half = await stripe.coupons.create({ percent_off: 50, duration: 'once', name: 'Half' });
  const five = await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'forever' });
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: half.id },
    code: `HALF${unique}`,
    max_redemptions: 1,
  });
  const found = await stripe.promotionCodes.list({
    code: `half${unique}`,
    active: true,
    expand: ['data.promotion.coupon'],
  });
  expect(found.data[0]?.promotion.coupon).toMatchObject({ percent_off: 50 });

  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: platinum.id }],
    discounts: [{ promotion_code: code.id }, { coupon: five.id }],
    expand: ['latest_invoice', 'discounts.source.coupon'],
  });
  expect(expanded(subscription.latest_invoice)).toMatchObject({ subtotal: 3000, total: 1000 });
  expect(subscription.discounts).toMatchObject([{ source: { coupon: { id: five.id } } }]);
  expect(
    (await stripe.invoices.createPreview({ subscription: subscription.id, preview_mode: 'recurring' })).total,
  ).toBe(2500);
  const again = stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    discounts: [{ promotion_code: code.id }],
  });
  expect((await errorOf(again)).param).toBe('discounts[0][promotion_code]');
  expect((await stripe.coupons.retrieve(half.id)).times_redeemed).toBe(1);
  const large = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: five.id },
    restrictions: { minimum_amount: 2000, minimum_amount_currency: 'usd' },
  });
  const order = (price: string) =>
    stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      discounts: [{ promotion_code: large.id }],
    });
  expect(await errorOf(order(gold.id))).toMatchObject({ code: 'promotion_code_invalid' });
  expect((await order(platinum.id)).status).toBe('active');
});

onlyHere('automatic tax needs registrations that an account may not have')(
  'a new subscription is previewed for an address alone',
  async () => {
    const preview = await stripe.invoices.createPreview({
      customer_details: { address: { country: 'FR' } },
      automatic_tax: { enabled: true },
      subscription_details: { items: [{ price: gold.id, quantity: 3 }] },
    });
    expect(preview).toMatchObject({ customer: null, subtotal: 3000, total: 3600, status: 'draft', number: null });
    expect(
      (
        await stripe.subscriptionItems.list({
          subscription: (await stripe.subscriptions.list({ status: 'all', limit: 1 })).data[0]?.id ?? '',
        })
      ).data,
    ).toHaveLength(1);
  },
);

test('invoices: items, draft, finalize, send, void, pay out of band', async () => {
  const customer = await customerWithCard(stripe);
  const item = await stripe.invoiceItems.create({
    customer: customer.id,
    amount: 700,
    currency: 'usd',
    description: 'Support',
  });
  const spare = await stripe.invoiceItems.create({ customer: customer.id, amount: 100, currency: 'usd' });
  await stripe.invoiceItems.del(spare.id);
  const draft = await stripe.invoices.create({
    customer: customer.id,
    pending_invoice_items_behavior: 'include',
    collection_method: 'send_invoice',
    days_until_due: 7,
  });
  expect(draft).toMatchObject({ status: 'draft', total: 700, lines: { data: [{ description: 'Support' }] } });
  const sent = await stripe.invoices.sendInvoice(draft.id);
  expect(sent).toMatchObject({ status: 'open', amount_due: 700 });
  expect(
    (await stripe.invoices.listLineItems(draft.id, { limit: 1 })).data[0]?.parent?.invoice_item_details?.invoice_item,
  ).toBe(item.id);
  expect(await stripe.invoices.pay(draft.id, { paid_out_of_band: true })).toMatchObject({
    status: 'paid',
    amount_paid: 700,
    amount_paid_off_stripe: 700,
  });
  const other = await stripe.invoices.create({ customer: customer.id });
  await stripe.invoiceItems.create({ customer: customer.id, amount: 900, currency: 'usd', invoice: other.id });
  expect(await stripe.invoices.finalizeInvoice(other.id)).toMatchObject({ status: 'open', total: 900 });
  expect(await stripe.invoices.voidInvoice(other.id)).toMatchObject({ status: 'void' });
  expect((await stripe.invoices.list({ customer: customer.id, status: 'void' })).data).toHaveLength(1);
});

test('a card that needs its holder sends the payer to the hosted page', async () => {
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
