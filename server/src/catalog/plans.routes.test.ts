import type { ResponseOf as Answer, catalogPlans, Problem, SubscriptionPlan } from '@portico/contract';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { newPerson } from '../../test/operation-person.ts';
import { openPortalBehindProxy } from '../../test/portal-behind-proxy.ts';
import type { publishJob } from './versions/publish.ts';

const { portal, proxy } = await openPortalBehindProxy();
let operator: Browser;
let owner: Browser;

beforeAll(async () => {
  operator = await portal.signIn('operator@portico.example');
  owner = await portal.signIn('owner@acme.example');
});

afterEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
});

const gold = {
  code: 'GOLD',
  name: 'Gold',
  description: 'For those who want more',
  featuredText: '',
  isTrial: false,
  processingType: 1,
  fromAmountPerMonth: null,
};
const sold = { ...gold, processingType: 0, fromAmountPerMonth: 4900 };
const plans = async (browser = owner, query = '') =>
  (await browser.get(`/api/Products/cloud/Plans${query}`)).json<{ items: SubscriptionPlan[] }>().items;
const add = (plan: object, language = 'en') =>
  operator.post('/api/Products/cloud/Plans', plan, { headers: { 'accept-language': language } });
const opened = async (path: string) =>
  (await operator.get(`/api/Products/${path}/Holders`)).json<Answer<typeof catalogPlans.countPlanHolders>>();
/** Saves a plan from its dialog, by default as it is published. */
const save = async (path: string, plan: object, { language = 'en', ...given }: Record<string, unknown> = {}) =>
  operator.post(
    `/api/Products/${path}`,
    { version: (await opened(path)).version, ...plan, ...given },
    { headers: { 'accept-language': String(language) } },
  );
const one = async (id: string) => (await plans()).find((plan) => plan.id === id);
const versions = async () =>
  (
    await portal.database.pool.query<{ source: string; published: boolean; failure: object | null }>(
      'select source, published_at is not null as published, failure from catalog_versions order by id',
    )
  ).rows;

describe('a plan', () => {
  test('is added by an operator, seen by everyone, and creates a version', async () => {
    const added = await add(gold);
    expect(added.json()).toEqual({ planId: 'cloud-gold', version: expect.any(Number), status: 'published' });
    expect(await one('cloud-gold')).toMatchObject({
      code: 'GOLD',
      name: 'Gold',
      processingType: 1,
      isTrial: false,
      fromAmountPerMonth: null,
      subscribeAction: 'Contact',
    });
    expect((await versions()).at(-1)).toEqual({ source: 'screen', published: true, failure: null });
    const { rows } = await portal.database.pool.query("select kind, detail from audit_events where kind = 'planAdded'");
    expect(rows).toMatchObject([
      {
        detail: { productId: 'cloud', planId: 'cloud-gold', changes: { code: [null, 'GOLD'], isTrial: [null, false] } },
      },
    ]);
  });

  test('gets an unused id, even if its code was another plan’s', async () => {
    await operator.send('DELETE', '/api/Products/cloud/Plans/cloud-gold');
    expect((await add(gold)).json()).toMatchObject({ planId: 'cloud-gold-2' });
    expect((await plans()).filter(({ code }) => code === 'GOLD')).toHaveLength(1);
  });

  test('is sold at the given amount, and amended only for new customers', async () => {
    const { planId } = (await add({ ...sold, code: 'PAID' })).json<{ planId: string }>();
    expect(await one(planId)).toMatchObject({
      fromAmountPerMonth: 4900,
      pricePlans: [{ amount: 4900, interval: 'Month' }],
    });
    const saved = await save(`cloud/Plans/${planId}`, {
      ...sold,
      code: 'PAID',
      featuredText: 'New',
      fromAmountPerMonth: 5900,
    });
    expect(saved.json()).toMatchObject({ status: 'published' });
    expect(await one(planId)).toMatchObject({ fromAmountPerMonth: 5900, featured: true, featuredText: 'New' });
    const { rows } = await portal.database.pool.query(
      'select amount::int, current from catalog_prices where price_id = $1 order by created_at',
      [`${planId}-monthly`],
    );
    expect(rows).toEqual([
      { amount: 4900, current: false },
      { amount: 5900, current: true },
    ]);
  });

  test('keeps its other language, prices and features if it is changed in French', async () => {
    const before = await one('cloud-team');
    await save(
      'cloud/Plans/cloud-team',
      { ...sold, code: 'CT', name: 'Équipe', description: 'Pour une équipe', fromAmountPerMonth: undefined },
      { language: 'fr' },
    );
    expect(await one('cloud-team')).toMatchObject({ name: before?.name, pricePlans: before?.pricePlans });
    const french = await owner.get('/api/Products/cloud/Plans/cloud-team', { headers: { 'accept-language': 'fr' } });
    expect(french.json()).toMatchObject({ name: 'Équipe', description: 'Pour une équipe' });
  });

  test('without French texts is shown in English, whatever the language of its author', async () => {
    const { planId } = (await add({ ...gold, code: 'FR', name: 'Or' }, 'fr')).json<{ planId: string }>();
    expect(await one(planId)).toMatchObject({ name: 'Or' });
  });

  test('with problems is refused at their fields, in the reader’s language', async () => {
    const refused = async (plan: object, language?: string) =>
      (await add(plan, language)).json<Problem>().propertyErrors;
    expect(await refused({ ...sold, code: 'X', fromAmountPerMonth: null })).toEqual({
      fromAmountPerMonth: [expect.stringMatching(/^Is missing: a plan sold through Stripe should have a price/)],
    });
    expect(await refused({ ...gold, code: 'X', isTrial: true }, 'fr')).toEqual({
      isTrial: ['Doit être omis d’un forfait manuel\u00a0: les essais commencent en ligne.'],
    });
    expect(await refused({ ...gold, code: 'paid' })).toEqual({
      code: ["Should be unique: 'paid' is already the code of a plan of this product."],
    });
    expect(await refused({ ...gold, code: '', name: '' })).toMatchObject({
      code: [expect.any(String)],
      name: [expect.any(String)],
    });
  });

  test('that does not exist is not found', async () => {
    for (const path of ['cloud/Plans/none', 'none/Plans/cloud-team']) {
      expect((await save(path, gold, { version: 1 })).statusCode).toBe(404);
      expect((await operator.send('DELETE', `/api/Products/${path}`)).statusCode).toBe(404);
    }
    expect((await operator.post('/api/Products/none/Plans', gold)).statusCode).toBe(404);
  });

  test('is sorted by each column of the table', async () => {
    for (const sortField of ['created', 'name', 'type', 'featuredText', 'amountPerMonth', 'description']) {
      const ids = async (order: string) =>
        (await plans(owner, `?sortField=${sortField}&order=${order}`)).map(({ id }) => id);
      expect((await ids('asc')).toSorted()).toEqual((await ids('desc')).toSorted());
    }
    expect((await plans(owner, '?sortField=amountPerMonth&order=desc'))[0]?.fromAmountPerMonth).toBe(
      Math.max(...(await plans()).map(({ fromAmountPerMonth }) => fromAmountPerMonth ?? -1)),
    );
  });
});

describe('a plan that two operators change concurrently', () => {
  const path = 'cloud/Plans/cloud-team';
  const asOpened = async () => {
    const { plan, version, amount } = await opened(path);
    return { ...plan, version, fromAmountPerMonth: amount };
  };

  test('has the changes of both, and loses nothing', async () => {
    const first = await asOpened();
    const second = await asOpened();
    expect((await save(path, { ...first, fromAmountPerMonth: 3700 })).json()).toMatchObject({ status: 'published' });
    expect((await save(path, { ...second, featuredText: 'Loved' })).json()).toMatchObject({ status: 'published' });
    expect(await one('cloud-team')).toMatchObject({ fromAmountPerMonth: 3700, featuredText: 'Loved' });
  });

  test('is not saved with conflicts until the second operator has seen them; then that operator’s values replace the conflicting ones', async () => {
    const first = await asOpened();
    const second = await asOpened();
    await save(path, { ...first, fromAmountPerMonth: 3800, featuredText: '' });
    const late = { ...second, fromAmountPerMonth: 3900 };
    const refused = await save(path, late, { language: 'fr' });
    expect([refused.statusCode, refused.json<Problem>()]).toMatchObject([
      409,
      {
        code: 'Conflict',
        propertyErrors: { fromAmountPerMonth: [expect.stringContaining('38.00')] },
        additionalData: { version: expect.any(Number) },
      },
    ]);
    expect(await one('cloud-team')).toMatchObject({ fromAmountPerMonth: 3800, featuredText: null });
    // The reported version is outdated, so the conflict is reported again.
    await save(path, { ...(await asOpened()), name: 'Crew' });
    const overVersion = refused.json<Problem>().additionalData?.version;
    expect((await save(path, { ...late, overVersion })).statusCode).toBe(409);
    const { version } = await opened(path);
    expect((await save(path, { ...late, overVersion: version })).json()).toMatchObject({ status: 'published' });
    expect(await one('cloud-team')).toMatchObject({ fromAmountPerMonth: 3900, featuredText: null, name: 'Crew' });
  });

  test('requires the version that was opened', async () => {
    const refused = await operator.post(`/api/Products/${path}`, sold);
    expect(refused.json<Problem>().propertyErrors).toHaveProperty('version');
  });
});

describe('a plan that accounts have', () => {
  test('shows how many accounts have it, and stays with these accounts when it is removed', async () => {
    const person = await newPerson(portal);
    await portal.database.pool.query(
      `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at, expires_at, amount, currency, interval, interval_count, items)
       values ($1, 'sub_of_the_test', 'cloud', 'cloud-team', 'cloud-team-monthly', 1, 'active', false, now(), now() + interval '1 month', 1000, 'usd', 'Month', 1, '[]')`,
      [person.accountId],
    );
    const holders = await operator.get('/api/Products/cloud/Plans/cloud-team/Holders');
    expect(holders.json()).toMatchObject({ accounts: 1, version: expect.any(Number), plan: { code: 'CT' } });
    expect((await operator.send('DELETE', '/api/Products/cloud/Plans/cloud-team')).json()).toMatchObject({
      status: 'published',
    });
    expect((await plans()).some(({ id }) => id === 'cloud-team')).toBe(false);
    expect((await plans(person.browser)).find(({ id }) => id === 'cloud-team')).toMatchObject({
      isActive: false,
      subscribeAction: 'ChangeOptions',
    });
  });
});

describe('publishing while Stripe is unreachable', () => {
  test('resumes by itself; until then customers see no change, and nothing else is published', async () => {
    proxy.decide = (method) => (method === 'POST' ? 503 : undefined);
    const begun = await add({ ...sold, code: 'LATER' });
    expect(begun.json()).toMatchObject({ status: 'pending' });
    const { version, planId } = begun.json<{ version: number; planId: string }>();
    expect(await one(planId)).toBeUndefined();
    expect((await add({ ...gold, code: 'OTHER' })).json()).toMatchObject({ code: 'ChangeUnderWay' });
    proxy.decide = () => undefined;
    const job = portal.app.jobs.find(({ name }) => name === 'catalog-publish') as unknown as ReturnType<
      typeof publishJob
    >;
    await job.run({ version }, { isLast: false });
    expect(await one(planId)).toMatchObject({ fromAmountPerMonth: 4900 });
    expect((await versions()).at(-1)).toMatchObject({ published: true });
    // A second run changes nothing.
    await job.run({ version }, { isLast: false });
  });

  test('fails if a file was applied meanwhile', async () => {
    proxy.decide = () => 503;
    const { version, planId } = (await add({ ...sold, code: 'LATE' })).json<{ version: number; planId: string }>();
    proxy.decide = () => undefined;
    await portal.database.pool.query(
      "insert into catalog_versions (definition, source, published_at) select definition, 'file', now() from catalog_versions where published_at is not null order by id desc limit 1",
    );
    const job = portal.app.jobs.find(({ name }) => name === 'catalog-publish') as unknown as ReturnType<
      typeof publishJob
    >;
    await job.run({ version }, { isLast: false });
    expect(await one(planId)).toBeUndefined();
    expect((await versions()).find(({ failure }) => failure !== null)).toMatchObject({
      failure: { reason: 'overtaken' },
    });
    expect((await add({ ...gold, code: 'AFTER' })).json()).toMatchObject({ status: 'published' });
  });
});
