import { session as endpoints } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { bindEndpoint } from '../../core/http/bind-endpoint.ts';

describe('the protection against forged requests', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  let changes = 0;
  const app = await createTestPortal(database, {
    extend: (portal) => {
      bindEndpoint(portal, { ...endpoints.signOut, path: '/api/Test/Change', action: 'session.view' }, async () => {
        changes += 1;
        return { redirectUrl: '/' };
      });
    },
  });
  const change = (browser: Browser, headers: Record<string, string> = {}) =>
    browser.post('/api/Test/Change', {}, { headers });

  beforeEach(async () => {
    changes = 0;
    await database.pool.query('delete from rate_limits');
  });

  async function expectRefused(browser: Browser, headers: Record<string, string> = {}): Promise<void> {
    const response = await change(browser, headers);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'AntiForgery' });
    expect(changes).toBe(0);
  }

  test('accepts a change with the token of a page of this session, as a header or a field', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    expect((await change(browser)).statusCode).toBe(200);
    const { token } = browser;
    browser.token = '';
    const asField = await browser.post('/api/Test/Change', { __RequestVerificationToken: token });
    expect(asField.statusCode).toBe(200);
    expect(changes).toBe(2);
  });

  test('refuses a change without a token, with a wrong token, or with parts of a valid one', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const [, salt, seal] = /^([^-]+)-(.+)$/.exec(browser.token) ?? [];
    for (const token of [
      '',
      'x',
      '-',
      `${salt}-`,
      `-${seal}`,
      `${salt}x-${seal}`,
      `${salt}-${seal?.slice(1)}`,
      `${salt}-${'A'.repeat(43)}`,
    ]) {
      browser.token = token;
      await expectRefused(browser);
    }
  });

  test('refuses another user’s token', async () => {
    const victim = await signedIn(app, 'owner@acme.example');
    const attacker = await signedIn(app, 'owner@globex.example');
    victim.token = attacker.token;
    await expectRefused(victim);
  });

  test('refuses a token of an earlier session, or from before the sign-in', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const former = browser.token;
    await browser.post('/signout');
    const { preloaded } = await browser.open('/login');
    await browser.post('/LoginWithMFA', { userName: 'owner@acme.example', password: demonstrationPassword });
    for (const token of [former, preloaded.antiForgeryToken]) {
      browser.token = token;
      await expectRefused(browser);
    }
    await browser.open('/');
    expect((await change(browser)).statusCode).toBe(200);
  });

  test('refuses a token of an installation with another secret', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const other = new Browser(
      await createTestPortal(database, { appSecret: 'another secret, just as long as the first' }),
    );
    Object.assign(other.cookies, browser.cookies);
    const { preloaded } = await other.open('/');
    browser.token = preloaded.antiForgeryToken;
    await expectRefused(browser);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page without origin', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:3001', host: 'localhost:3000' }],
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that says same-site', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a change from %s, even with a valid token', async (_, headers) => {
    await expectRefused(await signedIn(app, 'owner@acme.example'), headers as Record<string, string>);
  });

  test.each([
    ['this origin', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['the requested host', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['a program that sends neither header', {}],
  ])('accepts a change from %s', async (_, headers) => {
    expect(
      (await change(await signedIn(app, 'owner@acme.example'), headers as Record<string, string>)).statusCode,
    ).toBe(200);
  });

  test('requires a token for sign-in and sign-out too', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const credentials = { userName: 'owner@acme.example', password: demonstrationPassword };
    const { token } = browser;
    browser.token = '';
    expect((await browser.post('/LoginWithMFA', credentials)).json().code).toBe('AntiForgery');
    // A visitor's token does not work in another browser.
    const other = new Browser(app);
    await other.open('/login');
    other.token = token;
    expect((await other.post('/LoginWithMFA', credentials)).json().code).toBe('AntiForgery');
    // It does not work without the visitor's cookie either.
    const bare = new Browser(app);
    bare.token = token;
    expect((await bare.post('/LoginWithMFA', credentials)).json().code).toBe('AntiForgery');

    await browser.signIn('owner@acme.example');
    browser.token = '';
    expect((await browser.post('/signout')).json().code).toBe('AntiForgery');
    expect((await browser.get('/api/User/Current')).statusCode).toBe(200);
  });

  test('shows a page that asks to reload after a native sign-in form with an old token', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const response = await browser.post(
      '/LoginWithMFA',
      new URLSearchParams({
        userName: 'owner@acme.example',
        password: demonstrationPassword,
        __RequestVerificationToken: 'old.token',
      }).toString(),
      {
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          requestverificationtoken: '',
        },
      },
    );
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('This page is out of date. Reload it and try again.');
  });

  test('keeps one HttpOnly visitor cookie across pages', async () => {
    const browser = new Browser(app);
    const { response } = await browser.open('/login');
    expect(response.cookies).toEqual([
      expect.objectContaining({ name: 'portico_visitor', httpOnly: true, sameSite: 'Lax', path: '/' }),
    ]);
    const before = browser.cookies.portico_visitor;
    await browser.open('/terms');
    expect(browser.cookies.portico_visitor).toBe(before);
  });

  test('uses a Secure __Host- visitor cookie over https, which no neighboring host can plant', async () => {
    const secure = await createTestPortal(database, { publicUrl: 'https://portal.veriscan.example' });
    const browser = new Browser(secure);
    browser.cookies.portico_visitor = 'p'.repeat(43);
    const { response } = await browser.open('/login');
    expect(response.cookies).toEqual([
      {
        name: '__Host-portico_visitor',
        value: expect.stringMatching(/^[\w-]{43}$/),
        httpOnly: true,
        path: '/',
        sameSite: 'Lax',
        secure: true,
      },
    ]);
    expect(browser.cookies['__Host-portico_visitor']).not.toBe('p'.repeat(43));
  });
});
