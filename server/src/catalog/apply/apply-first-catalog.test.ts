import { describe, expect, test } from 'vitest';
import { exampleCatalog } from '../catalog.test-support.ts';
import { createSite } from './apply.test-support.ts';

describe('applying a first catalog', async () => {
  const { apply, catalog, stripe, everyPrice, database } = await createSite();
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

  test('names products at Stripe as they should appear on invoices', async () => {
    const names = (await stripe.products.list({ limit: 100 })).data.map(({ name }) => name);
    expect(names).toContain('Lumen Scan – Professional');
    expect(names).toContain('Lumen Scan – Professional: Laptop');
    expect(names).toContain('Lumen Scan – Support');
    expect(names).toContain('Desk – Free');
  });

  test('creates one Stripe price per price, without tax', async () => {
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

  test('makes the file’s first brand the default one, with id 1, and gives id 2 to the next brand', async () => {
    expect((await database.pool.query('select id, slug from companies')).rows).toEqual([{ id: 1, slug: 'lumen' }]);
    const other = await database.pool.query("insert into companies (name, slug) values ('Two', 'two') returning id");
    expect(other.rows).toEqual([{ id: 2 }]);
  });

  test('does not change a brand that operators edited (BRAND-7)', async () => {
    const renamed = exampleCatalog.replace('{ name: Lumen,', '{ name: Lumen Group,');
    await database.pool.query("update companies set name = 'Ours', edited_at = now() where id = 1");
    expect((await apply(renamed)).changes).toEqual([]);
    const findBrandName = async () =>
      (await database.pool.query('select name from companies where id = 1')).rows[0].name;
    expect(await findBrandName()).toBe('Ours');
    await database.pool.query('update companies set edited_at = null where id = 1');
    await apply(renamed);
    expect(await findBrandName()).toBe('Lumen Group');
    await apply(exampleCatalog);
  });

  test('stores the customers of a brand from the file until operators edit the brand (BRAND-7)', async () => {
    const named = async () =>
      (await database.pool.query('select company_id, position, name, logo from shown_customers order by 1, 2')).rows;
    const withCustomers = (list: string) =>
      exampleCatalog.replace('{ name: Lumen, slug: lumen }', `{ name: Lumen, slug: lumen, customers: [${list}] }`);
    const first = await apply(withCustomers('{ name: Harbor }, { name: Kestrel }'));
    expect(first.changes).toMatchObject([{ entity: 'company', id: 'lumen', fields: [{ field: 'customers' }] }]);
    expect(await named()).toEqual([
      { company_id: 1, position: 0, name: 'Harbor', logo: null },
      { company_id: 1, position: 1, name: 'Kestrel', logo: null },
    ]);
    expect((await apply(withCustomers('{ name: Harbor }, { name: Kestrel }'))).changes).toEqual([]);
    await database.pool.query("update companies set name = 'Ours', edited_at = now() where id = 1");
    expect((await apply(withCustomers('{ name: Kestrel }'))).changes).toEqual([]);
    expect(await named()).toMatchObject([{ name: 'Harbor' }, { name: 'Kestrel' }]);
    await database.pool.query("update companies set name = 'Lumen', edited_at = null where id = 1");
    await apply(withCustomers('{ name: Kestrel }'));
    expect(await named()).toMatchObject([{ position: 0, name: 'Kestrel' }]);
    await apply(exampleCatalog);
    expect(await named()).toEqual([]);
  });

  test('accepts coupon codes in upper or lower case, and skips expired coupons', async () => {
    expect(await catalog.findCoupon('welcome20')).toMatchObject({
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
