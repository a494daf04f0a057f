import { expect, test } from 'vitest';
import { useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();
const unique = Date.now();
const gold = await monthly(stripe, 1000);
const platinum = await monthly(stripe, 3000);

test('redeems coupons and promotion codes: percent, amount, once, limits', async () => {
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
