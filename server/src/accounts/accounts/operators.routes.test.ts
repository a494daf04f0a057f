import type { Account } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { accountsModule } from './accounts.routes.ts';
import { createAccountParts } from './accounts.test-support.ts';

const database = await createTestDatabase();
let app: FastifyInstance;
let operator: Browser;
let acme = 0;
let vendor = 0;

const findAccountId = async (email: string): Promise<number> =>
  (await database.pool.query('select account_id as id from users where email = $1', [email])).rows[0].id;

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  app = await createTestPortal(database, {
    extend: (portal, { audit }) => {
      const context = { database, audit, ...createAccountParts(database) };
      for (const route of accountsModule(context).routes ?? []) route.bind(portal);
    },
  });
  operator = await new Browser(app).signIn('operator@portico.example');
  [acme, vendor] = [await findAccountId('owner@acme.example'), await findAccountId('operator@portico.example')];
});

beforeEach(async () => {
  await database.pool.query('delete from rate_limits');
  await operator.post(`/api/Operator/Accounts/${acme}/Enable`, {});
});

const path = (rest = '', id = acme) => `/api/Operator/Accounts/${id}${rest}`;
const disable = (reason = 'Asked to close it.') => operator.post(path('/Disable'), { reason, subscriptions: 'keep' });
const events = async () =>
  (
    await database.pool.query(
      "select kind, account_id, detail from audit_events where kind like 'account%' order by id desc limit 2",
    )
  ).rows;

describe('an account as operators see it', () => {
  test('shows an account with its brand and features', async () => {
    expect((await operator.get(path())).json()).toEqual({
      id: acme,
      name: 'Acme Security',
      company: { id: 1, name: 'Veriscan' },
      customerId: null,
      createdAt: expect.any(String),
      features: ['billing', 'customerAdmin'],
      isSecondFactorRequired: false,
      disabled: null,
      hasOperators: false,
    });
  });

  test('answers 404 for an unknown account in each endpoint', async () => {
    const calls = [
      operator.get(path('', 999_999)),
      operator.post(path('/Disable', 999_999), { reason: 'x', subscriptions: 'keep' }),
      operator.post(path('/Enable', 999_999), {}),
      operator.send('PUT', path('/Features', 999_999), { payload: { features: [] } }),
      operator.send('PUT', path('/Company', 999_999), { payload: { companyId: 1 } }),
      operator.get(path('/Notes', 999_999)),
      operator.post(path('/Notes', 999_999), { text: 'x' }),
    ];
    for (const call of calls) expect((await call).statusCode).toBe(404);
  });
});

describe('a disabled account (OPR-3)', () => {
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

describe('the features of an account (OPR-4)', () => {
  const save = (features: unknown) => operator.send('PUT', path('/Features'), { payload: { features } as object });

  test('gives exactly the chosen features from the next request on', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    expect((await save(['customerAdmin'])).json<Account>().features).toEqual(['customerAdmin']);
    expect((await owner.open('/')).preloaded.features).toEqual(['customerAdmin']);
    const [event] = await events();
    expect(event).toEqual({
      kind: 'accountFeaturesChanged',
      account_id: acme,
      detail: { before: 'billing customerAdmin', after: 'customerAdmin' },
    });
    await save(['billing', 'customerAdmin', 'billing']).then((answer) => expect(answer.statusCode).toBe(422));
    expect((await save(['billing', 'customerAdmin'])).json<Account>().features).toEqual(['billing', 'customerAdmin']);
  });

  test.each([[['users']], ['billing'], [null]])('rejects the unknown features %j', async (features) => {
    expect((await save(features)).statusCode).toBe(422);
  });
});

describe('notes about an account (OPR-5)', () => {
  test('lists notes with their authors, and lets only the author delete a note', async () => {
    const first = (await operator.post(path('/Notes'), { text: 'Called.\nNo answer.' })).json();
    expect(first).toMatchObject({ text: 'Called.\nNo answer.', by: 'Olivia Perez', isOwn: true });
    await database.pool.query(
      'insert into account_notes (account_id, author_id, text) select $1, id, $2 from users where email = $3',
      [acme, 'By another operator', 'owner@globex.example'],
    );
    const { items, total } = (await operator.get(path('/Notes'))).json();
    expect(total).toBe(2);
    expect(items.map(({ text, isOwn }: { text: string; isOwn: boolean }) => [text, isOwn])).toEqual([
      ['By another operator', false],
      ['Called.\nNo answer.', true],
    ]);
    expect((await operator.send('DELETE', path(`/Notes/${items[0].id}`))).statusCode).toBe(404);
    expect((await operator.send('DELETE', path(`/Notes/${first.id}`, vendor))).statusCode).toBe(404);
    expect((await operator.send('DELETE', path(`/Notes/${first.id}`))).statusCode).toBe(200);
    expect((await operator.get(path('/Notes'))).json().total).toBe(1);
  });

  test.each([{ text: '' }, { text: ' \n ' }, { text: 'x'.repeat(4_001) }, {}])(
    'rejects a note with the text %j',
    async (body) => {
      expect((await operator.post(path('/Notes'), body)).statusCode).toBe(422);
    },
  );
});
