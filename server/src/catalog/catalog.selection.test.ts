import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { AppError, say } from '../core/http/app-error.ts';
import { applyCatalog } from './apply/apply-catalog.ts';
import { type CurrentHolding, fullCaption, type Selection } from './catalog.selection.ts';
import { catalogFiles, exampleCatalog, startTestStripe } from './catalog.test-support.ts';
import { createCatalog } from './catalog.ts';
import type { SoldPrice } from './catalog.types.ts';

describe('a selection', async () => {
  const database = await createTestDatabase();
  const { gateway, stripe } = await startTestStripe(database.url);
  await applyCatalog({ database, gateway, catalog: catalogFiles().read(exampleCatalog) });
  let now = new Date('2027-05-01T12:00:00Z');
  const catalog = createCatalog({ database, now: () => now });

  const item = (subscriptionPlanId: string, priceId: string, quantity = 1) => ({
    subscriptionPlanId,
    priceId,
    quantity,
  });
  const pro = (quantity = 2) => item('scan-pro', 'scan-pro-monthly', quantity);
  const newCustomer: CurrentHolding = { planId: null, devicesInUse: 0, hadTrial: false };

  /** The code, and the invalid properties. */
  async function refusal(
    selection: Selection,
    holding?: CurrentHolding,
    productId = 'scan',
  ): Promise<[string, string[]]> {
    const error = await catalog.resolveSelection(productId, selection, holding).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    return [(error as AppError).code, Object.keys((error as AppError).propertyErrors ?? {})];
  }

  test('becomes priced lines with Stripe prices, in the order of the catalog', async () => {
    const { plan, pricePlan, lines, deviceQuantity } = await catalog.resolveSelection('scan', {
      items: [item('scan-pro', 'scan-pro-monthly-driver', 4), pro(3), item('scan-pro', 'scan-pro-monthly-laptop', 2)],
      addons: { 'scan-support-night-monthly': 1 },
    });
    expect([plan.id, pricePlan.id, deviceQuantity]).toEqual(['scan-pro', 'scan-pro-monthly', 5]);
    expect(lines).toMatchObject([
      { kind: 'base', priceId: 'scan-pro-monthly', quantity: 3, unitAmount: 4900, increasesDeviceQuantity: true },
      {
        kind: 'additional',
        priceId: 'scan-pro-monthly-laptop',
        quantity: 2,
        unitAmount: 1900,
        increasesDeviceQuantity: true,
      },
      {
        kind: 'additional',
        priceId: 'scan-pro-monthly-driver',
        quantity: 4,
        unitAmount: 500,
        increasesDeviceQuantity: false,
      },
      {
        kind: 'addon',
        priceId: 'scan-support-night-monthly',
        quantity: 1,
        unitAmount: 4000,
        caption: { en: 'Support, Night', fr: 'Assistance, Nuit' },
      },
    ]);
    for (const { stripePriceId, unitAmount } of lines) {
      expect(await stripe.prices.retrieve(stripePriceId)).toMatchObject({ unit_amount: unitAmount, active: true });
    }
  });

  test('excludes additional prices without units', async () => {
    const { lines } = await catalog.resolveSelection('scan', {
      items: [pro(), item('scan-pro', 'scan-pro-monthly-laptop', 0)],
    });
    expect(lines.map(({ priceId }) => priceId)).toEqual(['scan-pro-monthly']);
  });

  test.each<[string, Selection, string[]]>([
    ['without a price plan', { items: [item('scan-pro', 'scan-pro-monthly-laptop')] }, ['items']],
    ['of two price plans', { items: [pro(), item('scan-pro', 'scan-pro-yearly', 2)] }, ['items']],
    ['of another product’s plan', { items: [item('desk-free', 'desk-free-monthly')] }, ['items']],
    ['of a price under a plan that is not its own', { items: [item('scan-basic', 'scan-pro-monthly', 2)] }, ['items']],
    [
      'with an additional price of another price plan',
      { items: [pro(), item('scan-pro', 'scan-pro-yearly-laptop')] },
      ['items.1.priceId'],
    ],
    [
      'with an additional price twice',
      { items: [pro(), item('scan-pro', 'scan-pro-monthly-laptop'), item('scan-pro', 'scan-pro-monthly-laptop')] },
      ['items.2.priceId'],
    ],
    [
      'with an add-on price of another interval',
      { items: [pro()], addons: { 'scan-support-day-yearly': 1 } },
      ['addons.scan-support-day-yearly'],
    ],
    [
      'with two prices of one add-on',
      { items: [pro()], addons: { 'scan-support-day-monthly': 1, 'scan-support-night-monthly': 1 } },
      ['addons.scan-support-night-monthly'],
    ],
    ['with an inactive add-on', { items: [pro()], addons: { 'scan-chip-monthly': 1 } }, ['addons.scan-chip-monthly']],
    [
      'with an add-on that the plan does not offer',
      { items: [item('scan-basic', 'scan-basic-monthly')], addons: { 'scan-support-day-monthly': 1 } },
      ['addons.scan-support-day-monthly'],
    ],
    ['below the minimum', { items: [pro(1)] }, ['items.0.quantity']],
    ['above the maximum', { items: [pro(101)] }, ['items.0.quantity']],
    ['of nothing', { items: [item('scan-basic', 'scan-basic-monthly', 0)] }, ['items.0.quantity']],
  ])('is refused: %s', async (_what, selection, properties) => {
    expect(await refusal(selection)).toEqual(['ValidationError', properties]);
  });

  test('is refused if one interval costs more than the largest possible payment', async () => {
    const withDrivers = (quantity: number) => ({
      items: [pro(), item('scan-pro', 'scan-pro-monthly-driver', quantity)],
    });
    await expect(catalog.resolveSelection('scan', withDrivers(199_980))).resolves.toMatchObject({ deviceQuantity: 2 });
    expect(await refusal(withDrivers(199_981))).toEqual(['ValidationError', ['items.0.quantity']]);
  });

  test('reports the quantity in use with the product’s unit name', async () => {
    const said = async (productId: string, selection: Selection, devicesInUse: number) => {
      const holding = { ...newCustomer, devicesInUse };
      const error = await catalog.resolveSelection(productId, selection, holding).catch((reason: unknown) => reason);
      const [reason] = (error as AppError).propertyErrors?.['items.0.quantity'] ?? [];
      return (['en', 'fr'] as const).map((locale) => reason && say(reason, locale));
    };
    expect(await said('scan', { items: [pro(1)] }, 5)).toEqual([
      '5 devices are in use. Reduce the devices in use before you choose fewer.',
      '5 appareils sont en service. Réduisez ce nombre avant d’en choisir moins.',
    ]);
    expect(await said('desk', { items: [item('desk-free', 'desk-free-monthly', 1)] }, 2)).toEqual([
      '2 seats are in use. Reduce the seats in use before you choose fewer.',
      '2 places sont en service. Réduisez ce nombre avant d’en choisir moins.',
    ]);
  });

  test('must cover the devices in use, including by additional prices that count as devices', async () => {
    const holding = { ...newCustomer, planId: 'scan-pro', devicesInUse: 5 };
    expect(await refusal({ items: [pro(4)] }, holding)).toEqual(['ValidationError', ['items.0.quantity']]);
    await expect(
      catalog.resolveSelection('scan', { items: [pro(4), item('scan-pro', 'scan-pro-monthly-laptop', 1)] }, holding),
    ).resolves.toMatchObject({ deviceQuantity: 5 });
    expect(await refusal({ items: [pro(4), item('scan-pro', 'scan-pro-monthly-driver', 1)] }, holding)).toEqual([
      'ValidationError',
      ['items.0.quantity'],
    ]);
  });

  test('of a manual plan, or of a plan before its start date, is not for sale', async () => {
    const later: Selection = { items: [item('scan-later', 'scan-later-monthly')] };
    expect(await refusal(later)).toEqual(['NotForSale', []]);
    expect(await refusal({ items: [item('scan-enterprise', 'scan-enterprise-yearly')] })).toEqual(['NotForSale', []]);
    now = new Date('2090-01-01T00:00:00Z');
    await expect(catalog.resolveSelection('scan', later)).resolves.toMatchObject({ plan: { id: 'scan-later' } });
    now = new Date('2027-05-01T12:00:00Z');
  });

  test('of a trial requires an account that has no plan and had no trial', async () => {
    const trial: Selection = { items: [item('scan-trial', 'scan-trial-30-days')] };
    await expect(catalog.resolveSelection('scan', trial, newCustomer)).resolves.toMatchObject({
      lines: [{ unitAmount: 0, quantity: 1 }],
    });
    expect(await refusal(trial, { ...newCustomer, hadTrial: true })).toEqual(['NotForSale', []]);
    expect(await refusal(trial, { ...newCustomer, planId: 'scan-pro' })).toEqual(['NotForSale', []]);
    expect(await refusal(trial, { ...newCustomer, planId: 'scan-trial', hadTrial: true })).toEqual(['NotForSale', []]);
  });

  test('of an unknown product finds nothing', async () => {
    expect(await refusal({ items: [pro()] }, undefined, 'unknown')).toEqual(['NotFound', []]);
  });
});

test.each([
  ['Free', 'Free', 'Free'],
  ['Team', 'Monthly', 'Team, Monthly'],
])('a price of the plan %s that is named %s is captioned %s', (plan, caption, expected) => {
  const sold = { kind: 'base', plan: { name: { en: plan } }, caption: { en: caption } } as SoldPrice;
  expect(fullCaption(sold).en).toBe(expected);
});
