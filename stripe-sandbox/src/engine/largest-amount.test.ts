import { expect, test } from 'vitest';
import { customerWithCard, errorOf, monthly, useSandbox } from '../../test/sandbox.ts';

/** The limit of $999,999.99. Stripe documents it for charges only; that it applies elsewhere is assumed. */
const { stripe } = await useSandbox();
const tooLarge = { statusCode: 400, code: 'amount_too_large', message: 'Amount must be no more than $999,999.99' };
const largest = await monthly(stripe, 99_999_999);
const price = await monthly(stripe, 50_000_000);

test.each([{ unit_amount: 100_000_000 }, { unit_amount_decimal: '100000000' }])(
  'rejects a price of %j',
  async (amount) => {
    const { id: product } = await stripe.products.create({ name: 'Gold' });
    expect(await errorOf(stripe.prices.create({ currency: 'usd', product, ...amount } as never))).toMatchObject({
      ...tooLarge,
      param: Object.keys(amount)[0],
    });
  },
);

test('sells a subscription of the largest amount', async () => {
  const customer = await customerWithCard(stripe);
  const { latest_invoice: id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: largest.id }],
  });
  expect(await stripe.invoices.retrieve(String(id))).toMatchObject({ status: 'paid', amount_paid: 99_999_999 });
});

test.each([
  ['one item', [{ price: price.id, quantity: 2 }]],
  ['several items together', [{ price: price.id }, { price: largest.id }]],
])('rejects a subscription and its preview whose amount exceeds the limit with %s', async (_what, items) => {
  const { id: customer } = await customerWithCard(stripe);
  expect(await errorOf(stripe.subscriptions.create({ customer, items }))).toMatchObject(tooLarge);
  expect(await errorOf(stripe.subscriptions.create({ customer, items, trial_period_days: 7 }))).toMatchObject(tooLarge);
  const previewed = stripe.invoices.createPreview({ customer, subscription_details: { items } });
  expect(await errorOf(previewed)).toMatchObject(tooLarge);
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
});

test('rejects a change above the limit and its preview, and keeps the subscription', async () => {
  const { id: customer } = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
  const [item] = subscription.items.data;
  const items = [{ id: item?.id ?? '', quantity: 2 }];
  expect(await errorOf(stripe.subscriptions.update(subscription.id, { items }))).toMatchObject(tooLarge);
  const previewed = stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: 'always_invoice' },
  });
  expect(await errorOf(previewed)).toMatchObject(tooLarge);
  expect((await stripe.subscriptions.retrieve(subscription.id)).items.data).toMatchObject([{ quantity: 1 }]);
});

test('rejects a subscription whose tax passes the limit', async () => {
  const { id: customer } = await customerWithCard(stripe, 'pm_card_visa', {
    address: { country: 'CA', state: 'ON', postal_code: 'M5V 3L9', line1: '1 Front St', city: 'Toronto' },
  });
  const items = [{ price: largest.id }];
  const sale = { customer, items, automatic_tax: { enabled: true } };
  expect(await errorOf(stripe.subscriptions.create(sale))).toMatchObject(tooLarge);
});

test('rejects invoice items and invoices above the limit', async () => {
  const { id: customer } = await customerWithCard(stripe);
  const add = (amount: number, invoice?: string) =>
    stripe.invoiceItems.create({ customer, amount, currency: 'usd', ...(invoice === undefined ? {} : { invoice }) });
  expect(await errorOf(add(100_000_000))).toMatchObject({ ...tooLarge, param: 'amount' });
  const { id } = await stripe.invoices.create({ customer });
  await add(99_999_999, id);
  await add(1, id);
  expect(await errorOf(stripe.invoices.finalizeInvoice(id))).toMatchObject(tooLarge);
  expect(await errorOf(stripe.invoices.pay(id))).toMatchObject(tooLarge);
  expect((await stripe.invoices.retrieve(id)).status).toBe('draft');
});

test('keeps a renewal above the limit as a draft and records an event', async () => {
  const { id: test_clock } = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  const { id: customer } = await customerWithCard(stripe, 'pm_card_visa', { test_clock });
  await stripe.subscriptions.create({ customer, items: [{ price: largest.id }] });
  await stripe.invoiceItems.create({ customer, amount: 100, currency: 'usd' });
  await stripe.testHelpers.testClocks.advance(test_clock, { frozen_time: 1_800_000_000 + 32 * 86_400 });
  const { data } = await stripe.invoices.list({ customer });
  expect(data.map(({ status, total }) => [status, total])).toEqual([
    ['draft', 100_000_099],
    ['paid', 99_999_999],
  ]);
  expect((await stripe.events.list({ type: 'invoice.finalization_failed' })).data).toHaveLength(1);
});
