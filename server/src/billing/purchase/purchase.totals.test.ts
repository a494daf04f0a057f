import { describe, expect, test } from 'vitest';
import { basic, openPortal, preview, shippingDetails } from './purchase.test-support.ts';

const { portal, owner } = await openPortal();
const tooLarge =
  'This comes to more than 999,999.99, the most that one payment can be. Choose a smaller quantity, or contact us.';

describe('totals', () => {
  test('come from the catalog, with the coupon on the subtotal', async () => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', {
      ...basic,
      coupon: 'half',
      addons: { 'forensics-monthly': 3 },
    });
    expect(response.json()).toEqual({
      customizePurchaseSubtotal: { label: 'Subtotal', amount: 4000 },
      customizePurchaseCurrentCost: { label: 'Current plan', amount: 0 },
      customizePurchaseTotal: {
        label: 'Total',
        amount: 2000,
        note: '50% off your first invoice with HALF, before tax',
      },
      completePurchaseSubtotal: { label: 'Subtotal with add-ons', amount: 5500 },
      completePurchaseTotal: { label: 'Total', amount: 2750, note: '50% off your first invoice with HALF, before tax' },
    });
  });

  test('say that a permanent coupon applies to each payment', async () => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon: 'SECOND' });
    expect(response.json().customizePurchaseTotal.note).toBe('10% off with SECOND, per month, before tax');
  });

  test('use the user’s language', async () => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', basic, {
      cookies: { portico_locale: 'fr' },
    });
    expect(response.json().customizePurchaseTotal).toEqual({
      label: 'Total',
      amount: 4000,
      note: 'par mois, avant taxes',
    });
  });

  test.each([
    [
      'an unknown coupon',
      { ...basic, coupon: 'NOPE' },
      422,
      'InvalidCoupon',
      { coupon: ['Coupon number is incorrect or outdated'] },
    ],
    [
      'a coupon of another product',
      { ...basic, coupon: 'CLOUDONLY' },
      422,
      'InvalidCoupon',
      { coupon: ['This coupon is not for this product.'] },
    ],
    [
      'more than the plan allows',
      { items: [{ ...basic.items[0], quantity: 11 }] },
      422,
      'ValidationError',
      { 'items.0.quantity': ['This plan includes at most 10 devices.'] },
    ],
    [
      'further devices beyond what the plan allows',
      {
        items: [
          { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 99_999 },
          { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-extra', quantity: 2 },
        ],
      },
      422,
      'ValidationError',
      { 'items.0.quantity': ['This plan includes at most 100,000 devices.'] },
    ],
    [
      'more than one payment can be',
      { items: [{ subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 20_000 }] },
      422,
      'ValidationError',
      { 'items.0.quantity': [tooLarge] },
    ],
    [
      'more than one payment can be, with add-ons',
      {
        items: [{ subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 19_999 }],
        addons: { 'forensics-monthly': 11 },
      },
      422,
      'ValidationError',
      { 'items.0.quantity': [tooLarge] },
    ],
    [
      'a manual plan',
      { items: [{ subscriptionPlanId: 'desktop-enterprise', priceId: 'nothing', quantity: 1 }] },
      422,
      'ValidationError',
      expect.anything(),
    ],
    ['no items', { items: [] }, 422, 'ValidationError', expect.objectContaining({ items: expect.anything() })],
    [
      'an invalid quantity',
      { items: [{ ...basic.items[0], quantity: 'many' }] },
      422,
      'ValidationError',
      { 'items.0.quantity': ['The quantity field should be a number.'] },
    ],
  ])('are refused for %s', async (_what, body, status, code, propertyErrors) => {
    const response = await owner.post('/api/Products/desktop/CalculatePurchaseTotals', body);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ code, propertyErrors });
  });

  test('count simultaneous wrong coupons one by one, and identical valid ones once', async () => {
    await portal.database.pool.query('delete from rate_limits');
    const globex = await portal.signIn('owner@globex.example');
    const guess = async (coupon: string) =>
      (await globex.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon })).statusCode;
    const right = await Promise.all(Array.from({ length: 20 }, () => guess('HALF')));
    expect(new Set(right)).toEqual(new Set([200]));
    const answers = await Promise.all(
      [...Array.from({ length: 39 }, (_, index) => `GUESS${index}`), 'HALF'].map(guess),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(5);
    expect(answers.at(-1)).toBe(429);
    await portal.database.pool.query('delete from rate_limits');
  });

  test('reject a sixth wrong coupon and return the time of the next attempt', async () => {
    const globex = await portal.signIn('owner@globex.example');
    const guess = (coupon: string) =>
      globex.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon });
    const answers = [];
    for (const coupon of ['A', 'B', 'C', 'D', 'E', 'F']) answers.push((await guess(coupon)).statusCode);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    const blocked = await guess('HALF');
    expect(blocked.json()).toMatchObject({
      code: 'TooManyRequests',
      additionalData: { blockedTo: expect.any(String) },
    });
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(59);
    // Purchases without a coupon and other accounts are not affected.
    expect((await globex.post('/api/Products/desktop/CalculatePurchaseTotals', basic)).statusCode).toBe(200);
    expect(
      (await owner.post('/api/Products/desktop/CalculatePurchaseTotals', { ...basic, coupon: 'HALF' })).statusCode,
    ).toBe(200);
  });
});

describe('a quote', () => {
  const pro = (quantity: number) => ({
    items: [{ subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity }],
    shippingDetails,
  });

  test('above the maximum payment is rejected in the user’s language', async () => {
    const response = await owner.post('/api/Products/desktop/PreviewPurchase', pro(20_000), {
      cookies: { portico_locale: 'fr' },
    });
    expect(response.statusCode).toBe(422);
    const { code, propertyErrors } = response.json();
    expect([code, Object.keys(propertyErrors)]).toEqual(['ValidationError', ['items.0.quantity']]);
    expect(propertyErrors['items.0.quantity'][0].replace(/\s/g, ' ')).toBe(
      'Le montant dépasse 999 999,99, le maximum d’un paiement. Choisissez une quantité plus petite ou contactez-nous.',
    );
  });

  test('that exceeds the maximum payment only with its tax is rejected', async () => {
    const response = await owner.post('/api/Products/desktop/PreviewPurchase', pro(19_999));
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { 'items.0.quantity': [tooLarge] },
    });
  });

  test('requires an address for tax, and uses the latest one', async () => {
    const { pool } = portal.database;
    const { rows } = await pool.query("select id, business_address from accounts where name = 'Globex'");
    const globex = await portal.signIn('owner@globex.example');
    await pool.query('update accounts set business_address = null where id = $1', [rows[0].id]);
    const response = await globex.post('/api/Products/desktop/PreviewPurchase', basic);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { shippingDetails: ['address incomplete'] },
    });
    await pool.query('update accounts set business_address = $2 where id = $1', [rows[0].id, shippingDetails]);
    const { subscriptionUpdateInvoiceDetails } = await preview(globex, 'desktop', basic);
    expect(subscriptionUpdateInvoiceDetails.taxAmounts).not.toEqual([]);
    await pool.query('update accounts set business_address = $2 where id = $1', [rows[0].id, rows[0].business_address]);
  });

  test('can be requested at most sixty times a minute', async () => {
    const admin = await portal.signIn('owner@globex.example');
    await portal.database.pool.query(
      "insert into rate_limits (key, points, expire) select 'preview:' || id, 60, (extract(epoch from now()) * 1000)::bigint + 30000 from accounts where name = 'Globex' on conflict (key) do update set points = 60",
    );
    const response = await admin.post('/api/Products/desktop/PreviewPurchase', basic);
    expect(response.statusCode).toBe(429);
    await portal.database.pool.query("delete from rate_limits where key like 'preview:%'");
  });
});
