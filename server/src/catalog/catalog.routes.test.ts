import type { Application, Problem, SubscriptionPlan } from '@portico/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { replaceUserProducts } from '../accounts/index.ts';
import { edited, exampleCatalog } from './catalog.test-support.ts';
import { createCatalog } from './catalog.ts';
import { createViewerPortal, type ListOf } from './catalog.viewer.test-support.ts';

describe('the catalog for its readers', async () => {
  const portal = await createViewerPortal();
  const { database, apply, get, hold, owner, user } = portal;

  beforeEach(() => portal.reset());

  describe.each([
    '/api/Products/List',
    '/api/Products/My',
    '/api/Products/Buyers',
    '/api/Products/scan/Plans',
    '/api/Products/scan/Plans/scan-pro',
  ])('GET %s', (url) => {
    test('answers signed-in users, whatever the case of the path', async () => {
      expect((await get(url)).status).toBe(200);
      expect((await get(url.toLowerCase())).status).toBe(200);
    });

    test('refuses visitors', async () => {
      portal.session = null;
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

  test('the users who can buy are those of the reader’s own account', async () => {
    const { body } = await get<{ items: object[] }>('/api/Products/Buyers');
    expect(body.items).toEqual([{ name: `Owner of ${owner.account.id}`, email: 'owner@acme.example' }]);
  });

  describe('products', () => {
    test('are tiles with what the account has of them', async () => {
      hold('scan', { id: 7 }, { id: 6, status: 4 });
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body).toMatchObject({ total: 2, totalPages: 1, page: 1, pageSize: 100 });
      expect(body.items[0]).toEqual({
        clientId: null,
        id: 'scan',
        name: 'Scan',
        displayName: 'Lumen Scan',
        description: 'Reads documents',
        url: 'https://scan.lumen.example/',
        urlCaption: null,
        logo64: null,
        displayType: 'UrlWithLicense',
        licensingType: 'HostLocked',
        unit: { one: 'device', other: 'devices' },
        isBought: true,
        countsDomains: false,
        isDisabled: false,
        subscriptionIsRequired: true,
        subscriptionIds: [7],
        hasUserSettings: false,
        userSettingsUrl: null,
        isAvailableOnline: true,
        from: { amount: 1000, currency: 'usd', interval: 'Month', intervalCount: 1, quantity: 1 },
        trialDays: null,
        holding: {
          subscriptionId: 7,
          planName: 'Professional',
          status: 1,
          statusTitle: 'Active',
          trial: false,
          quantity: 5,
          inUse: 3,
          cancelAt: null,
          expirationDate: '2027-06-01T00:00:00.000Z',
        },
        former: null,
        subscriptionError: null,
        paymentMethodError: null,
      });
      expect(body.items[1]).toMatchObject({ id: 'desk', isBought: false, from: { amount: 0 } });
    });

    test('show the trial that the account can still start, and what the account had last', async () => {
      const tile = async () => (await get<ListOf<Application>>('/api/Products/List', 'fr')).body.items[0];
      expect(await tile()).toMatchObject({ trialDays: 14, holding: null, former: null });
      const endedAt = new Date('2027-04-02T00:00:00Z');
      hold('scan', { status: 2 }, { status: 4, endedAt, isUnpaid: true }, { status: 4, planId: 'scan-basic', endedAt });
      expect(await tile()).toMatchObject({
        trialDays: 14,
        holding: null,
        former: { planName: 'Professionnel', endedAt: endedAt.toISOString(), isUnpaid: true },
      });
      hold('scan', { status: 4, trial: true, endedAt });
      expect(await tile()).toMatchObject({ trialDays: null, former: { isUnpaid: false } });
      hold('scan', { cancelAt: new Date('2027-06-01T00:00:00Z'), statusTitle: 'subscription.cancels' });
      expect(await tile()).toMatchObject({
        trialDays: null,
        holding: { cancelAt: '2027-06-01T00:00:00.000Z', planName: 'Professionnel' },
        former: null,
      });
    });

    test('name their unit as the catalog does, otherwise by the licensing type', async () => {
      const unit = 'unit: { one: { en: desk, fr: poste }, other: { en: desks, fr: postes } }';
      const units = async (language: string) =>
        (await get<ListOf<Application>>('/api/Products/List', language)).body.items.map(({ unit }) => unit);
      expect(await units('fr')).toEqual([
        { one: 'appareil', other: 'appareils' },
        { one: 'place', other: 'places' },
      ]);
      await apply(edited(exampleCatalog, ['licensingType: HostLocked', `licensingType: HostLocked\n    ${unit}`]));
      expect((await units('en'))[0]).toEqual({ one: 'desk', other: 'desks' });
      expect((await units('fr'))[0]).toEqual({ one: 'poste', other: 'postes' });
    });

    test('are shown in French to French readers', async () => {
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

    test('are sorted and in pages', async () => {
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
      ['that is missing', [], 'Lumen Scan needs a subscription.'],
      ['that waits for its first payment', [{ status: 2 as const }], 'Lumen Scan needs a subscription.'],
      ['that ended', [{ status: 4 as const }], 'Your subscription to Lumen Scan has ended.'],
      [
        'that expired',
        [{ expirationDate: new Date('2027-05-01T11:59:59Z') }],
        'Your subscription to Lumen Scan has ended.',
      ],
    ])('report a subscription %s', async (_what, subscriptions, message) => {
      if (subscriptions.length > 0) hold('scan', ...subscriptions);
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body.items[0]).toMatchObject({
        isBought: false,
        subscriptionIds: [],
        subscriptionError: expect.stringContaining(message),
      });
    });

    test('show the declined card, and a contact address', async () => {
      hold('scan', { status: 3, paymentFailed: { brand: 'visa', last4: '0341' } });
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body.items[0]).toMatchObject({ isBought: true, subscriptionError: null });
      expect(body.items[0]?.paymentMethodError).toBe(
        'The payment for Lumen Scan with your Visa card ending in 0341 failed. Update the payment method to keep your subscription, or write to our billing support: billing@lumen.example.',
      );
    });

    test('that are disabled are marked, and not on offer', async () => {
      await apply(edited(exampleCatalog, ['displayType: Subscribe', 'displayType: Subscribe\n    disabled: true']));
      const { body } = await get<ListOf<Application>>('/api/Products/List');
      expect(body.items[1]).toMatchObject({
        isDisabled: true,
        isAvailableOnline: false,
        from: null,
        subscriptionError: null,
      });
    });

    test('that are retired are shown only to accounts that still have them', async () => {
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

  test('a retired plan is shown only to accounts that still have it', async () => {
    const basic = exampleCatalog.slice(
      exampleCatalog.indexOf('      - id: scan-basic'),
      exampleCatalog.indexOf('      - id: scan-later'),
    );
    await apply(edited(exampleCatalog, [basic, '']));
    expect((await get('/api/Products/scan/Plans/scan-basic')).status).toBe(404);
    hold('scan', { planId: 'scan-basic', pricePlanId: 'scan-basic-monthly' });
    expect(await get('/api/Products/scan/Plans/scan-basic')).toMatchObject({
      status: 200,
      body: { id: 'scan-basic', isActive: false, canSubscribe: false },
    });
  });

  describe("a user's products", () => {
    const mine = async () => (await get<ListOf<Application>>('/api/Products/My')).body.items.map(({ id }) => id);

    test.each([['isOwner'], ['isAdmin'], ['isOperator']] as const)('are all of them for %s', async (flag) => {
      portal.session = { ...owner, user: { ...owner.user, isOwner: false, [flag]: true } };
      expect(await mine()).toEqual(['scan', 'desk']);
    });

    test('are only the granted ones for other users', async () => {
      portal.session = { ...owner, user: { ...owner.user, isOwner: false } };
      expect(await mine()).toEqual([]);
      await database.transaction((transaction) => replaceUserProducts(transaction, user, ['desk', 'unknown']));
      expect(await mine()).toEqual(['desk']);
      expect((await get<ListOf<Application>>('/api/Products/List')).body.total).toBe(2);
      await database.transaction((transaction) => replaceUserProducts(transaction, user, []));
      expect(await mine()).toEqual([]);
    });
  });

  describe('reading the catalog', () => {
    test('takes the same few queries however much there is to read', async () => {
      await get('/api/Products/My');
      const query = vi.spyOn(database.pool, 'query');
      const connect = vi.spyOn(database.pool, 'connect');
      portal.session = { ...owner, user: { ...owner.user, isOwner: false } };
      await get('/api/Products/My');
      expect(query).toHaveBeenCalledTimes(2);
      query.mockClear();
      await get('/api/Products/scan/Plans');
      expect(query).toHaveBeenCalledTimes(1);
      // Each query takes a connection; none is held for a transaction.
      expect(connect).toHaveBeenCalledTimes(3);
      expect(portal.forProducts).toHaveBeenCalledTimes(3);
      query.mockRestore();
      connect.mockRestore();
    });

    test('includes what another process applied, from then on', async () => {
      const other = createCatalog({ database });
      expect((await other.getSellable('scan'))?.plans[2]?.pricePlans[0]?.amount).toBe(1000);
      await apply(edited(exampleCatalog, ['amount: 10.00', 'amount: 11.00']));
      expect((await other.getSellable('scan'))?.plans[2]?.pricePlans[0]?.amount).toBe(1100);
      expect((await get<SubscriptionPlan>('/api/Products/scan/Plans/scan-basic')).body.pricePlans[0]?.amount).toBe(
        1100,
      );
    });
  });
});
