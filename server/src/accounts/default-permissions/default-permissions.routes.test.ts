import { idsRevision } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { insertProducts } from '../../../test/products.ts';
import { createCatalog } from '../../catalog/index.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { defaultPermissionsModule } from './default-permissions.routes.ts';
import { findDefaults } from './default-permissions.service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: Browser;
let other: Browser;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await insertProducts(database, 'scan', 'desk', 'gone');
  const catalog = createCatalog({ database });
  const app = await createTestPortal(database, {
    extend: (portal, { audit }) => {
      const module = defaultPermissionsModule({
        database,
        audit,
        catalog,
        config: { features: ['customerAdmin', 'billing'] },
      });
      for (const route of module.routes ?? []) route.bind(portal);
    },
  });
  accountId = (await database.pool.query("select account_id from users where login = 'owner@acme.example'")).rows[0]
    .account_id;
  admin = await new Browser(app).signIn('admin@acme.example');
  other = await new Browser(app).signIn('owner@globex.example');
});

beforeEach(async () => {
  for (const table of ['default_features', 'default_refusals', 'default_products', 'rate_limits', 'account_features'])
    await database.pool.query(`delete from ${table}`);
  await database.pool.query(
    "insert into account_features select id, unnest(array['customerAdmin', 'billing']) from accounts",
  );
});

const save = (ids: unknown, browser = admin) => browser.post('/api/DefaultUserFeatures/update', ids as object);
const saveProducts = (ids: unknown, browser = admin) =>
  browser.send('PUT', '/api/DefaultProducts', { payload: ids as object });
const enabled = async (browser = admin) =>
  (await browser.get('/api/DefaultUserFeatures/get'))
    .json()
    .features.filter(({ isEnabled }: { isEnabled: boolean }) => isEnabled)
    .map(({ id }: { id: string }) => id);
const defaults = async (browser = admin) =>
  (await browser.get('/api/DefaultProducts'))
    .json()
    .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    .map(({ id }: { id: string }) => id);
const lastEvent = async () =>
  (await database.pool.query('select * from audit_events order by id desc limit 1')).rows[0];

describe('the permissions of new users', () => {
  test('are no feature and every permission until an admin changes them', async () => {
    expect(await findDefaults(database.query, accountId)).toEqual({
      features: [],
      permissions: ['changePassword', 'changeExternalLogins'],
      productIds: [],
    });
    const answer = await admin.get('/api/DefaultUserFeatures/get', { headers: { 'accept-language': 'fr' } });
    expect(answer.json().features).toMatchObject([
      { id: 'customerAdmin', kind: 'feature', title: 'Administration du compte', isEnabled: false },
      { id: 'billing', kind: 'feature', title: 'Facturation', isEnabled: false },
      { id: 'changePassword', kind: 'permission', isEnabled: true },
      { id: 'changeExternalLogins', kind: 'permission', isEnabled: true },
    ]);
  });

  test('are saved for this account only, and the audit log has the former ones', async () => {
    expect((await save(['billing', 'changePassword'])).statusCode).toBe(200);
    expect(await enabled()).toEqual(['billing', 'changePassword']);
    expect(await enabled(other)).toEqual(['changePassword', 'changeExternalLogins']);
    expect(await findDefaults(database.query, accountId)).toMatchObject({
      features: ['billing'],
      permissions: ['changePassword'],
    });
    expect(await lastEvent()).toMatchObject({
      kind: 'defaultPermissionsChanged',
      account_id: accountId,
      detail: {
        changes: {
          features: [[], ['billing']],
          permissions: [['changeExternalLogins', 'changePassword'], ['changePassword']],
        },
      },
    });
  });

  test('records no event if nothing changes', async () => {
    await save(['billing', 'changePassword']);
    const { id } = await lastEvent();
    await save(['changePassword', 'billing', 'billing']);
    expect((await lastEvent()).id).toBe(id);
  });

  test.each([[['superAdmin']], [['billing', 'isOwner']], [{ accountId: 1 }], ['billing']])(
    'rejects %j',
    async (body) => {
      expect((await save(body)).statusCode).toBeGreaterThanOrEqual(400);
      expect(await enabled()).toEqual(['changePassword', 'changeExternalLogins']);
    },
  );

  test('rejects a feature that the account lost, but does not delete it from the defaults', async () => {
    await save(['billing']);
    await database.pool.query("delete from account_features where feature = 'billing' and account_id = $1", [
      accountId,
    ]);
    const refused = await save(['billing']);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().propertyErrors['']).toEqual([
      'The account does not have one of these features any more. Reload the page.',
    ]);
    expect((await save(['customerAdmin'])).statusCode).toBe(200);
    expect((await findDefaults(database.query, accountId)).features).toEqual(['customerAdmin', 'billing']);
  });

  test('two concurrent saves store the values of one of them, never a mixture', async () => {
    await Promise.all([save(['billing', 'changePassword']), save(['customerAdmin', 'changeExternalLogins'])]);
    expect([
      ['billing', 'changePassword'],
      ['customerAdmin', 'changeExternalLogins'],
    ]).toContainEqual(await enabled());
  });

  test('limits changes to 120 an hour', async () => {
    await save([]);
    await database.pool.query("update rate_limits set points = 120 where key like 'default-permissions:%'");
    expect((await save(['billing'])).statusCode).toBe(429);
  });
});

describe('the products of new users', () => {
  test('are in the order of the vendor, and empty until an admin changes them', async () => {
    expect((await admin.get('/api/DefaultProducts')).json()).toEqual(
      ['scan', 'desk', 'gone'].map((id) => ({ id, name: id, isAvailable: true, isDefault: false })),
    );
  });

  test('are saved for this account only', async () => {
    expect((await saveProducts(['scan', 'desk', 'scan'])).statusCode).toBe(200);
    expect(await defaults()).toEqual(['scan', 'desk']);
    expect(await defaults(other)).toEqual([]);
    expect((await findDefaults(database.query, accountId)).productIds).toEqual(['desk', 'scan']);
    expect(await lastEvent()).toMatchObject({
      kind: 'defaultProductsChanged',
      detail: { changes: { productIds: [[], ['desk', 'scan']] } },
    });
    await saveProducts([]);
    expect(await defaults()).toEqual([]);
  });

  test('rejects an unknown product', async () => {
    const refused = await saveProducts(['scan', 'unknown']);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().propertyErrors['']).toEqual(['One of these products is not sold any more. Reload the page.']);
    expect(await defaults()).toEqual([]);
  });
});

test('the defaults of new users are not saved over somebody else’s change', async () => {
  const saveWith = (ids: string[], made: string[]) =>
    admin.post(`/api/DefaultUserFeatures/update?revision=${idsRevision(made)}`, ids);
  const shown = await enabled();
  expect((await saveWith([...shown, 'billing'], shown)).statusCode).toBe(200);
  expect((await saveWith([], shown)).json().code).toBe('Conflict');
  expect(await enabled()).toContain('billing');
  const productsWith = (payload: string[], made: string[]) =>
    admin.send('PUT', `/api/DefaultProducts?revision=${idsRevision(made)}`, { payload });
  expect((await productsWith(['scan'], [])).statusCode).toBe(200);
  expect((await productsWith(['desk'], [])).json().code).toBe('Conflict');
  expect(await defaults()).toEqual(['scan']);
});
