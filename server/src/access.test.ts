import { actions, contract, type Endpoint, licensing, licensingPath } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectations } from '../test/access-expectations.ts';
import { type AccessRow, type Actor, actors, expectedAnswer } from '../test/access-row.ts';
import { accessTable } from '../test/access-table.ts';
import { Browser } from '../test/browser.ts';
import { startFullPortal } from '../test/full-portal.ts';

type Key = keyof typeof accessTable;

const endpoints = Object.values(contract).flatMap((capability) => Object.values(capability) as Endpoint[]);
const endpointKey = ({ method, path }: Endpoint) => `${method} ${path}` as Key;

const people: Record<Exclude<Actor, 'nobody'>, string> = {
  otherOwner: 'owner@globex.example',
  readOnly: 'readonly@acme.example',
  user: 'user@acme.example',
  admin: 'admin@acme.example',
  operator: 'operator@portico.example',
};

describe('access', async () => {
  const { app, database, signIn, addCard, stripe } = await startFullPortal({ mode: 'demo' });
  const browsers = {} as Record<Actor, Browser>;
  /** An operator who acts as the owner of another account. */
  let acting: Browser;
  const noLimits = () => database.pool.query('delete from rate_limits');

  beforeAll(async () => {
    browsers.nobody = await openAsVisitor();
    for (const [actor, userName] of Object.entries(people)) browsers[actor as Actor] = await signIn(userName);
    acting = await actAsOwner();
  });
  beforeEach(noLimits);

  function send(browser: Browser, endpoint: Endpoint, { params = {}, query = {}, body }: AccessRow['call'] = {}) {
    const url = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    return browser.send(endpoint.method, url, { query, ...(body && { payload: body }) });
  }

  async function openAsVisitor(): Promise<Browser> {
    const browser = new Browser(app.http);
    await browser.open('/login');
    return browser;
  }

  async function actAsOwner(): Promise<Browser> {
    const browser = await signIn(people.operator);
    const owner = await browsers.otherOwner.get('/api/User/Current');
    const begun = await browser.post(`/api/Operator/ActAs/${owner.json().id}`, { reason: 'Ticket 4711: who may what' });
    expect(begun.statusCode, begun.body).toBe(200);
    await browser.open('/');
    return browser;
  }

  test('an operator who acts as a user gets a refusal where a confirmation is required', () => {
    const open = endpoints.filter(({ confirmed, action }) => confirmed && actions[action].whileActing);
    expect(open.map(endpointKey)).toEqual([]);
  });

  test('the access table lists every endpoint and no unknown one', () => {
    expect(Object.keys(accessTable).sort()).toEqual(endpoints.map(endpointKey).sort());
  });

  test('the access table agrees with the contract', () => {
    const named = Object.fromEntries(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint.action]));
    const expected = Object.fromEntries(Object.entries(accessTable).map(([key, { action }]) => [key, action]));
    expect(named).toEqual(expected);
  });

  test('the API document describes every endpoint, and a page shows the document', async () => {
    const { paths } = (await browsers.nobody.get('/api/openapi.json')).json() as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described).toEqual(expect.arrayContaining(endpoints.map(endpointKey)));
    const page = await browsers.nobody.get('/api/docs/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  });

  test('the access table states for every parameter whether it names an account’s object', () => {
    for (const endpoint of endpoints.filter(({ params }) => params)) {
      expect(accessTable[endpointKey(endpoint)].subject, endpointKey(endpoint)).toBeDefined();
    }
  });

  describe.each(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint] as const))('%s', (key, endpoint) => {
    const row: AccessRow = accessTable[key];

    test.each(actors)('answers %s as the table says', async (actor) => {
      // Signing in or out would end the session or the visit of the following tests.
      const changesSession = endpoint.path === '/signout' || endpoint.path === '/LoginWithMFA';
      const enter = () => (actor === 'nobody' ? openAsVisitor() : signIn(people[actor]));
      const browser = changesSession ? await enter() : browsers[actor];
      const response = await send(browser, endpoint, row.call);
      expect(response.statusCode, response.body).toBe(expectedAnswer(actor, row));
      if (response.statusCode === 401) expect(response.json().code).toBe('Unauthorized');
      if (response.statusCode === 403) expect(response.json().code).toBe('Forbidden');
      if (response.statusCode >= 400) expect(response.json().requestId).toBe(response.headers['x-request-id']);
    });

    if (endpoint.method !== 'GET' && !endpoint.provesItself) {
      test('is refused without an anti-forgery token, even for users who may call it', async () => {
        const actor = actors.findLast((candidate) => expectations[row.action].includes(candidate)) as Actor;
        const browser = new Browser(app.http);
        Object.assign(browser.cookies, browsers[actor].cookies);
        const response = await send(browser, endpoint, row.call);
        expect(response.statusCode).toBe(400);
        expect(response.json().code).toBe('AntiForgery');
      });
    }

    if (!expectations[row.action].includes('actingAsOwner')) {
      test('is refused to an operator who acts as an owner', async () => {
        // An earlier test may have ended the operator's sessions.
        if ((await acting.get('/api/User/Current')).statusCode === 401) acting = await actAsOwner();
        const response = await send(acting, endpoint, row.call);
        expect([response.statusCode, response.json().code]).toEqual([403, 'Forbidden']);
      });
    }

    test('rejects unknown fields', () => {
      for (const part of [endpoint.body, endpoint.query, endpoint.params]) {
        for (const object of part ? objectsIn(part) : []) {
          expect((object.def.catchall as z.ZodType | undefined)?.def.type ?? 'never', key).toBe('never');
        }
      }
    });
  });

  describe.each(Object.values(licensing).map(({ call }) => [call]))('the licensing call %s', (call) => {
    test.each(actors)('accepts only a token, not the session of %s', async (actor) => {
      const body = { nonce: 'a-nonce-of-the-tests', time: new Date().toISOString() };
      const response = await browsers[actor].send('POST', `${licensingPath}${call}`, { payload: body });
      expect([response.statusCode, response.json().code]).toEqual([401, 'TokenRejected']);
      expect(response.headers['licensing-signature']).toEqual(expect.any(String));
      expect(response.headers['set-cookie']).toBeUndefined();
    });
  });

  test('the licensing calls have a document of their own', async () => {
    const described = async (path: string) => Object.keys((await browsers.nobody.get(path)).json().paths);
    const own = Object.values(licensing).map(({ call }) => `${licensingPath}${call}`);
    expect((await described(`${licensingPath}openapi.json`)).toSorted()).toEqual(own.toSorted());
    expect((await described('/api/openapi.json')).filter((path) => path.startsWith(licensingPath))).toEqual([]);
  });

  describe('an id of another account is answered exactly like an unknown id', () => {
    const owned: Record<Exclude<NonNullable<AccessRow['subject']>, 'shared'>, Owned> = {
      subscription: { real: '', missing: '999999', name: 'id' },
      card: { real: '', missing: 'pm_missing', name: 'id' },
      purchase: { real: '', missing: '00000000-0000-4000-8000-000000000000', name: 'operationId' },
      payment: { real: '', missing: 'pi_missing', name: 'id' },
      invoice: { real: '', missing: 'in_missing', name: 'id' },
      user: { real: '', missing: '999999', name: 'id' },
      order: { real: '', missing: '999999', name: 'id' },
      license: { real: '', missing: '999999', name: 'id' },
      device: { real: '', missing: '999999', name: 'id' },
      recipient: { real: '', missing: '999999', name: 'id' },
      provider: { real: '', missing: '999999', name: 'id' },
      token: { real: '', missing: '999999', name: 'tokenId' },
    };
    let owner: Browser;

    beforeAll(async () => {
      await noLimits();
      owner = await signIn('owner@acme.example');
      owned.card.real = await addCard(owner);
      const selection = {
        items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }],
        paymentMethodId: owned.card.real,
      };
      const quote = (await owner.post('/api/Products/desktop/PreviewPurchase', selection)).json();
      const bought = await owner.post('/api/Products/desktop/Purchase', {
        ...selection,
        taxTransactionId: quote.taxTransactionId,
      });
      expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
      owned.purchase.real = bought.json().operationId;
      owned.subscription.real = String(bought.json().subscriptionId);
      const [payment] = (await stripe.paymentIntents.list()).data;
      await app.gateway.mirror.refresh('payment_intent', String(payment?.id));
      owned.payment.real = String(payment?.id);
      owned.user.real = String((await owner.get('/api/User/Current')).json().id);
      owned.invoice.real = (await owner.get('/api/Subscription/invoices')).json().items[0].stripeId;
      const [license] = (await owner.get('/api/Licenses/List')).json().items;
      owned.license.real = String(license.id);
      owned.order.real = String(license.orderId);
      const added = await owner.post(`/api/Licenses/${license.id}/AddHardware`, { hardwareId: '7C1E9A40B2' });
      owned.device.real = String(added.json().id);
      const recipient = { email: 'books@acme.example', name: '', language: 'en' };
      owned.recipient.real = String((await owner.post('/api/Billing/Recipients', recipient)).json().id);
      const provider = { name: 'Acme', domain: 'login.acme.example', type: 1 };
      owned.provider.real = String((await owner.post('/api/ExternalProviders', provider)).json().id);
      const token = { expirationDate: '9999-01-01', tokenType: 'Secret' };
      const made = await owner.post('/api/ProductsDashboard/desktop/AddToken', token);
      owned.token.real = String(made.json().tokenId);
    });

    const rows = endpoints.flatMap((endpoint) => {
      const { subject } = accessTable[endpointKey(endpoint)];
      return subject && subject !== 'shared' ? [[endpointKey(endpoint), endpoint, subject] as const] : [];
    });

    test.each(rows)('in %s', async (key, endpoint, subject) => {
      const { real, missing, name } = owned[subject];
      const { call, parameter = name }: AccessRow = accessTable[key];
      const ask = (browser: Browser, id: string) =>
        send(browser, endpoint, { ...call, params: { ...call?.params, [parameter]: id } });
      const answer = async (browser: Browser, id: string) => {
        const response = await ask(browser, id);
        const { requestId, ...body } = response.json();
        const { 'x-request-id': _, date: __, ...headers } = response.headers;
        return { status: response.statusCode, body, headers };
      };
      const before = await snapshot();
      for (const actor of ['otherOwner', 'operator'] as const) {
        const foreign = await answer(browsers[actor], real);
        expect(foreign.status).toBe(404);
        expect(foreign).toEqual(await answer(browsers[actor], missing));
      }
      expect(await snapshot()).toEqual(before);
      // The owner's request with the same id succeeds; otherwise the comparison above would prove nothing.
      if (endpoint.method === 'GET') expect((await ask(owner, real)).statusCode).toBe(200);
    });

    test('lists contain only the account’s own objects', async () => {
      for (const path of [
        '/api/Subscription/list',
        '/api/Subscription/invoices',
        '/api/Subscription/invoices/upcoming',
        '/api/Billing/PaymentIntents',
        '/api/Billing/PaymentMethods/Card',
        '/api/Products/desktop/Subscriptions',
      ]) {
        expect((await owner.get(path)).json().total, path).toBe(1);
        expect((await browsers.otherOwner.get(path)).json(), path).toMatchObject({ total: 0, items: [] });
      }
    });

    async function snapshot(): Promise<unknown> {
      const cards = await database.pool.query('select id, deleted from stripe_payment_methods order by id');
      const customers = await database.pool.query(
        'select id, default_payment_method from stripe_customers order by id',
      );
      return [cards.rows, customers.rows];
    }
  });

  test('rights named in a request body have no effect', async () => {
    const browser = await signIn('user@acme.example');
    const rights = {
      admin: true,
      isAdmin: true,
      isOwner: true,
      isOperator: true,
      readOnly: false,
      accountId: 1,
      account: { id: 1 },
      userId: 1,
    };
    const users = async () =>
      (await database.pool.query('select id, account_id, is_admin, is_owner, is_operator from users order by id')).rows;
    const before = await users();
    await browser.post('/LoginWithMFA', { userName: 'user@acme.example', password: 'Portico-demo-1', ...rights });
    await browser.open('/');
    expect((await browser.get('/api/User/Current')).json()).toMatchObject({
      accountName: 'Acme Security',
      isAdmin: false,
      isOwner: false,
      isSuperAdmin: false,
    });
    for (const endpoint of endpoints.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))) {
      const { call } = accessTable[endpointKey(endpoint)];
      await send(browser, endpoint, { ...call, body: { ...call?.body, ...rights } });
      await send(browsers.admin, endpoint, { ...call, body: { ...call?.body, ...rights } });
    }
    expect(await users()).toEqual(before);
  });

  test('paths are protected in every spelling', async () => {
    // An earlier test ended the user's other sessions.
    const user = await signIn(people.user);
    for (const path of [
      '/API/subscription/LIST',
      '//api//Subscription//list',
      '/api/Subscription/list/',
      '/api/Subscription/%6Cist',
    ]) {
      const response = await browsers.nobody.get(path);
      expect(response.statusCode, path).toBe(401);
      expect((await user.get(path)).statusCode, path).toBe(403);
    }
  });
});

/** An existing id of an account, an id that does not exist, and the parameter that takes it. */
interface Owned {
  real: string;
  readonly missing: string;
  readonly name: string;
}

/** All objects of a schema, at any depth. */
function objectsIn(schema: z.ZodType): z.ZodObject[] {
  const def = schema.def as unknown as Record<string, unknown>;
  const inner = Object.values(def)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is z.ZodType => value instanceof z.ZodType);
  if (schema instanceof z.ZodObject)
    return [schema, ...Object.values(schema.shape).flatMap((part) => objectsIn(part as z.ZodType))];
  return inner.flatMap(objectsIn);
}
