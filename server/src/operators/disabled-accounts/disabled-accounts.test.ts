import type { Account } from '@portico/contract';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { accountsModule } from '../../accounts/accounts/accounts.routes.ts';
import { startAccounts } from '../../accounts/accounts/accounts.test-support.ts';
import { createOperations } from '../../core/operations/index.ts';
import { endAccountSessions } from '../../identity/index.ts';
import { disabledAccountsModule } from './disabled-accounts.routes.ts';

const { app, database, operator, acme, vendor, path, events } = await startAccounts((parts) => [
  accountsModule(parts),
  disabledAccountsModule({
    ...parts,
    endAccountSessions,
    operations: createOperations(parts.database, pino({ level: 'silent' })),
    mail: { enqueueMany: async () => [] },
  }),
]);

beforeEach(async () => {
  await database.pool.query('delete from rate_limits');
  await operator.post(path('/Enable'), {});
});

const disable = (reason = 'Asked to close it.') => operator.post(path('/Disable'), { reason, subscriptions: 'keep' });

describe('a disabled account (OPR-3)', () => {
  test('an unknown account id gets 404', async () => {
    const calls = [
      operator.post(path('/Disable', 999_999), { reason: 'x', subscriptions: 'keep' }),
      operator.post(path('/Enable', 999_999), {}),
    ];
    for (const call of calls) expect((await call).statusCode).toBe(404);
  });

  test('ends open sessions at their next request, and explains it on the sign-in page', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    expect((await owner.get('/api/User/Current')).statusCode).toBe(200);
    expect((await disable()).json<Account>().disabled).toMatchObject({
      reason: 'Asked to close it.',
      by: 'Olivia Perez',
    });
    expect((await owner.get('/api/User/Current')).statusCode).toBe(401);
    expect((await owner.get('/Billing', { headers: { accept: 'text/html' } })).headers.location).toMatch(/^\/login/);
    const { preloaded } = await owner.open('/login');
    expect(preloaded.modelState).toEqual({ '': ['Your account is disabled. Please contact us.'] });
    const french = await owner.open('/login', { headers: { 'accept-language': 'fr' } });
    expect(french.preloaded.modelState).toEqual({
      '': ['Votre compte est désactivé. Veuillez communiquer avec nous.'],
    });
    expect((await new Browser(app).open('/login')).preloaded.modelState).toEqual({});
  });

  test('refuses a correct password with the reason, and a wrong one as usual', async () => {
    await disable();
    const visitor = new Browser(app);
    await visitor.open('/login');
    const right = await visitor.post('/LoginWithMFA', { userName: 'owner@acme.example', password: 'Portico-demo-1' });
    expect(right.statusCode).toBe(422);
    expect(right.json().message).toBe('Your account is disabled. Please contact us.');
    const wrong = await visitor.post('/LoginWithMFA', { userName: 'owner@acme.example', password: 'wrong' });
    expect(wrong.json().message).toBe('Incorrect user name or password.');
    expect(
      (
        await database.pool.query('select 1 from sessions s join users u on u.id = s.user_id where u.account_id = $1', [
          acme,
        ])
      ).rowCount,
    ).toBe(0);
  });

  test('lets its users in again after it is enabled, but not with earlier sessions', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    await disable();
    const enabled = await operator.post(path('/Enable'), {});
    expect(enabled.json<Account>().disabled).toBeNull();
    expect((await owner.get('/api/User/Current')).statusCode).toBe(401);
    await new Browser(app).signIn('owner@acme.example');
  });

  test('is disabled once by concurrent requests, and each change is an event of the account', async () => {
    await Promise.all([disable('First'), disable('Second')]);
    const [last, before] = await events();
    expect(last).toMatchObject({ kind: 'accountDisabled', account_id: acme });
    expect(before.kind).not.toBe('accountDisabled');
    const { disabled } = (await operator.get(path())).json<Account>();
    expect(disabled?.reason).toBe(last.detail.reason);
  });

  test('the account of the operators cannot be disabled', async () => {
    const refused = await operator.post(path('/Disable', vendor), { reason: 'x', subscriptions: 'keep' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe('Operators are users of this account. It cannot be disabled.');
    expect((await operator.get(path('', vendor))).json()).toMatchObject({ hasOperators: true, disabled: null });
  });

  test.each([{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: 'a\nb' }])(
    'rejects the reason %j',
    async (body) => {
      const refused = await operator.post(path('/Disable'), { subscriptions: 'keep', ...body });
      expect(refused.statusCode).toBe(422);
      expect(Object.keys(refused.json().propertyErrors)).toEqual(['reason']);
    },
  );
});
