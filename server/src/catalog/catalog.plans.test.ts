import type { Application, SubscriptionPlan } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { edited, exampleCatalog } from './catalog.test-support.ts';
import { createViewerPortal, type ListOf } from './catalog.viewer.test-support.ts';

describe('plans', async () => {
  const portal = await createViewerPortal();
  const { apply, get, hold, owner } = portal;
  const listPlans = async (query = '') =>
    (await get<ListOf<SubscriptionPlan> & { product: Application }>(`/api/Products/scan/Plans${query}`)).body;
  const getPlan = async (id: string) => (await get<SubscriptionPlan>(`/api/Products/scan/Plans/${id}`)).body;

  beforeEach(() => portal.reset());

  test('come with prices, additional prices and add-ons', async () => {
    const { items, product, total } = await listPlans();
    expect(product.id).toBe('scan');
    expect(total).toBe(5);
    expect(items.map(({ id }) => id)).toEqual([
      'scan-trial',
      'scan-pro',
      'scan-basic',
      'scan-later',
      'scan-enterprise',
    ]);
    expect(items[1]).toMatchObject({
      productId: 'scan',
      code: 'PRO',
      name: 'Professional',
      featured: true,
      featuredText: 'Popular',
      features: [
        { caption: 'Plain', footnote: null },
        { caption: 'Noted', footnote: 'Why' },
      ],
      isTrial: false,
      trialDays: null,
      isActive: true,
      processingType: 0,
      minQuantity: 2,
      maxQuantity: 100,
      fromAmountPerMonth: 4083,
      subscribeAction: 'Subscribe',
      canSubscribe: true,
    });
    expect(items[1]?.pricePlans).toMatchObject([
      {
        id: 'scan-pro-monthly',
        interval: 'Month',
        amount: 4900,
        amountPerMonth: 4900,
        yearSavings: 0,
        currency: 'usd',
      },
      { id: 'scan-pro-yearly', interval: 'Year', amount: 49_000, amountPerMonth: 4083, yearSavings: 9800 },
    ]);
    expect(items[1]?.pricePlans[0]?.additionalPrices).toEqual([
      {
        id: 'scan-pro-monthly-laptop',
        subscriptionPlanId: 'scan-pro',
        nickname: 'Laptop',
        amount: 1900,
        quantity: 0,
        currentDeviceCount: 0,
        increaseTotalDeviceQuantity: true,
      },
      {
        id: 'scan-pro-monthly-driver',
        subscriptionPlanId: 'scan-pro',
        nickname: 'Driver',
        amount: 500,
        quantity: 0,
        currentDeviceCount: 0,
        increaseTotalDeviceQuantity: false,
      },
    ]);
    expect(items[1]?.pricePlans[1]?.addons).toEqual([
      {
        id: 'scan-support',
        caption: 'Support',
        description: 'By phone',
        active: true,
        popupMessage: null,
        prices: [{ id: 'scan-support-day-yearly', caption: 'Day', amount: 20_000, isUsed: false }],
        priceUnitLabel: null,
        note: 'Hours',
        noteLink: 'https://lumen.example/hours',
        currentQuantity: 0,
      },
    ]);
  });

  test('are found regardless of the case of the ids in their path', async () => {
    expect((await get('/api/Products/SCAN/Plans/Scan-Pro')).body).toMatchObject({ id: 'scan-pro' });
  });

  test('are sorted by name or age, in either order', async () => {
    const ids = async (query: string) => (await listPlans(query)).items.map(({ id }) => id);
    expect(await ids('?sortField=name')).toEqual([
      'scan-basic',
      'scan-enterprise',
      'scan-later',
      'scan-pro',
      'scan-trial',
    ]);
    expect(await ids('?sortField=position&order=desc&pageSize=2')).toEqual(['scan-enterprise', 'scan-later']);
    expect(await ids('?sortField=created')).toHaveLength(5);
  });

  test('show what the account has, even beside another price plan', async () => {
    hold('scan', {
      quantity: 5,
      devicesInUse: 3,
      additionalQuantities: { 'scan-pro-monthly-laptop': 2, 'scan-pro-monthly-driver': 4 },
      addonQuantities: { 'scan-support-night-monthly': 1 },
    });
    const [monthly, yearly] = (await getPlan('scan-pro')).pricePlans;
    expect(monthly).toMatchObject({ usedSubscriptionsCount: 3, currentDeviceCount: 5 });
    expect(monthly?.additionalPrices).toMatchObject([
      { quantity: 2, currentDeviceCount: 2 },
      { quantity: 4, currentDeviceCount: 0 },
    ]);
    expect(yearly?.additionalPrices).toMatchObject([
      { id: 'scan-pro-yearly-laptop', quantity: 2, currentDeviceCount: 2 },
    ]);
    expect(monthly?.addons[0]).toMatchObject({
      prices: [
        { id: 'scan-support-day-monthly', isUsed: false },
        { id: 'scan-support-night-monthly', isUsed: true },
      ],
      currentQuantity: 1,
    });
    // Night support is not sold by the year.
    expect(yearly?.addons[0]).toMatchObject({ currentQuantity: 0 });
  });

  test('show an add-on that the account has at the same price beside another billing interval', async () => {
    hold('scan', { addonQuantities: { 'scan-support-day-monthly': 2 } });
    const [monthly, yearly] = (await getPlan('scan-pro')).pricePlans;
    expect(monthly?.addons[0]).toMatchObject({
      prices: [{ id: 'scan-support-day-monthly', isUsed: true }, { isUsed: false }],
      currentQuantity: 2,
    });
    expect(yearly?.addons[0]).toMatchObject({
      prices: [{ id: 'scan-support-day-yearly', isUsed: true }],
      currentQuantity: 2,
    });
  });

  test.each([
    [
      'nothing',
      [],
      { 'scan-pro': ['Subscribe', true], 'scan-basic': ['Subscribe', true], 'scan-trial': ['Subscribe', true] },
    ],
    [
      'the plan itself',
      [{}],
      { 'scan-pro': ['ChangeOptions', true], 'scan-basic': ['SwitchTo', true], 'scan-trial': ['SwitchTo', false] },
    ],
    [
      'a past-due plan',
      [{ status: 3 as const }],
      { 'scan-pro': ['ChangeOptions', true], 'scan-basic': ['SwitchTo', true] },
    ],
    [
      'an ended plan',
      [{ status: 4 as const }],
      { 'scan-pro': ['Resubscribe', true], 'scan-basic': ['Subscribe', true], 'scan-trial': ['Subscribe', true] },
    ],
    [
      'an ended trial',
      [{ planId: 'scan-trial', pricePlanId: 'scan-trial-30-days', trial: true, status: 4 as const }],
      { 'scan-trial': ['Resubscribe', false], 'scan-pro': ['Subscribe', true] },
    ],
    [
      'another plan after an ended one',
      [{ planId: 'scan-basic', pricePlanId: 'scan-basic-monthly' }, { status: 4 as const }],
      { 'scan-pro': ['SwitchTo', true], 'scan-basic': ['ChangeOptions', true] },
    ],
    [
      'a canceled plan, which has to be restored first',
      [{ planId: 'scan-basic', pricePlanId: 'scan-basic-monthly', cancelAt: new Date('2099-01-01') }],
      { 'scan-pro': ['SwitchTo', false], 'scan-basic': ['ChangeOptions', false] },
    ],
  ])('label their button for an account that has %s', async (_what, subscriptions, expected) => {
    if (subscriptions.length > 0) hold('scan', ...subscriptions);
    const { items } = await listPlans();
    const buttons = Object.fromEntries(items.map((plan) => [plan.id, [plan.subscribeAction, plan.canSubscribe]]));
    expect(buttons).toMatchObject(expected);
    expect(buttons['scan-enterprise']).toEqual(['Contact', false]);
    expect(buttons['scan-later']?.[1]).toBe(false);
  });

  test('hide the account’s current trial', async () => {
    hold('scan', { planId: 'scan-trial', pricePlanId: 'scan-trial-30-days', trial: true, quantity: 1 });
    const { items } = await listPlans();
    expect(items.map(({ id }) => id)).not.toContain('scan-trial');
    expect(items.find(({ id }) => id === 'scan-pro')?.subscribeAction).toBe('SwitchTo');
    expect((await get('/api/Products/scan/Plans/scan-trial')).status).toBe(200);
  });

  test('that are inactive are shown only to accounts that have them', async () => {
    await apply(edited(exampleCatalog, ['code: BASIC', 'code: BASIC\n        active: false']));
    expect((await listPlans()).items.map(({ id }) => id)).not.toContain('scan-basic');
    hold('scan', { planId: 'scan-basic', pricePlanId: 'scan-basic-monthly' });
    expect((await listPlans()).items.find(({ id }) => id === 'scan-basic')).toMatchObject({
      isActive: false,
      subscribeAction: 'ChangeOptions',
      canSubscribe: true,
    });
  });

  test.each([
    ['lacks the billing feature', { features: ['customerAdmin'] as const }],
    ['lacks the customerAdmin feature', { features: ['billing'] as const }],
    ['is read-only', { user: { ...owner.user, isOwner: false, readOnly: true } }],
  ])('cannot be subscribed to by a user who %s', async (_what, change) => {
    portal.session = { ...owner, ...change };
    expect((await listPlans()).items.map(({ canSubscribe }) => canSubscribe)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
