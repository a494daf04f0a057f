import type { CatalogVersion, Problem } from '@portico/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newPerson } from '../../../test/operation-person.ts';
import { maxVersions } from '../versions/versions.queries.ts';
import { openCatalogDesk, priced, withPlan } from './drafts.test-support.ts';

const desk = await openCatalogDesk();
const { portal, proxy, operator, other, owner, entry, draft, edit, publish, together } = desk;

beforeEach(async () => {
  await Promise.all([operator, other].map((browser) => browser.send('DELETE', '/api/Catalog/Draft')));
});

afterEach(async () => {
  proxy.decide = () => undefined;
  await portal.database.pool.query('delete from rate_limits');
});

const version = async (id: number) =>
  (await operator.get(`/api/Catalog/Versions/${id}`)).json<CatalogVersion & { isCompared: boolean }>();
const conflictPlace = 'products[cloud].graceDays';

describe('a draft beside what others published', () => {
  test('shows problems that only both changes together cause, which can be corrected after merging', async () => {
    // Each change is valid alone: one renames the plan, and the other adds a plan with the same code.
    await edit('cloud', withPlan('cloud-team', { code: 'SAME' }));
    await edit(
      'cloud',
      (value) => ({
        ...value,
        plans: [
          ...(value.plans ?? []),
          {
            id: 'cloud-more',
            code: 'SAME',
            name: { en: 'More' },
            description: { en: 'More' },
            processingType: 'manual',
          },
        ],
      }),
      other,
    );
    expect(await draft(other)).toMatchObject({ problems: [] });
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    const seen = await draft(other);
    expect(seen).toMatchObject({ theirs: { conflicts: [] }, problems: [{ message: expect.stringContaining('SAME') }] });
    expect(await desk.changes(other)).toMatchObject({ problems: [{ message: expect.stringContaining('SAME') }] });
    expect((await publish(other)).json<Problem>().code).toBe('Conflict');

    const taken = await other.post('/api/Catalog/Draft/TakeTheirs', await together(other, []));
    expect(taken.json()).toEqual({ revision: seen.revision + 1 });
    expect(await draft(other)).toMatchObject({ theirs: null, problems: [expect.anything()] });
    expect((await entry('cloud', other)).problems).toHaveLength(1);
    await edit('cloud', withPlan('cloud-more', { code: 'MORE' }), other);
    expect((await publish(other)).json()).toMatchObject({ status: 'published' });
    expect((await entry('cloud')).value.plans).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'SAME' }), expect.objectContaining({ code: 'MORE' })]),
    );
  });

  test('is merged only if each conflict has a choice, and the changes follow the choices', async () => {
    await edit('cloud', (value) => ({ ...value, graceDays: 5 }));
    await edit('cloud', (value) => ({ ...value, graceDays: 6 }), other);
    await publish();
    const refused = await other.post('/api/Catalog/Draft/TakeTheirs', await together(other, []));
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([409, 'Conflict']);
    const keep = (side: string) => [{ place: conflictPlace, keep: side }];
    expect(await desk.changes(other, keep('mine'))).toMatchObject({
      differences: [{ place: conflictPlace, after: '6' }],
    });
    expect(await desk.changes(other, keep('theirs'))).toMatchObject({ differences: [], total: 0 });
    const taken = await other.post('/api/Catalog/Draft/TakeTheirs', await together(other, keep('theirs')));
    expect(taken.statusCode).toBe(200);
    expect((await entry('cloud', other)).value.graceDays).toBe(5);
  });

  test('is not published over a version that the draft’s operator has not seen', async () => {
    await edit('cloud', (value) => ({ ...value, version: '3.0' }), other);
    const seen = await together(other, []);
    await edit('cloud', (value) => ({ ...value, graceDays: 8 }));
    await publish();
    const late = await other.post('/api/Catalog/Draft/Publish', seen);
    expect([late.statusCode, late.json<Problem>()]).toMatchObject([
      409,
      { code: 'Conflict', message: expect.stringContaining('another version') },
    ]);
    expect((await publish(other)).json()).toMatchObject({ status: 'published' });
    expect((await entry('cloud')).value).toMatchObject({ graceDays: 8, version: '3.0' });
  });

  test('is for operators only', async () => {
    const body = { revision: 0, sold: 1, choices: [] };
    expect((await owner.post('/api/Catalog/Draft/Changes', { choices: [] })).statusCode).toBe(403);
    expect((await owner.post('/api/Catalog/Draft/TakeTheirs', body)).statusCode).toBe(403);
    expect((await operator.post('/api/Catalog/Draft/TakeTheirs', body)).statusCode).toBe(409);
    expect((await operator.post('/api/Catalog/Draft/Publish', { revision: 0, choices: [] })).statusCode).toBe(422);
  });
});

describe('a publication for which Stripe is unreachable', () => {
  const begin = async (amount: string) => {
    await edit('cloud', priced(amount));
    proxy.decide = (method) => (method === 'POST' ? 503 : undefined);
    return (await publish()).json<{ version: number; status: string }>();
  };

  test('fails at the last try without blocking others, and can be retried', async () => {
    const { version: id, status } = await begin('61.00');
    expect(status).toBe('pending');
    expect(await version(id)).toMatchObject({ mayTryAgain: true, mayGiveUp: true, failure: null });
    await expect(desk.goOn(id)).rejects.toThrow();
    expect(await draft()).toMatchObject({ publication: { failure: null } });
    await desk.goOn(id, true);
    expect(await version(id)).toMatchObject({
      failure: expect.stringContaining('did not answer'),
      mayTryAgain: true,
      mayGiveUp: false,
    });
    expect((await desk.auditKinds()).slice(-2)).toMatchObject([
      { kind: 'catalogPublishAsked', detail: { version: id }, account: desk.accountId },
      { kind: 'catalogPublishFailed', detail: { version: id, error: 'unavailable' }, account: desk.accountId },
    ]);
    proxy.decide = () => undefined;
    expect((await operator.post(`/api/Catalog/Versions/${id}/TryAgain`)).json()).toEqual({
      version: id,
      status: 'published',
    });
    expect(await version(id)).toMatchObject({ isSold: true, failure: null, mayTryAgain: false });
    expect(await draft()).toMatchObject({ revision: 0, publication: null });
    expect((await desk.auditKinds()).at(-1)).toMatchObject({ kind: 'catalogPublished', account: desk.accountId });
    expect((await operator.post(`/api/Catalog/Versions/${id}/TryAgain`)).json<Problem>().code).toBe('Conflict');
  });

  test('is retried while it waits, and abandoned for another version', async () => {
    const { version: id } = await begin('62.00');
    expect((await operator.post(`/api/Catalog/Versions/${id}/TryAgain`)).json()).toMatchObject({ status: 'pending' });
    await edit('cloud', (value) => ({ ...value, graceDays: 12 }), other);
    expect((await publish(other)).json<Problem>().code).toBe('ChangeUnderWay');
    expect((await other.post(`/api/Catalog/Versions/${id}/GiveUp`)).statusCode).toBe(200);
    expect((await desk.auditKinds()).at(-1)).toMatchObject({ kind: 'catalogPublishGivenUp', detail: { version: id } });
    expect((await other.post(`/api/Catalog/Versions/${id}/GiveUp`)).json<Problem>().code).toBe('Conflict');
    proxy.decide = () => undefined;
    // The remaining job does nothing.
    await desk.goOn(id);
    expect((await publish(other)).json()).toMatchObject({ status: 'published' });
    expect(await version(id)).toMatchObject({ mayTryAgain: false, failure: expect.stringContaining('given up') });
    expect((await operator.post(`/api/Catalog/Versions/${id}/TryAgain`)).json<Problem>()).toMatchObject({
      code: 'Conflict',
    });
  });

  test('with an unknown number can be neither abandoned nor retried', async () => {
    for (const action of ['TryAgain', 'GiveUp']) {
      expect((await operator.post(`/api/Catalog/Versions/999999/${action}`)).statusCode).toBe(404);
    }
  });
});

describe('an entry that is no longer sold', () => {
  test('shows how many accounts have it, and can be restored both before and after publishing', async () => {
    const person = await newPerson(portal);
    await portal.database.pool.query(
      `insert into subscriptions (account_id, stripe_subscription_id, product_id, plan_id, price_plan_id, quantity, status, trial, started_at, expires_at, amount, currency, interval, interval_count, items)
       select $1, 'sub_' || plan, 'cloud', plan, plan || '-monthly', 1, 'active', false, now(), now() + interval '1 month', 3000, 'usd', 'Month', 1, '[]'
       from unnest(array['cloud-team', 'cloud-free']) as plan`,
      [person.accountId],
    );
    expect((await entry('cloud')).holders).toEqual({
      accounts: 1,
      plans: expect.arrayContaining([
        { id: 'cloud-team', accounts: 1 },
        { id: 'cloud-free', accounts: 1 },
      ]),
    });
    await operator.send('DELETE', '/api/Catalog/Entries/coupons/CLOUDONLY');
    await operator.send('DELETE', '/api/Catalog/Entries/products/cloud');
    expect(await desk.changes()).toMatchObject({
      retired: expect.any(Number),
      leaving: expect.arrayContaining([{ id: 'cloud-team', name: expect.any(String), accounts: 1 }]),
    });
    expect((await operator.post('/api/Catalog/Entries/products/cloud/Keep')).statusCode).toBe(200);
    expect((await entry('cloud')).state).toBe('same');
    expect((await desk.rowsOf('products')).map(({ id }) => id)).toEqual(['desktop', 'cloud']);

    await operator.send('DELETE', '/api/Catalog/Entries/products/cloud');
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    expect((await desk.rowsOf('products')).map(({ id }) => id)).toEqual(['desktop']);
    expect(await desk.rowsOf('products', '?show=retired')).toMatchObject([{ id: 'cloud', state: 'retired' }]);
    expect(await desk.rowsOf('coupons', '?show=retired&textFilter=cloud')).toMatchObject([{ id: 'CLOUDONLY' }]);
    expect(await entry('cloud')).toMatchObject({
      state: 'retired',
      value: { id: 'cloud', plans: expect.arrayContaining([expect.objectContaining({ id: 'cloud-team' })]) },
      holders: { accounts: 1 },
      prices: expect.arrayContaining([expect.objectContaining({ priceId: 'cloud-team-monthly' })]),
    });
    expect((await operator.get('/api/Catalog/Coupons/CLOUDONLY/Redemptions')).statusCode).toBe(200);
    for (const id of ['products/cloud', 'coupons/CLOUDONLY']) {
      expect((await operator.post(`/api/Catalog/Entries/${id}/Keep`)).statusCode).toBe(200);
    }
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    expect((await entry('cloud')).state).toBe('same');
    expect((await owner.post('/api/Catalog/Entries/products/cloud/Keep')).statusCode).toBe(403);
  });
});

describe('the stored versions', () => {
  test('are the newest ones; a version without its predecessor does not show its changes', async () => {
    const { rows } = await portal.database.pool.query<{ id: number }>(
      `with sold as (select max(id) as id from catalog_versions where published_at is not null)
       insert into catalog_versions (definition, source, published_at, based_on)
       select definition, 'file', now(), sold.id from catalog_versions join sold using (id), generate_series(1, ${maxVersions})
       returning id::int`,
    );
    // A draft keeps the version on which it is based.
    const first = await portal.database.pool.query<{ id: number }>('select min(id)::int as id from catalog_versions');
    const kept = first.rows[0]?.id as number;
    await edit('cloud', (value) => ({ ...value, graceDays: 20 }), other);
    await portal.database.pool.query('update catalog_drafts set based_on = $1', [kept]);
    await edit('cloud', (value) => ({ ...value, graceDays: 21 }));
    await portal.database.pool.query(
      'update catalog_drafts set based_on = $1 where user_id = (select id from users where email = $2)',
      [rows.at(-1)?.id, 'operator@portico.example'],
    );
    expect((await publish()).json()).toMatchObject({ status: 'published' });
    const left = await portal.database.pool.query<{ id: number }>('select id::int from catalog_versions order by id');
    expect(left.rows).toHaveLength(maxVersions + 1);
    expect(left.rows[0]?.id).toBe(kept);
    const oldest = left.rows[1]?.id as number;
    expect(await version(oldest)).toMatchObject({ isCompared: false, total: 0 });
    expect(await version(left.rows.at(-1)?.id as number)).toMatchObject({ isCompared: true, total: 1 });
  });
});
