import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();
const unique = Date.now();

test('accepts Stripe’s currencies in upper or lower case', async () => {
  const product = await stripe.products.create({ name: 'Gold' });
  const price = { product: product.id, unit_amount: 100 };
  expect((await stripe.prices.create({ ...price, currency: 'EUR' })).currency).toBe('eur');
  for (const currency of ['us', 'zzz', '12$']) {
    const refused = await errorOf(stripe.prices.create({ ...price, currency }));
    expect(refused).toMatchObject({ statusCode: 400, param: 'currency' });
    expect(refused.message).toContain(`Invalid currency: ${currency}`);
  }
});

test('applies a fixed-amount coupon only to billing in its currency', async () => {
  const customer = await customerWithCard(stripe);
  const euros = await stripe.coupons.create({ amount_off: 500, currency: 'eur', duration: 'forever' });
  const items = [{ price: (await monthly(stripe, 1000)).id }];
  const discounts = [{ coupon: euros.id }];
  const refused = await errorOf(stripe.subscriptions.create({ customer: customer.id, items, discounts }));
  expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items });
  expect((await errorOf(stripe.subscriptions.update(id, { discounts }))).statusCode).toBe(400);
  expect((await stripe.coupons.retrieve(euros.id)).times_redeemed).toBe(0);
});

test('keeps the requested currency of a subscription or rejects it', async () => {
  const customer = await customerWithCard(stripe);
  const items = [{ price: (await monthly(stripe, 1000)).id }];
  const refused = await errorOf(stripe.subscriptions.create({ customer: customer.id, items, currency: 'eur' }));
  expect(refused.message).toContain("This doesn't match the expected currency: `eur`");
  expect((await stripe.subscriptions.create({ customer: customer.id, items, currency: 'usd' })).currency).toBe('usd');
});

test('shows what a coupon applies to when it is expanded', async () => {
  const [gold, silver] = [await monthly(stripe, 1000), await monthly(stripe, 500)];
  const { id: coupon } = await stripe.coupons.create({
    percent_off: 50,
    duration: 'forever',
    applies_to: { products: [String(gold.product)] },
  });
  const expand = ['applies_to'];
  expect(await stripe.coupons.retrieve(coupon)).not.toHaveProperty('applies_to');
  expect((await stripe.coupons.retrieve(coupon, { expand })).applies_to).toEqual({ products: [gold.product] });
  const customer = await customerWithCard(stripe);
  const { latest_invoice, discounts } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }, { price: silver.id }],
    discounts: [{ coupon }],
    expand: ['latest_invoice', 'discounts.source.coupon.applies_to'],
  });
  expect(expanded(latest_invoice).total).toBe(1000);
  expect(discounts).toMatchObject([{ source: { coupon: { applies_to: { products: [gold.product] } } } }]);
});

onlyHere('Stripe keeps the ids of each type apart')('rejects an id that was in use', async () => {
  const taken = { statusCode: 400, code: 'resource_already_exists', param: 'id' };
  const [coupon, product] = [`once_${unique}`, `prod_once_${unique}`];
  const half = { id: coupon, percent_off: 50, duration: 'once' as const };
  await stripe.coupons.create(half);
  expect(await errorOf(stripe.coupons.create(half))).toMatchObject(taken);
  await stripe.products.create({ id: product, name: 'Gold' });
  const again = [
    stripe.products.create({ id: product, name: 'Gold' }),
    stripe.products.create({ id: coupon, name: 'A coupon' }),
    stripe.prices.create({ currency: 'usd', unit_amount: 1, product_data: { id: product, name: 'Gold' } }),
  ];
  for (const call of again) expect(await errorOf(call)).toMatchObject(taken);
});
