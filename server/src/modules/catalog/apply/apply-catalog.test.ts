import { beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import type { CatalogGateway } from '../../../stripe/calls/catalog-gateway.ts';
import { catalogFiles, edited, exampleCatalog, startTestStripe } from '../catalog.test-support.ts';
import { CatalogFileError } from '../file/problems.ts';
import { createCatalog } from '../index.ts';
import { ApplyUnderWayError, applyCatalog, diffCatalog } from './apply-catalog.ts';

const changing = [
  'createProduct',
  'updateProduct',
  'createPrice',
  'setPriceActive',
  'createCoupon',
  'renameCoupon',
  'createPromotionCode',
  'deactivatePromotionCode',
] as const satisfies readonly (keyof CatalogGateway)[];

/** The gateway with `before` run ahead of each call that changes something at Stripe, and `after` behind it. */
function watched(gateway: CatalogGateway, before: (call: string) => void, after: (call: string) => void = () => {}) {
  const copy = { ...gateway } as Record<string, unknown>;
  for (const name of changing) {
    copy[name] = async (...parameters: unknown[]) => {
      before(name);
      const result = await (gateway[name] as (...all: unknown[]) => Promise<unknown>)(...parameters);
      after(name);
      return result;
    };
  }
  return copy as unknown as CatalogGateway;
}

describe('applying a catalog', async () => {
  const { read } = catalogFiles();
  const raised = edited(exampleCatalog, ['amount: 10.00', 'amount: 12.50']);

  async function site() {
    const database = await createTestDatabase();
    const { gateway, stripe } = await startTestStripe(database.url);
    const apply = (text: string, through: CatalogGateway = gateway) =>
      applyCatalog({ database, gateway: through, catalog: read(text) });
    const diff = (text: string) => diffCatalog({ database, gateway, catalog: read(text) });
    const catalog = createCatalog({ database });
    const version = async () =>
      (await database.pool.query<{ version: number }>('select version from catalog_state')).rows[0]?.version;
    const soldAs = async (priceId: string) =>
      (
        await database.pool.query<{ stripe_price_id: string; amount: number; current: boolean; deactivated: boolean }>(
          'select stripe_price_id, amount, current, deactivated_at is not null as deactivated from catalog_prices where price_id = $1 order by created_at',
          [priceId],
        )
      ).rows;
    const everyPrice = async () => (await stripe.prices.list({ limit: 100 })).data;
    return { database, gateway, stripe, apply, diff, catalog, version, soldAs, everyPrice };
  }

  describe('for the first time', async () => {
    const { apply, catalog, stripe, everyPrice, database } = await site();
    const { changes } = await apply(exampleCatalog);

    test('adds everything', async () => {
      expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['added']));
      expect(changes.filter(({ entity }) => entity === 'price')).toHaveLength(14);
      const product = await catalog.getSellable('scan');
      expect(product?.plans.map(({ id }) => id)).toEqual([
        'scan-trial',
        'scan-pro',
        'scan-basic',
        'scan-later',
        'scan-enterprise',
      ]);
      const monthly = product?.plans[1]?.pricePlans[0];
      expect(monthly?.additionalPrices.map(({ id }) => id)).toEqual([
        'scan-pro-monthly-laptop',
        'scan-pro-monthly-driver',
      ]);
      expect(monthly?.addons.map(({ id, prices }) => [id, prices.map((price) => price.id)])).toEqual([
        ['scan-support', ['scan-support-day-monthly', 'scan-support-night-monthly']],
        ['scan-chip', ['scan-chip-monthly']],
      ]);
    });

    test('names products at Stripe as customers should read them on an invoice', async () => {
      const names = (await stripe.products.list({ limit: 100 })).data.map(({ name }) => name);
      expect(names).toContain('Lumen Scan – Professional');
      expect(names).toContain('Lumen Scan – Professional: Laptop');
      expect(names).toContain('Lumen Scan – Support');
      expect(names).toContain('Desk – Free');
    });

    test('makes one Stripe price a price, tax not included', async () => {
      const prices = await everyPrice();
      expect(prices).toHaveLength(14);
      expect(new Set(prices.map(({ tax_behavior }) => tax_behavior))).toEqual(new Set(['exclusive']));
      const pro = await catalog.getSellable('scan');
      const sold = await stripe.prices.retrieve(pro?.plans[1]?.pricePlans[1]?.stripePriceId as string);
      expect(sold).toMatchObject({
        unit_amount: 49_000,
        recurring: { interval: 'year', interval_count: 1 },
        currency: 'usd',
      });
    });

    test('makes the default company the first of the file, with id 1, and leaves its ids free for others', async () => {
      expect((await database.pool.query('select id, slug from companies')).rows).toEqual([{ id: 1, slug: 'lumen' }]);
      const other = await database.pool.query("insert into companies (name, slug) values ('Two', 'two') returning id");
      expect(other.rows).toEqual([{ id: 2 }]);
    });

    test('takes coupons in any case, and none that is past its date', async () => {
      expect(await catalog.findCoupon(' welcome20 ')).toMatchObject({
        code: 'WELCOME20',
        percentOff: 20,
        productIds: null,
      });
      expect(await catalog.findCoupon('DESK5')).toMatchObject({
        amountOff: 500,
        productIds: ['desk'],
        maxRedemptions: 10,
      });
      expect(await catalog.findCoupon('PAST')).toBeNull();
      expect(await catalog.findCoupon('NEVER')).toBeNull();
      expect((await stripe.promotionCodes.list({ active: true })).data.map(({ code }) => code).sort()).toEqual([
        'DESK5',
        'WELCOME20',
      ]);
    });
  });

  describe('again', async () => {
    const { apply, diff, catalog, stripe, gateway, version, soldAs, everyPrice } = await site();
    await apply(exampleCatalog);

    // Each test begins with the same catalog in force.
    beforeEach(async () => {
      await apply(exampleCatalog);
    });

    test('changes nothing where nothing differs: no call at Stripe, no new version', async () => {
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

    test('shows beforehand what it then does, and a diff does nothing', async () => {
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

    test('gives an amended amount a new Stripe price; the old one is sold no more and still resolves', async () => {
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
      const sold = await catalog.findByStripePrice([
        laptop?.stripe_price_id as string,
        night?.stripe_price_id as string,
      ]);
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

    test('retires what left the file, and takes it back with its former price', async () => {
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

    test('gives other terms of a coupon another Stripe coupon under the same code', async () => {
      const former = await catalog.findCoupon('WELCOME20');
      await apply(edited(exampleCatalog, ['percentOff: 20', 'percentOff: 25']));
      const now = await catalog.findCoupon('WELCOME20');
      expect(now?.percentOff).toBe(25);
      expect(now?.stripeCouponId).not.toBe(former?.stripeCouponId);
      const active = (await stripe.promotionCodes.list({ code: 'WELCOME20', active: true })).data;
      expect(active.map(({ id }) => id)).toEqual([now?.stripePromotionCodeId]);
      expect((await stripe.coupons.retrieve(now?.stripeCouponId as string)).percent_off).toBe(25);
    });

    test('lets two plans exchange their codes', async () => {
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

    test('mends what somebody changed at Stripe by hand', async () => {
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
        'a plan that was another product’s',
        ['id: desk-free\n', 'id: scan-basic\n'],
        ['id: scan-basic\n', 'id: scan-start\n'],
        'products[1].plans[0].id',
        /given to a plan of scan before/,
      ],
      [
        'a price that was another plan’s',
        ['id: desk-free-monthly', 'id: scan-later-monthly'],
        ['id: scan-later-monthly, nick', 'id: scan-late-monthly, nick'],
        'products[1].plans[0].prices[0].id',
        /given to a price of scan-later before/,
      ],
      [
        'a coupon in another spelling',
        ['code: DESK5', 'code: Desk5'],
        ['name: Five off', 'name: Five'],
        'coupons[1].code',
        /should be spelled 'DESK5'/,
      ],
    ] as const)('refuses an id that stood for something else: %s', async (_what, first, second, field, says) => {
      const before = await version();
      const failed = await apply(edited(exampleCatalog, second, first)).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(CatalogFileError);
      expect((failed as CatalogFileError).problems).toContainEqual(
        expect.objectContaining({ field, message: expect.stringMatching(says) }),
      );
      expect((failed as CatalogFileError).problems[0]?.line).toBeGreaterThan(1);
      expect(await version()).toBe(before);
    });

    test('runs one at a time', async () => {
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
      await expect(apply(exampleCatalog)).rejects.toThrow(ApplyUnderWayError);
      held.resolve();
      expect(await first).toEqual({ changes: [], steps: [], endings: [] });
    });
  });
});
