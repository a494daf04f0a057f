import { session as endpoints } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../users/demonstration.ts';
import { createAudit } from './audit.service.ts';

describe('the audit log', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database, {
    extend: (portal) => {
      const endpoint = {
        ...endpoints.signOut,
        path: '/api/Test/{id}/Change',
        action: 'operator.changeSandbox',
      } as const;
      bindEndpoint(portal, endpoint, async () => ({ redirectUrl: '/' }));
    },
  });
  const userIdByEmail = async (email: string) =>
    (await database.pool.query('select id from users where email = $1', [email])).rows[0]?.id as number;
  let before = 0;
  let from = 0;
  const events = async () => {
    const { rows } = await database.pool.query('select * from audit_events where id > $1 order by id', [before]);
    return rows.map(({ id: _, at, ...event }) => {
      expect(at.getTime()).toBeGreaterThanOrEqual(from);
      expect(at.getTime()).toBeLessThanOrEqual(Date.now());
      return event;
    });
  };
  const attempt = (browser: Browser, userName: string, password: string) =>
    browser.post('/LoginWithMFA', { userName, password }, { remoteAddress: '203.0.113.9' });

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
    from = Date.now();
    before = (await database.pool.query('select coalesce(max(id), 0) as last from audit_events')).rows[0].last;
  });

  test('records sign-in and sign-out with user, time, address and request', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const signIn = await attempt(browser, 'owner@acme.example', demonstrationPassword);
    await browser.open('/');
    const signOut = await browser.post('/signout', undefined, { remoteAddress: '203.0.113.9' });
    const userId = await userIdByEmail('owner@acme.example');
    const who = { account_id: 2, user_id: userId, real_user_id: userId, detail: {}, address: '203.0.113.9' };
    expect(await events()).toEqual([
      { kind: 'signIn', ...who, request_id: signIn.headers['x-request-id'] },
      { kind: 'signOut', ...who, request_id: signOut.headers['x-request-id'] },
    ]);
  });

  test('records refused sign-ins with their user, and unknown names only as a hash', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    await attempt(browser, 'owner@acme.example', 'Wrong-password-1');
    await attempt(browser, 'My-own-password-2', 'x');
    await attempt(browser, 'My-own-password-2', 'y');
    const recorded = await events();
    expect(recorded).toMatchObject([
      {
        kind: 'signInRefused',
        account_id: 2,
        user_id: await userIdByEmail('owner@acme.example'),
        real_user_id: null,
        detail: { userName: 'owner@acme.example' },
        address: '203.0.113.9',
      },
      {
        kind: 'signInRefused',
        account_id: null,
        user_id: null,
        detail: { userName: expect.stringMatching(/^unknown:[\w-]{16}$/) },
      },
      { kind: 'signInRefused', account_id: null, user_id: null },
    ]);
    expect(recorded[2]?.detail).toEqual(recorded[1]?.detail);
    expect(JSON.stringify(recorded).toLowerCase()).not.toContain('password');
  });

  test.each([
    [
      'successive tries',
      async (attempts: (() => Promise<unknown>)[]) => {
        for (const attempt of attempts) await attempt();
      },
    ],
    ['concurrent tries', (attempts: (() => Promise<unknown>)[]) => Promise.all(attempts.map((attempt) => attempt()))],
  ])('records the beginning of a block, but not the tries during it: %s', async (_how, run) => {
    const browser = new Browser(app);
    await browser.open('/login');
    await run(Array.from({ length: 14 }, (_, index) => () => attempt(browser, 'owner@acme.example', `wrong ${index}`)));
    const recorded = await events();
    expect(recorded.map(({ kind }) => kind).sort()).toEqual(['signInBlocked', ...Array(10).fill('signInRefused')]);
    expect(recorded.find(({ kind }) => kind === 'signInBlocked')).toMatchObject({
      account_id: 2,
      user_id: await userIdByEmail('owner@acme.example'),
      real_user_id: null,
      detail: { userName: 'owner@acme.example' },
      address: '203.0.113.9',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('records the block of an address', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    await database.pool.query('insert into rate_limits values ($1, 99, $2)', [
      'sign-in-address:203.0.113.9',
      Date.now() + 60_000,
    ]);
    for (const name of ['a', 'b']) await attempt(browser, `${name}@acme.example`, 'wrong');
    expect((await events()).map(({ kind }) => kind)).toEqual(['signInRefused', 'signInBlocked']);
  });

  test('hashes unknown names with the installation’s secret, so that nobody else can guess them', () => {
    const concealed = (appSecret: string) => createAudit({ database, appSecret }).hashUnknownName('My-own-password-2');
    expect(concealed('one secret')).toBe(concealed('one secret'));
    expect(concealed('one secret')).not.toBe(concealed('another secret'));
  });

  test('records forbidden and forged requests by their route, without the input', async () => {
    const browser = await signedIn(app, 'user@acme.example');
    before = (await database.pool.query('select max(id) as last from audit_events')).rows[0].last;
    expect((await browser.post('/api/Test/secret-in-path/Change?x=secret', {})).statusCode).toBe(403);
    browser.token = 'wrong';
    expect((await browser.post('/signout')).statusCode).toBe(400);
    const userId = await userIdByEmail('user@acme.example');
    expect(await events()).toMatchObject([
      {
        kind: 'forbidden',
        account_id: 2,
        user_id: userId,
        real_user_id: userId,
        detail: { method: 'POST', path: '/api/Test/:id/Change' },
      },
      { kind: 'antiForgery', account_id: 2, user_id: userId, detail: { method: 'POST', path: '/signout' } },
    ]);
  });

  test('records a limited number of refusals per address', async () => {
    const browser = new Browser(app);
    browser.token = 'wrong';
    for (let count = 0; count < 70; count += 1)
      await browser.post('/signout', undefined, { remoteAddress: '198.51.100.3' });
    expect(await events()).toHaveLength(60);
  });

  test('counts the addresses of one IPv6 network as one', async () => {
    const browser = new Browser(app);
    browser.token = 'wrong';
    for (let count = 1; count <= 70; count += 1)
      await browser.post('/signout', undefined, { remoteAddress: `2001:db8:7:7::${count.toString(16)}` });
    expect(await events()).toHaveLength(60);
  });
});
