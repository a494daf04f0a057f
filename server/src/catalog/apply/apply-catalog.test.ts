import { beforeEach, describe, expect, test } from 'vitest';
import type { CatalogGateway } from '../../core/stripe/calls/catalog-gateway.ts';
import { edited, exampleCatalog } from '../catalog.test-support.ts';
import { CatalogFileError } from '../file/problems.ts';
import { createSite, raised, watched } from './apply.test-support.ts';
import { ApplyInProgressError } from './apply-catalog.ts';

describe('applying a changed catalog', async () => {
  const { apply, diff, catalog, stripe, gateway, version, soldAs, everyPrice } = await createSite();
  await apply(exampleCatalog);

  // Each test starts with the same catalog applied.
  beforeEach(async () => {
    await apply(exampleCatalog);
  });

  test('makes no call at Stripe and no new version if nothing differs', async () => {
    const before = await version();
    const calls: string[] = [];
    const { changes, steps, endings } = await apply(
      exampleCatalog,
      watched(gateway, (call) => calls.push(call)),
    );
    expect([changes, steps, endings, calls]).toEqual([[], [], [], []]);
    expect(await version()).toBe(before);
    expect(await diff(exampleCatalog)).toEqual({ changes: [], steps: [], endings: [] });
  });

  test('shows in a diff what the apply then does, and the diff changes nothing', async () => {
    const before = await version();
    const shown = await diff(raised);
    expect(await version()).toBe(before);
    expect(shown.changes).toMatchObject([
      {
        entity: 'price',
        id: 'scan-basic-monthly',
        kind: 'changed',
        fields: [{ field: 'amount', from: 1000, to: 1250 }],
      },
    ]);
    expect(await apply(raised)).toEqual(shown);
  });

  test('gives an amended amount a new Stripe price; the old one is no longer sold but still resolves', async () => {
    const [former] = (await soldAs('scan-basic-monthly')).filter(({ current }) => current);
    await apply(raised);
    const rows = await soldAs('scan-basic-monthly');
    expect(rows.filter(({ current }) => current)).toMatchObject([{ amount: 1250, deactivated: false }]);
    expect(rows.find((row) => row.stripe_price_id === former?.stripe_price_id)).toMatchObject({
      amount: 1000,
      current: false,
      deactivated: true,
    });
    const id = former?.stripe_price_id as string;
    expect((await stripe.prices.retrieve(id)).active).toBe(false);
    expect((await catalog.findByStripePrice([id, 'price_other'])).get(id)).toMatchObject({
      amount: 1000,
      current: false,
      priceId: 'scan-basic-monthly',
      kind: 'base',
      productId: 'scan',
      plan: { id: 'scan-basic' },
      pricePlanId: 'scan-basic-monthly',
      addon: null,
    });
  });

  test('resolves additional prices to their price plan, and add-on prices to their add-on', async () => {
    const [laptop] = (await soldAs('scan-pro-yearly-laptop')).filter(({ current }) => current);
    const [night] = (await soldAs('scan-support-night-monthly')).filter(({ current }) => current);
    const sold = await catalog.findByStripePrice([laptop?.stripe_price_id as string, night?.stripe_price_id as string]);
    expect(sold.get(laptop?.stripe_price_id as string)).toMatchObject({
      kind: 'additional',
      plan: { id: 'scan-pro' },
      pricePlanId: 'scan-pro-yearly',
      increasesDeviceQuantity: true,
    });
    expect(sold.get(night?.stripe_price_id as string)).toMatchObject({
      kind: 'addon',
      plan: null,
      pricePlanId: null,
      productId: 'scan',
      addon: { id: 'scan-support' },
    });
  });

  test('renames without a new price', async () => {
    const prices = (await everyPrice()).length;
    const { steps } = await apply(edited(exampleCatalog, ['name: Basic', 'name: Essential']));
    expect(steps).toMatchObject([
      { kind: 'updateProduct', id: 'portico_plan_scan-basic', change: { name: 'Lumen Scan – Essential' } },
    ]);
    expect((await everyPrice()).length).toBe(prices);
  });

  test('retires entries that the file no longer has, and restores them with their former prices', async () => {
    const plan = exampleCatalog.slice(
      exampleCatalog.indexOf('      - id: scan-basic'),
      exampleCatalog.indexOf('      - id: scan-later'),
    );
    const former = (await soldAs('scan-basic-monthly')).find(({ current }) => current)?.stripe_price_id as string;
    const { changes, endings } = await apply(edited(exampleCatalog, [plan, '']));
    expect(changes).toMatchObject([
      { entity: 'plan', id: 'scan-basic', kind: 'retired' },
      { entity: 'add-on', id: 'scan-chip', kind: 'changed' },
      { entity: 'price', id: 'scan-basic-monthly', kind: 'retired' },
    ]);
    expect(endings).toEqual([
      { kind: 'deactivatePrice', stripePriceId: former, priceId: 'scan-basic-monthly' },
      { kind: 'deactivateProduct', id: 'portico_plan_scan-basic', name: 'Lumen Scan – Basic' },
    ]);
    expect((await stripe.products.retrieve('portico_plan_scan-basic')).active).toBe(false);
    const retired = (await catalog.getSellable('scan'))?.plans.find(({ id }) => id === 'scan-basic');
    expect(retired).toMatchObject({ retired: true, pricePlans: [{ id: 'scan-basic-monthly', stripePriceId: null }] });
    expect((await catalog.findByStripePrice([former])).get(former)?.plan?.name).toEqual({ en: 'Basic' });

    const prices = (await everyPrice()).length;
    const back = await apply(exampleCatalog);
    expect(back.changes).toMatchObject([
      { id: 'scan-basic', kind: 'restored' },
      { id: 'scan-chip', kind: 'changed' },
      { id: 'scan-basic-monthly', kind: 'restored' },
    ]);
    expect((await everyPrice()).length).toBe(prices);
    expect((await stripe.prices.retrieve(former)).active).toBe(true);
    expect((await soldAs('scan-basic-monthly')).find(({ current }) => current)).toMatchObject({
      stripe_price_id: former,
    });
  });

  test('retires a product and a coupon', async () => {
    const desk = exampleCatalog.slice(exampleCatalog.indexOf('  - id: desk\n'), exampleCatalog.indexOf('coupons:'));
    const coupon = exampleCatalog.split('\n').find((line) => line.includes('DESK5')) as string;
    await apply(edited(exampleCatalog, [desk, ''], [`${coupon}\n`, '']));
    expect(await catalog.getSellable('desk')).toBeNull();
    expect((await catalog.findProducts()).get('desk')?.retired).toBe(true);
    expect(await catalog.findCoupon('DESK5')).toBeNull();
    expect((await stripe.promotionCodes.list({ code: 'DESK5', active: true })).data).toEqual([]);
  });

  test('creates another Stripe coupon under the same code if a coupon’s terms change', async () => {
    const former = await catalog.findCoupon('WELCOME20');
    await apply(edited(exampleCatalog, ['percentOff: 20', 'percentOff: 25']));
    const now = await catalog.findCoupon('WELCOME20');
    expect(now?.percentOff).toBe(25);
    expect(now?.stripeCouponId).not.toBe(former?.stripeCouponId);
    const active = (await stripe.promotionCodes.list({ code: 'WELCOME20', active: true })).data;
    expect(active.map(({ id }) => id)).toEqual([now?.stripePromotionCodeId]);
    expect((await stripe.coupons.retrieve(now?.stripeCouponId as string)).percent_off).toBe(25);
  });

  test('lets two plans swap their codes', async () => {
    const exchanged = edited(
      exampleCatalog,
      ['code: BASIC', 'code: X'],
      ['code: PRO', 'code: BASIC'],
      ['code: X', 'code: PRO'],
    );
    const { changes } = await apply(exchanged);
    expect(changes.map(({ id, fields }) => [id, fields[0]?.to])).toEqual([
      ['scan-pro', 'BASIC'],
      ['scan-basic', 'PRO'],
    ]);
  });

  test('corrects what was changed at Stripe by hand', async () => {
    const price = (await soldAs('scan-basic-monthly')).find(({ current }) => current)?.stripe_price_id as string;
    await stripe.prices.update(price, { active: false });
    await stripe.products.update('portico_plan_scan-pro', { name: 'Mistake' });
    const { changes, steps } = await apply(exampleCatalog);
    expect(changes).toEqual([]);
    expect(steps.map(({ kind }) => kind)).toEqual(['updateProduct', 'activatePrice']);
    expect((await stripe.prices.retrieve(price)).active).toBe(true);
  });

  test.each([
    [
      'a plan of another product',
      ['id: desk-free\n', 'id: scan-basic\n'],
      ['id: scan-basic\n', 'id: scan-start\n'],
      'products[1].plans[0].id',
      /given to a plan of scan before/,
    ],
    [
      'a price of another plan',
      ['id: desk-free-monthly', 'id: scan-later-monthly'],
      ['id: scan-later-monthly, nick', 'id: scan-late-monthly, nick'],
      'products[1].plans[0].prices[0].id',
      /given to a price of scan-later before/,
    ],
    [
      'a coupon spelled differently',
      ['code: DESK5', 'code: Desk5'],
      ['name: Five off', 'name: Five'],
      'coupons[1].code',
      /should be spelled 'DESK5'/,
    ],
  ] as const)('refuses an id that meant something else: %s', async (_what, first, second, field, says) => {
    const before = await version();
    const failed = await apply(edited(exampleCatalog, second, first)).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CatalogFileError);
    expect((failed as CatalogFileError).problems).toContainEqual(
      expect.objectContaining({ field, message: expect.stringMatching(says) }),
    );
    expect((failed as CatalogFileError).problems[0]?.line).toBeGreaterThan(1);
    expect(await version()).toBe(before);
  });

  test('runs only one apply at a time', async () => {
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow: CatalogGateway = {
      ...gateway,
      listProducts: async (ids) => {
        reached.resolve();
        await held.promise;
        return gateway.listProducts(ids);
      },
    };
    const first = apply(exampleCatalog, slow);
    await reached.promise;
    await expect(apply(exampleCatalog)).rejects.toThrow(ApplyInProgressError);
    held.resolve();
    expect(await first).toEqual({ changes: [], steps: [], endings: [] });
  });
});
