import type { CatalogEntryRow, CatalogField, CatalogVersion, Problem, SubscriptionPlan } from '@portico/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newPerson } from '../../../test/operation-person.ts';
import { openCatalogDesk, priced, withPlan } from './drafts.test-support.ts';

const desk = await openCatalogDesk();
const { portal, proxy, operator, other, owner, entry, draft, put, edit, publish } = desk;

beforeEach(async () => {
  await Promise.all([operator, other].map((browser) => browser.send('DELETE', '/api/Catalog/Draft')));
});

afterEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
});

describe('a draft', () => {
  test('shows an entry’s values as in the file, and the definitions of the fields', async () => {
    const { value, state, problems } = await entry('desktop');
    expect([state, problems]).toEqual(['same', []]);
    expect(value).toMatchObject({ id: 'desktop', name: { en: 'Desktop', fr: 'Bureau' }, licensingType: 'HostLocked' });
    const fields = await operator.get('/api/Catalog/Fields/products', { headers: { 'accept-language': 'fr' } });
    const { field } = fields.json<{ field: CatalogField }>();
    expect(field).toMatchObject({ kind: 'block', fields: expect.any(Array) });
    expect(field.kind === 'block' && field.fields.find(({ name }) => name === 'graceDays')).toEqual({
      name: 'graceDays',
      label: 'Jours de grâce',
      required: false,
      initial: 7,
      field: { kind: 'whole', least: 0, most: 90 },
    });
  });

  test('is seen only by its operator, until it is published', async () => {
    expect((await edit('cloud', (value) => ({ ...value, graceDays: 3 }))).json()).toMatchObject({ problems: [] });
    expect(await draft()).toMatchObject({ changed: 1, problems: [], theirs: null });
    expect((await entry('cloud', other)).value).not.toHaveProperty('graceDays');
    expect((await entry('cloud')).state).toBe('changed');
    const rows = (await operator.get('/api/Catalog/Entries/products')).json<{ items: CatalogEntryRow[] }>().items;
    expect(rows).toMatchObject([
      { id: 'desktop', state: 'same', plans: 4 },
      { id: 'cloud', state: 'changed', problems: 0 },
    ]);
  });

  test('stores problems, and reports them at their path in the reader’s language', async () => {
    const { revision, value } = await entry('cloud');
    const wrong = { ...value, graceDays: 91, displayType: 'UrlWithLicense' };
    const saved = await put('cloud', { revision, value: wrong }, { language: 'fr' });
    expect(saved.json<{ problems: object[] }>().problems).toMatchObject([
      {
        place: 'products[cloud].graceDays',
        title: 'cloud › Jours de grâce',
        message: 'Doit être un nombre entier de 0 à 90.',
      },
      { place: 'products[cloud].url', message: expect.stringMatching(/^Est manquant/) },
    ]);
    expect((await entry('cloud')).value.graceDays).toBe(91);
    expect((await publish()).json<Problem>()).toMatchObject({
      code: 'Conflict',
      message: expect.stringContaining('problems'),
    });
  });

  test('refuses a value that is not a picture, whatever it claims to be', async () => {
    const svg = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
    const saved = await edit('cloud', (value) => ({ ...value, logo: svg }));
    expect(saved.json<{ problems: object[] }>().problems).toMatchObject([
      { place: 'products[cloud].logo', message: expect.stringMatching(/^Should be a PNG, JPEG or WebP picture/) },
    ]);
  });

  test.each([
    [
      'more plans than a catalog can have',
      { plans: Array.from({ length: 20_000 }, (_, index) => ({ id: `p${index}` })) },
    ],
    ['a plan that is not a block', { plans: [null] }],
    ['text in place of plans', { plans: 'x' }],
    ['values nested too deeply', { plans: JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) }],
    [
      'more values than an entry can have',
      { plans: [{ id: 'p', prices: [{ id: 'q', amount: Array(25_000).fill(1) }] }] },
    ],
  ])('refuses %s (CAT-52)', async (_what, change) => {
    const { revision, value } = await entry('cloud');
    const refused = await put('cloud', { revision, value: { ...value, ...change } });
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([422, 'ValidationError']);
    expect(Object.keys(refused.json<Problem>().propertyErrors ?? {})[0]).toMatch(/^(plans|value)/);
    expect(await draft()).toMatchObject({ revision: 0 });
  });

  test('can be opened even if it has other values in place of plans', async () => {
    await edit('cloud', (value) => ({ ...value, graceDays: 3 }));
    for (const plans of ['[null, 1]', '"x"', '[[]]']) {
      await portal.database.pool.query(
        "update catalog_drafts set definition = jsonb_set(definition, '{products,1,plans}', $1::jsonb)",
        [plans],
      );
      const answers = await Promise.all(
        ['Draft', 'Entries/products', 'Entries/products/cloud'].map((path) => operator.get(`/api/Catalog/${path}`)),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
  });

  test('is not overwritten by another tab that has not seen the latest changes', async () => {
    const { revision, value } = await entry('cloud');
    await put('cloud', { revision, value: { ...value, graceDays: 3 } });
    const late = await put('cloud', { revision, value: { ...value, graceDays: 4 } });
    expect([late.statusCode, late.json<Problem>().code]).toEqual([409, 'Conflict']);
    expect((await entry('cloud')).value.graceDays).toBe(3);
  });

  test('adds, moves and removes products and coupons', async () => {
    const product = {
      id: 'watch',
      name: { en: 'Watch' },
      description: { en: 'Watches' },
      displayType: 'Subscribe',
      subscriptionIsRequired: false,
    };
    const { revision } = await entry('cloud');
    await put('watch', { revision, value: product });
    await operator.post('/api/Catalog/Entries/products/watch/Move', { by: -1 });
    await operator.send('DELETE', '/api/Catalog/Entries/coupons/CLOUDONLY');
    const rows = async (list: string) =>
      (await operator.get(`/api/Catalog/Entries/${list}`)).json<{ items: CatalogEntryRow[] }>().items;
    expect((await rows('products')).map(({ id, state }) => [id, state])).toEqual([
      ['desktop', 'same'],
      ['watch', 'added'],
      ['cloud', 'same'],
    ]);
    expect((await rows('coupons')).at(-1)).toMatchObject({ id: 'CLOUDONLY', state: 'removed' });
    for (const value of [
      { ...product, id: '' },
      { ...product, id: 'CLOUD' },
    ]) {
      const { revision } = await entry('cloud');
      expect((await put('new', { revision, value })).json<Problem>().propertyErrors).toHaveProperty('id');
    }
  });

  test('is previewed as customers will see the catalog, in both languages', async () => {
    await edit('cloud', (value) => withPlan('cloud-team', { name: { en: 'Crew', fr: 'Équipe' } })(value));
    const preview = async (language: string) =>
      (await operator.get(`/api/Catalog/Draft/Products/cloud/Preview?language=${language}`)).json<{
        items: SubscriptionPlan[];
      }>().items;
    expect((await preview('fr')).find(({ id }) => id === 'cloud-team')).toMatchObject({ name: 'Équipe' });
    expect((await preview('en')).find(({ id }) => id === 'cloud-team')).toMatchObject({
      name: 'Crew',
      subscribeAction: 'Subscribe',
    });
  });

  test('is for operators only', async () => {
    for (const url of ['Draft', 'Entries/products', 'Entries/products/cloud', 'Fields/products', 'Versions'])
      expect((await owner.get(`/api/Catalog/${url}`)).statusCode).toBe(403);
  });
});

describe('publishing', () => {
  test('amends a price for new customers, and counts the customers who keep the former price', async () => {
    const person = await newPerson(portal);
    await portal.database.pool.query(
      `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at, expires_at, amount, currency, interval, interval_count, items)
       values ($1, 'sub_of_the_test', 'cloud', 'cloud-team', 'cloud-team-monthly', 1, 'active', false, now(), now() + interval '1 month', 3000, 'usd', 'Month', 1, '[{"kind": "base", "priceId": "cloud-team-monthly"}]')`,
      [person.accountId],
    );
    await edit('cloud', priced('35.00'));
    expect(await desk.changes()).toEqual({
      problems: [],
      differences: [
        {
          place: 'products[cloud].plans[cloud-team].prices[cloud-team-monthly].amount',
          title: 'cloud › Plans: cloud-team › Prices: cloud-team-monthly › Amount',
          before: '30.00',
          after: '35.00',
        },
      ],
      total: 1,
      amended: 1,
      subscriptions: 1,
      retired: 0,
      leaving: [],
    });
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    expect((await entry('cloud')).prices).toMatchObject([
      { priceId: 'cloud-team-monthly', amount: 3500, isSold: true },
      { priceId: 'cloud-free-monthly' },
      { priceId: 'cloud-team-monthly', amount: 3000, isSold: false },
    ]);
    expect(await draft()).toMatchObject({ revision: 0, changed: 0 });
    const { rows } = await portal.database.pool.query(
      "select detail -> 'changes' as changes from audit_events where kind = 'catalogPublished'",
    );
    expect(rows).toEqual([
      { changes: { 'products[cloud].plans[cloud-team].prices[cloud-team-monthly].amount': ['30.00', '35.00'] } },
    ]);
  });

  test('merges what two operators changed; the second resolves conflicts', async () => {
    await edit('cloud', (value) => ({ ...value, graceDays: 5, version: '2.0' }));
    await edit('cloud', (value) => ({ ...value, graceDays: 6, url: 'https://cloud.example/' }), other);
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    const { theirs, changed } = await draft(other);
    expect(changed).toBe(2);
    expect(theirs).toMatchObject({
      by: expect.any(String),
      differences: [
        { place: 'products[cloud].graceDays', after: '5' },
        { place: 'products[cloud].version', after: '2.0' },
      ],
      conflicts: [{ place: 'products[cloud].graceDays', mine: '6', theirs: '5' }],
    });
    expect((await publish(other)).json<Problem>().code).toBe('Conflict');
    expect((await publish(other, [{ place: 'products[cloud].graceDays', keep: 'mine' }])).json()).toMatchObject({
      status: 'published',
    });
    expect((await entry('cloud')).value).toMatchObject({ graceDays: 6, version: '2.0', url: 'https://cloud.example/' });
  });

  test('refuses a draft without changes', async () => {
    expect((await publish()).json<Problem>()).toMatchObject({ code: 'Conflict' });
    await edit('cloud', (value) => value);
    expect((await publish()).json<Problem>()).toMatchObject({ code: 'Conflict' });
  });

  test('resumes after Stripe was unreachable; customers never see half of the changes', async () => {
    await edit('cloud', (value) => priced('41.00')({ ...value, name: { en: 'Cloud 41' } }));
    let calls = 0;
    proxy.decide = (method) => {
      if (method === 'POST') calls += 1;
      return method === 'POST' && calls > 1 ? 503 : undefined;
    };
    expect((await publish()).json()).toMatchObject({ status: 'pending' });
    const seen = async () =>
      (await owner.get('/api/Products/cloud/Plans')).json<{ items: SubscriptionPlan[]; product: { name: string } }>();
    expect((await seen()).product.name).not.toBe('Cloud 41');
    expect(await draft()).toMatchObject({ publication: { isOwn: true, failure: null } });
    proxy.decide = () => undefined;
    const { publication } = await draft();
    await desk.goOn(publication?.version as number);
    const after = await seen();
    expect(after.product.name).toBe('Cloud 41');
    expect(after.items.find(({ id }) => id === 'cloud-team')?.pricePlans[0]?.amount).toBe(4100);
    expect(await draft()).toMatchObject({ revision: 0, publication: null });
  });
});

describe('versions', () => {
  test('can be viewed, and restored as a draft', async () => {
    const { items } = (await operator.get('/api/Catalog/Versions')).json<{ items: CatalogVersion[] }>();
    expect(items[0]).toMatchObject({ isSold: true, source: 'screen', by: expect.any(String) });
    const first = items.at(-1) as CatalogVersion;
    expect(first).toMatchObject({ source: 'file', isSold: false });
    const looked = (await operator.get(`/api/Catalog/Versions/${items[0]?.id}`)).json();
    expect(looked).toMatchObject({
      total: expect.any(Number),
      differences: expect.arrayContaining([expect.objectContaining({ place: 'products[cloud].name.en' })]),
    });
    expect((await operator.post(`/api/Catalog/Versions/${first.id}/BringBack`)).statusCode).toBe(200);
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    expect((await entry('cloud')).value).toMatchObject({ name: { en: 'Cloud' } });
    expect((await entry('cloud')).value).not.toHaveProperty('version');
  });

  test('that do not exist are not found', async () => {
    expect((await operator.get('/api/Catalog/Versions/999999')).statusCode).toBe(404);
    expect((await operator.post('/api/Catalog/Versions/999999/BringBack')).statusCode).toBe(404);
    expect((await operator.get('/api/Catalog/Entries/products/none')).statusCode).toBe(404);
    expect((await operator.get('/api/Catalog/Entries/others/none')).statusCode).toBe(400);
  });
});
