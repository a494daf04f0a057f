import type { Application, Problem, SubscriptionPlan } from '@portico/contract';
import { pino } from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createHttpServer } from '../../http/server.ts';
import type { Session } from '../../http/session-context.ts';
import { applyCatalog } from './apply/apply-catalog.ts';
import { catalogFiles, edited, exampleCatalog, startTestStripe } from './catalog.test-support.ts';
import { createCatalog, type HeldSubscription, type Holding } from './index.ts';

interface ListOf<Item> {
  items: Item[];
  total: number;
  totalPages: number;
  page: number;
  pageSize: number;
}

describe('the catalogue as its readers see it', async () => {
  const database = await createTestDatabase();
  const { gateway } = await startTestStripe(database.url);
  const { read } = catalogFiles();
  let applied = '';
  const apply = async (text: string) => {
    if (text !== applied) await applyCatalog({ database, gateway, catalog: read(text) });
    applied = text;
  };
  await apply(exampleCatalog);
  const account = (
    await database.pool.query<{ id: number }>("insert into accounts (company_id, name) values (1, 'Acme') returning id")
  ).rows[0] as { id: number };
  const user = (
    await database.pool.query<{ id: number }>(
      "insert into users (account_id, login, email, first_name) values ($1, 'ann', 'ann@acme.example', 'Ann') returning id",
      [account.id],
    )
  ).rows[0] as { id: number };

  const held: Map<string, Holding> = new Map();
  const forProducts = vi.fn(async (_accountId: number, _productIds: readonly string[]) => held);
  const now = new Date('2027-05-01T12:00:00Z');
  const options = { database, holdings: { forProducts }, contactUrl: 'mailto:billing@lumen.example', now: () => now };
  const catalog = createCatalog(options);

  const owner: Session = {
    idHash: Buffer.alloc(32),
    marker: 'marker',
    user: {
      id: user.id,
      login: 'ann',
      email: 'ann@acme.example',
      firstName: 'Ann',
      lastName: '',
      isOwner: true,
      isAdmin: false,
      readOnly: false,
      isOperator: false,
    },
    account: { id: account.id, name: 'Acme', companyId: 1 },
    features: ['customerAdmin', 'billing'],
    actingOperator: null,
  };
  let session: Session | null = owner;
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxies: [], strictResponses: true });
  app.findSession = async () => session;
  catalog.bindRoutes(app);

  async function get<Answer>(url: string, language = 'en'): Promise<{ status: number; body: Answer }> {
    const answer = await app.inject({ url, headers: { 'accept-language': language } });
    return { status: answer.statusCode, body: answer.json() as Answer };
  }
  const plansOf = async (query = '') =>
    (await get<ListOf<SubscriptionPlan> & { product: Application }>(`/api/Products/scan/Plans${query}`)).body;
  const planOf = async (id: string) => (await get<SubscriptionPlan>(`/api/Products/scan/Plans/${id}`)).body;

  function hold(productId: string, ...subscriptions: Partial<HeldSubscription>[]): void {
    held.set(productId, {
      subscriptions: subscriptions.map((one, index) => ({
        id: index + 1,
        planId: 'scan-pro',
        pricePlanId: 'scan-pro-monthly',
        quantity: 5,
        additionalQuantities: {},
        addonQuantities: {},
        status: 1,
        expirationDate: new Date('2027-06-01T00:00:00Z'),
        trial: false,
        paymentFailed: null,
        devicesInUse: 3,
        ...one,
      })),
    });
  }

  beforeEach(async () => {
    session = owner;
    held.clear();
    forProducts.mockClear();
    await apply(exampleCatalog);
  });

  describe.each([
    '/api/Products/List',
    '/api/Products/My',
    '/api/Products/scan/Plans',
    '/api/Products/scan/Plans/scan-pro',
  ])('GET %s', (url) => {
    test('answers who is signed in, whatever the case of the path', async () => {
      expect((await get(url)).status).toBe(200);
      expect((await get(url.toLowerCase())).status).toBe(200);
    });

    test('refuses who is not', async () => {
      session = null;
      expect(await get(url)).toMatchObject({ status: 401, body: { code: 'Unauthorized' } });
    });
  });

  test.each([
    ['/api/Products/List?sortField=price', 400],
    ['/api/Products/My?page=0', 400],
    ['/api/Products/My?pageSize=401', 400],
    ['/api/Products/scan/Plans?sortField=amount', 400],
    ['/api/Products/scan/Plans?order=up', 400],
    ['/api/Products/No_Id!/Plans', 400],
    ['/api/Products/scan/Plans/No_Id!', 400],
    ['/api/Products/unknown/Plans', 404],
    ['/api/Products/scan/Plans/unknown', 404],
    ['/api/Products/desk/Plans/scan-pro', 404],
  ])('GET %s is answered with %i', async (url, status) => {
    const answer = await get<Problem>(url);
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 404 ? 'NotFound' : 'ValidationError');
  });

  describe('products', () => {
    test('are tiles with what the account has of them', async () => {
      hold('scan', { id: 7 }, { id: 6, status: 4 });
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body).toMatchObject({ total: 2, totalPages: 1, page: 1, pageSize: 100 });
      expect(body.items[0]).toEqual({
        id: 'scan',
        name: 'Scan',
        displayName: 'Lumen Scan',
        description: 'Reads documents',
        url: 'https://scan.lumen.example/',
        urlCaption: null,
        logo64: null,
        displayType: 'UrlWithLicense',
        licensingType: 'HostLocked',
        isBought: true,
        isDisabled: false,
        subscriptionIsRequired: true,
        subscriptionIds: [7],
        hasUserSettings: false,
        userSettingsUrl: null,
        isAvailableOnline: true,
        fromAmountPerMonth: 1000,
        subscriptionError: null,
        paymentMethodError: null,
      });
      expect(body.items[1]).toMatchObject({ id: 'desk', isBought: false, fromAmountPerMonth: 0 });
    });

    test('speak French to who reads French', async () => {
      const { body } = await get<ListOf<Application>>('/api/Products/List', 'fr-CA, en;q=0.5');
      expect(body.items[0]).toMatchObject({
        name: 'Lecture',
        displayName: 'Lumen Scan',
        description: 'Lit des documents',
      });
      expect(body.items[0]?.subscriptionError).toBe(
        'Lumen Scan nécessite un abonnement. Choisissez un forfait pour l’utiliser.',
      );
    });

    test('come sorted and in pages', async () => {
      const ids = async (query: string) =>
        (await get<ListOf<Application>>(`/api/Products/List?${query}`)).body.items.map(({ id }) => id);
      expect(await ids('sortField=position&order=desc')).toEqual(['desk', 'scan']);
      expect(await ids('sortField=name')).toEqual(['desk', 'scan']);
      expect((await get<ListOf<Application>>('/api/Products/List?page=2&pageSize=1')).body).toMatchObject({
        items: [{ id: 'desk' }],
        total: 2,
        totalPages: 2,
        page: 2,
        pageSize: 1,
      });
      expect(await ids('page=9')).toEqual([]);
    });

    test.each([
      ['that was never there', [], 'Lumen Scan needs a subscription.'],
      ['that waits for its first payment', [{ status: 2 as const }], 'Lumen Scan needs a subscription.'],
      ['that ended', [{ status: 4 as const }], 'Your subscription to Lumen Scan has ended.'],
      [
        'that ran out',
        [{ expirationDate: new Date('2027-05-01T11:59:59Z') }],
        'Your subscription to Lumen Scan has ended.',
      ],
    ])('say what is wrong with a subscription %s', async (_what, subscriptions, message) => {
      if (subscriptions.length > 0) hold('scan', ...subscriptions);
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body.items[0]).toMatchObject({
        isBought: false,
        subscriptionIds: [],
        subscriptionError: expect.stringContaining(message),
      });
    });

    test('name the card that could not be charged, and where to write', async () => {
      hold('scan', { status: 3, paymentFailed: { brand: 'visa', last4: '0341' } });
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body.items[0]).toMatchObject({ isBought: true, subscriptionError: null });
      expect(body.items[0]?.paymentMethodError).toBe(
        'The payment for Lumen Scan with your Visa card ending in 0341 failed. Update the payment method to keep your subscription, or write to our billing support: billing@lumen.example.',
      );
    });

    test('that are disabled say so and are not on offer', async () => {
      await apply(edited(exampleCatalog, ['displayType: Subscribe', 'displayType: Subscribe\n    disabled: true']));
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body.items[1]).toMatchObject({
        isDisabled: true,
        isAvailableOnline: false,
        fromAmountPerMonth: null,
        subscriptionError: null,
      });
    });

    test('that were retired show to accounts that still have them, and to no others', async () => {
      await apply(
        edited(
          exampleCatalog,
          [exampleCatalog.slice(exampleCatalog.indexOf('  - id: desk\n'), exampleCatalog.indexOf('coupons:')), ''],
          ['products: [desk], ', ''],
        ),
      );
      const ids = async () => (await get<ListOf<Application>>('/api/Products/List')).body.items.map(({ id }) => id);
      expect(await ids()).toEqual(['scan']);
      expect((await get('/api/Products/desk/Plans')).status).toBe(404);
      hold('desk', { planId: 'desk-free', pricePlanId: 'desk-free-monthly' });
      expect(await ids()).toEqual(['scan', 'desk']);
      const plans = await get<ListOf<SubscriptionPlan>>('/api/Products/desk/Plans');
      expect(plans.body.items).toMatchObject([{ id: 'desk-free', isActive: false, canSubscribe: false }]);
    });
  });

  describe("a user's products", () => {
    const mine = async () => (await get<ListOf<Application>>('/api/Products/My')).body.items.map(({ id }) => id);

    test.each([['isOwner'], ['isAdmin'], ['isOperator']] as const)('are all of them for %s', async (flag) => {
      session = { ...owner, user: { ...owner.user, isOwner: false, [flag]: true } };
      expect(await mine()).toEqual(['scan', 'desk']);
    });

    test('are those that were granted, for others', async () => {
      session = { ...owner, user: { ...owner.user, isOwner: false } };
      expect(await mine()).toEqual([]);
      await database.transaction((transaction) => catalog.setUserProducts(transaction, user.id, ['desk', 'unknown']));
      expect(await mine()).toEqual(['desk']);
      expect((await get<ListOf<Application>>('/api/Products/List')).body.total).toBe(2);
      await database.transaction((transaction) => catalog.setUserProducts(transaction, user.id, []));
      expect(await mine()).toEqual([]);
    });
  });

  describe('plans', () => {
    test('come with prices, additional prices and add-ons', async () => {
      const { items, product, total } = await plansOf();
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

    test('are sorted by name or age as asked, in either order', async () => {
      const ids = async (query: string) => (await plansOf(query)).items.map(({ id }) => id);
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

    test('show what the account has, also beside another price plan', async () => {
      hold('scan', {
        quantity: 5,
        devicesInUse: 3,
        additionalQuantities: { 'scan-pro-monthly-laptop': 2, 'scan-pro-monthly-driver': 4 },
        addonQuantities: { 'scan-support-night-monthly': 1 },
      });
      const [monthly, yearly] = (await planOf('scan-pro')).pricePlans;
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
      expect(yearly?.addons[0]).toMatchObject({ currentQuantity: 0 });
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
        'a plan past due',
        [{ status: 3 as const }],
        { 'scan-pro': ['ChangeOptions', true], 'scan-basic': ['SwitchTo', true] },
      ],
      [
        'a plan that ended',
        [{ status: 4 as const }],
        { 'scan-pro': ['Resubscribe', true], 'scan-basic': ['Subscribe', true], 'scan-trial': ['Subscribe', true] },
      ],
      [
        'a trial that ended',
        [{ planId: 'scan-trial', pricePlanId: 'scan-trial-30-days', trial: true, status: 4 as const }],
        { 'scan-trial': ['Resubscribe', false], 'scan-pro': ['Subscribe', true] },
      ],
      [
        'another plan after one that ended',
        [{ planId: 'scan-basic', pricePlanId: 'scan-basic-monthly' }, { status: 4 as const }],
        { 'scan-pro': ['SwitchTo', true], 'scan-basic': ['ChangeOptions', true] },
      ],
    ])('name their button for an account that has %s', async (_what, subscriptions, expected) => {
      if (subscriptions.length > 0) hold('scan', ...subscriptions);
      const { items } = await plansOf();
      const buttons = Object.fromEntries(items.map((plan) => [plan.id, [plan.subscribeAction, plan.canSubscribe]]));
      expect(buttons).toMatchObject(expected);
      expect(buttons['scan-enterprise']).toEqual(['Contact', false]);
      expect(buttons['scan-later']?.[1]).toBe(false);
    });

    test('hide the trial that the account is on', async () => {
      hold('scan', { planId: 'scan-trial', pricePlanId: 'scan-trial-30-days', trial: true, quantity: 1 });
      const { items } = await plansOf();
      expect(items.map(({ id }) => id)).not.toContain('scan-trial');
      expect(items.find(({ id }) => id === 'scan-pro')?.subscribeAction).toBe('SwitchTo');
      expect((await get('/api/Products/scan/Plans/scan-trial')).status).toBe(200);
    });

    test('that are not active stay with who has them, and nobody else sees them', async () => {
      await apply(edited(exampleCatalog, ['code: BASIC', 'code: BASIC\n        active: false']));
      expect((await plansOf()).items.map(({ id }) => id)).not.toContain('scan-basic');
      hold('scan', { planId: 'scan-basic', pricePlanId: 'scan-basic-monthly' });
      expect((await plansOf()).items.find(({ id }) => id === 'scan-basic')).toMatchObject({
        isActive: false,
        subscribeAction: 'ChangeOptions',
        canSubscribe: true,
      });
    });

    test.each([
      ['lacks the billing feature', { features: ['customerAdmin'] as const }],
      ['may only read', { user: { ...owner.user, isOwner: false, readOnly: true } }],
    ])('cannot be subscribed to by who %s', async (_what, change) => {
      session = { ...owner, ...change };
      expect((await plansOf()).items.map(({ canSubscribe }) => canSubscribe)).toEqual([
        false,
        false,
        false,
        false,
        false,
      ]);
    });
  });

  describe('reading', () => {
    test('takes the same few queries however much there is to read', async () => {
      await get('/api/Products/My');
      const query = vi.spyOn(database.pool, 'query');
      const connect = vi.spyOn(database.pool, 'connect');
      session = { ...owner, user: { ...owner.user, isOwner: false } };
      await get('/api/Products/My');
      expect(query).toHaveBeenCalledTimes(2);
      query.mockClear();
      await plansOf();
      expect(query).toHaveBeenCalledTimes(1);
      // Each query takes a connection; none is held for a transaction.
      expect(connect).toHaveBeenCalledTimes(3);
      expect(forProducts).toHaveBeenCalledTimes(3);
      query.mockRestore();
      connect.mockRestore();
    });

    test('sees what another process applied, from then on', async () => {
      const other = createCatalog(options);
      expect((await other.getSellable('scan'))?.plans[2]?.pricePlans[0]?.amount).toBe(1000);
      await apply(edited(exampleCatalog, ['amount: 10.00', 'amount: 11.00']));
      expect((await other.getSellable('scan'))?.plans[2]?.pricePlans[0]?.amount).toBe(1100);
      expect((await planOf('scan-basic')).pricePlans[0]?.amount).toBe(1100);
    });
  });
});
