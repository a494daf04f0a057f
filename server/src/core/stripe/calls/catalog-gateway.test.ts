import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { startTestStripe } from '../../../catalog/catalog.test-support.ts';
import type { NewStripePrice } from './catalog-gateway.ts';

describe('the catalog at Stripe', async () => {
  const database = await createTestDatabase();
  const { gateway, stripe } = await startTestStripe(database.url);
  const monthly: NewStripePrice = {
    priceId: 'pro-monthly',
    kind: 'base',
    productId: 'portico_plan_pro',
    nickname: 'Monthly',
    amount: 4900,
    currency: 'usd',
    interval: 'Month',
    intervalCount: 1,
    follows: null,
  };

  beforeAll(async () => {
    await gateway.createProduct({ id: 'portico_plan_pro', name: 'Scan – Pro', active: true, taxCode: null });
  });

  test('creates a product once, even if the call is repeated', async () => {
    await gateway.createProduct({ id: 'portico_plan_twice', name: 'First', active: true, taxCode: null });
    await gateway.createProduct({ id: 'portico_plan_twice', name: 'Second', active: true, taxCode: 'txcd_10103001' });
    expect(await gateway.listProducts(['portico_plan_twice', 'portico_plan_missing'])).toEqual(
      new Map([
        ['portico_plan_twice', { id: 'portico_plan_twice', name: 'Second', active: true, taxCode: 'txcd_10103001' }],
      ]),
    );
    await gateway.updateProduct('portico_plan_twice', { active: false });
    expect((await stripe.products.retrieve('portico_plan_twice')).active).toBe(false);
  });

  test('creates a price without tax, which can be found by its catalog id', async () => {
    const id = await gateway.createPrice(monthly);
    expect(await gateway.createPrice(monthly)).toBe(id);
    expect((await gateway.listPrices(['pro-monthly', 'unknown'])).get('pro-monthly')).toEqual({
      id,
      productId: 'portico_plan_pro',
      amount: 4900,
      currency: 'usd',
      interval: 'Month',
      intervalCount: 1,
      active: true,
    });
    expect(await stripe.prices.retrieve(id)).toMatchObject({
      tax_behavior: 'exclusive',
      nickname: 'Monthly',
      metadata: { portico_catalog_id: 'pro-monthly', kind: 'base' },
    });
  });

  test('moves the catalog id to the next price, and back again', async () => {
    const first = (await gateway.listPrices(['pro-monthly'])).get('pro-monthly')?.id as string;
    const second = await gateway.createPrice({ ...monthly, amount: 5900, follows: first });
    expect((await gateway.listPrices(['pro-monthly'])).get('pro-monthly')).toMatchObject({ id: second, amount: 5900 });
    const third = await gateway.createPrice({ ...monthly, follows: second });
    expect(new Set([first, second, third]).size).toBe(3);
    await gateway.setPriceActive(first, false);
    expect((await stripe.prices.retrieve(first)).active).toBe(false);
    expect((await stripe.prices.retrieve(third)).active).toBe(true);
  });

  test('finds all prices, even more than Stripe’s limit of lookup keys per call', async () => {
    const ids = Array.from({ length: 23 }, (_, index) => `many-${index}`);
    for (const priceId of ids) await gateway.createPrice({ ...monthly, priceId });
    expect([...(await gateway.listPrices(ids)).keys()].sort()).toEqual([...ids].sort());
  });

  test('ignores objects that Stripe does not have', async () => {
    await expect(gateway.setPriceActive('price_missing', false)).resolves.toBeUndefined();
    await expect(gateway.deactivatePromotionCode('promo_missing')).resolves.toBeUndefined();
    expect(await gateway.findCoupon('missing', 'MISSING')).toBeNull();
  });

  describe('coupons', () => {
    const terms = {
      percentOff: 20,
      amountOff: null,
      currency: 'usd',
      duration: 'repeating',
      durationInMonths: 3,
      maxRedemptions: 5,
      redeemBy: new Date('2090-01-01T00:00:00Z'),
    } as const;

    test('are created once, with the code that customers enter', async () => {
      await gateway.createCoupon('HELLO-1', 'Hello', 'HELLO', terms);
      await gateway.createCoupon('HELLO-1', 'Hello', 'HELLO', terms);
      const code = await gateway.createPromotionCode('HELLO-1', 'HELLO');
      expect(await gateway.createPromotionCode('HELLO-1', 'HELLO')).toBe(code);
      expect(await gateway.findCoupon('HELLO-1', 'HELLO')).toEqual({ name: 'Hello', promotionCodeId: code });
      expect(await stripe.coupons.retrieve('HELLO-1')).toMatchObject({
        percent_off: 20,
        duration: 'repeating',
        duration_in_months: 3,
        max_redemptions: 5,
        redeem_by: Date.UTC(2090, 0, 1) / 1000,
      });
    });

    test('pass their code to the next coupon', async () => {
      const former = (await gateway.findCoupon('HELLO-1', 'HELLO'))?.promotionCodeId as string;
      await gateway.createCoupon('HELLO-2', 'Hello', 'HELLO', { ...terms, percentOff: null, amountOff: 500 });
      await gateway.createPromotionCode('HELLO-2', 'HELLO');
      expect((await stripe.promotionCodes.retrieve(former)).active).toBe(false);
      expect((await stripe.promotionCodes.list({ code: 'HELLO', active: true })).data).toHaveLength(1);
    });

    test('do not take a code that somebody created at Stripe manually', async () => {
      const byHand = await stripe.coupons.create({ percent_off: 5, duration: 'once' });
      const theirs = await stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon: byHand.id },
        code: 'MINE',
      });
      await gateway.createCoupon('MINE-1', 'Mine', 'MINE', terms);
      await expect(gateway.createPromotionCode('MINE-1', 'MINE')).rejects.toThrow(
        `Stripe has an active promotion code 'MINE' (${theirs.id}) that was not made from a catalogue.`,
      );
      expect((await stripe.promotionCodes.retrieve(theirs.id)).active).toBe(true);
    });
  });
});
