import { idsRevision } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { startUsers } from './users.test-support.ts';

describe('the grants of a user', async () => {
  const { sql, findUserId, addMember, signIn, findAuditEvent, defaults } = await startUsers();
  const admin = await signIn('admin@acme.example');
  const adminId = await findUserId('admin@acme.example');
  beforeEach(() => sql('delete from rate_limits'));
  const enabledIds = (answer: { features: { id: string; isEnabled: boolean }[] }) =>
    answer.features.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);

  describe('features and permissions', () => {
    test.each(['/UserFeatures/', '/UserFeatures//'])(
      'are read and saved at %s, and apply from the next request on',
      async (path) => {
        const { id, email } = await addMember();
        const member = await signIn(email);
        const before = (await admin.get(`${path}${id}`)).json();
        expect(before.isAdmin).toBe(false);
        expect(before.features[0]).toEqual({
          id: 'customerAdmin',
          kind: 'feature',
          title: 'Account administration',
          description: 'Users, orders, licenses and hardware IDs of the account.',
          isEnabled: false,
        });
        expect(enabledIds(before)).toEqual(['changePassword', 'changeExternalLogins']);
        expect((await member.get('/api/User/list')).statusCode).toBe(403);
        const after = (await admin.post(`${path}${id}`, ['customerAdmin', 'changePassword'])).json();
        expect(enabledIds(after)).toEqual(['customerAdmin', 'changePassword']);
        expect((await member.get('/api/User/list')).statusCode).toBe(200);
        expect((await findAuditEvent('userFeaturesChanged'))?.detail).toEqual({
          userId: id,
          changes: {
            features: [
              ['changeExternalLogins', 'changePassword'],
              ['changePassword', 'customerAdmin'],
            ],
          },
        });
        await admin.post(`${path}${id}`, []);
        expect((await member.get('/api/User/list')).statusCode).toBe(403);
        expect((await member.open('/')).preloaded.permissions).toEqual([]);
      },
    );

    test('an admin has all features and permissions, and none can be removed', async () => {
      const all = (await admin.get(`/UserFeatures/${adminId}`)).json();
      expect(all.isAdmin).toBe(true);
      expect(enabledIds(all)).toHaveLength(4);
      const refused = await admin.post(`/UserFeatures/${adminId}`, []);
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'Admins have all features, permissions and products.',
      ]);
    });

    test('a feature that the account lost stays granted in case it returns', async () => {
      const { id } = await addMember({ features: ['billing'] });
      await sql(
        "delete from account_features where feature = 'billing' and account_id = (select account_id from users where id = $1)",
        [id],
      );
      expect(
        (await admin.get(`/UserFeatures/${id}`)).json().features.map((one: { id: string }) => one.id),
      ).not.toContain('billing');
      expect((await admin.post(`/UserFeatures/${id}`, ['billing'])).statusCode).toBe(422);
      await admin.post(`/UserFeatures/${id}`, ['customerAdmin']);
      await sql("insert into account_features select account_id, 'billing' from users where id = $1", [id]);
      expect(enabledIds((await admin.get(`/UserFeatures/${id}`)).json())).toEqual(['customerAdmin', 'billing']);
    });

    test('rejects an unknown feature or permission', async () => {
      const { id } = await addMember();
      expect((await admin.post(`/UserFeatures/${id}`, ['everything'])).statusCode).toBe(422);
      expect((await admin.post(`/UserFeatures/${id}`, { features: ['billing'] })).statusCode).toBe(422);
    });
  });

  describe('products', () => {
    const path = (id: number) => `/api/User/${id}/AvailableProducts`;

    test('are listed with whether the user has them and whether they are defaults', async () => {
      defaults.current = { ...defaults.current, productIds: ['parse'] };
      const { id } = await addMember({ productIds: ['scan'] });
      expect((await admin.get(path(id), { headers: { 'accept-language': 'fr' } })).json()).toEqual([
        { id: 'scan', name: 'Lecture', isAvailable: true, isDefault: false, userSettingsUrl: null },
        { id: 'parse', name: 'Parse', isAvailable: false, isDefault: true, userSettingsUrl: null },
      ]);
      expect((await admin.get(`/api/User/${id}`)).json().availableProducts).toEqual(['scan']);
      defaults.current = { ...defaults.current, productIds: [] };
    });

    test('are saved exactly as given, and recorded', async () => {
      const { id } = await addMember({ productIds: ['scan'] });
      const saved = (await admin.send('PUT', path(id), { payload: ['parse'] })).json();
      expect(saved.map((one: { isAvailable: boolean }) => one.isAvailable)).toEqual([false, true]);
      expect((await findAuditEvent('userProductsChanged'))?.detail).toEqual({
        userId: id,
        changes: { productIds: [['scan'], ['parse']] },
      });
      expect((await admin.send('PUT', path(id), { payload: [] })).statusCode).toBe(200);
      expect((await admin.get(`/api/User/${id}`)).json().availableProducts).toEqual([]);
    });

    test('an admin has all products', async () => {
      expect((await admin.get(`/api/User/${adminId}`)).json().availableProducts).toEqual(['scan', 'parse']);
      expect((await admin.send('PUT', path(adminId), { payload: [] })).statusCode).toBe(409);
    });

    test('rejects unknown products', async () => {
      const { id } = await addMember();
      expect((await admin.send('PUT', path(id), { payload: ['gone'] })).statusCode).toBe(422);
    });
  });

  test('are not saved over somebody else’s change', async () => {
    const { id } = await addMember();
    const features = (ids: string[], made: string[]) =>
      admin.post(`/UserFeatures/${id}?revision=${idsRevision(made)}`, ids);
    const shown = enabledIds((await admin.get(`/UserFeatures/${id}`)).json());
    expect((await features([...shown, 'customerAdmin'], [...shown].reverse())).statusCode).toBe(200);
    expect((await features([], shown)).json().code).toBe('Conflict');
    expect(enabledIds((await admin.get(`/UserFeatures/${id}`)).json())).toContain('customerAdmin');
    const products = (payload: string[], made: string[]) =>
      admin.send('PUT', `/api/User/${id}/AvailableProducts?revision=${idsRevision(made)}`, { payload });
    expect((await products(['scan'], [])).statusCode).toBe(200);
    expect((await products(['parse'], [])).json().code).toBe('Conflict');
    expect((await products(['parse'], ['scan'])).statusCode).toBe(200);
  });

  test('users without the right cannot change grants', async () => {
    const { id } = await addMember();
    const reader = await signIn('readonly@acme.example');
    expect((await reader.get(`/UserFeatures/${id}`)).statusCode).toBe(200);
    expect((await reader.post(`/UserFeatures/${id}`, [])).statusCode).toBe(403);
    expect((await reader.send('PUT', `/api/User/${id}/AvailableProducts`, { payload: [] })).statusCode).toBe(403);
  });
});
