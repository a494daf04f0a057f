import { hash } from '@node-rs/argon2';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Browser, readPreloaded } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { useFullHashCost, useLowestHashCost } from '../../../test/hash-cost.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createUser, demonstrationPassword, seedDemonstrationPeople, withHashQueue } from '../../accounts/index.ts';
import { createUserWithoutPassword } from './sign-in.test-support.ts';

const urlencoded = {
  accept: 'text/html,*/*',
  'content-type': 'application/x-www-form-urlencoded',
  requestverificationtoken: '',
};

describe('signing in', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const atLogin = async (address = '/login') => {
    const browser = new Browser(app);
    await browser.open(address);
    return browser;
  };
  const asForm = (browser: Browser, fields: Record<string, string>) =>
    browser.post(
      '/LoginWithMFA',
      new URLSearchParams({ __RequestVerificationToken: browser.token, ...fields }).toString(),
      { headers: urlencoded },
    );
  const right = { userName: 'owner@acme.example', password: demonstrationPassword };
  const wrong = { ...right, password: 'Portico-demo-2' };

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
    await database.pool.query('update users set active = true');
  });

  test('accepts the email address in upper or lower case, and returns the user', async () => {
    const browser = await atLogin();
    const response = await browser.post('/LoginWithMFA', { ...right, userName: ' Owner@ACME.example ' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ redirectUrl: '/', challenge: null });
    expect((await browser.get('/api/User/Current')).json()).toMatchObject({
      email: 'owner@acme.example',
      name: 'Avery Stone',
      accountName: 'Acme Security',
      roles: ['Admin', 'Owner'],
      isOwner: true,
      isAdmin: true,
      isSuperAdmin: false,
      readOnly: false,
    });
  });

  test('works with the login', async () => {
    await createUser(database, {
      accountId: 2,
      login: 'Front-Desk',
      email: 'desk@acme.example',
      firstName: 'Desk',
      password: demonstrationPassword,
    });
    const browser = await atLogin();
    expect((await browser.post('/LoginWithMFA', { ...right, userName: 'front-desk' })).statusCode).toBe(200);
    expect((await browser.get('/api/User/Current')).json().name).toBe('Desk');
  });

  test('redirects a native form to the ReturnUrl', async () => {
    const response = await asForm(await atLogin(), { ...right, RememberMe: 'on', ReturnUrl: '/Billing?tab=1' });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/Billing?tab=1');
    expect(response.cookies).toContainEqual(expect.objectContaining({ name: 'portico_session', maxAge: 86_400 }));
  });

  test('works as a multipart form, like signing out', async () => {
    const browser = await atLogin();
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...right, RememberMe: 'false', ReturnUrl: '/products' })) {
      form.append(name, value);
    }
    form.append('__RequestVerificationToken', browser.token);
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await browser.post('/LoginWithMFA', Buffer.from(await request.arrayBuffer()), {
      headers: { 'content-type': request.headers.get('content-type') as string, requestverificationtoken: '' },
    });
    expect(response.json()).toEqual({ redirectUrl: '/products', challenge: null });
    expect(response.cookies.find(({ name }) => name === 'portico_session')).not.toHaveProperty('maxAge');
    await browser.open('/');
    const leave = new FormData();
    leave.append('__RequestVerificationToken', browser.token);
    const signOut = new Request('http://localhost/', { method: 'POST', body: leave });
    const left = await browser.post('/signout', Buffer.from(await signOut.arrayBuffer()), {
      headers: { 'content-type': signOut.headers.get('content-type') as string, requestverificationtoken: '' },
    });
    expect(left.json()).toEqual({ redirectUrl: '/login' });
    expect(browser.cookies).not.toHaveProperty('portico_session');
  });

  test('only redirects to this portal and registered products', async () => {
    const lead = async (ReturnUrl: string) =>
      (await (await atLogin()).post('/LoginWithMFA', { ...right, ReturnUrl })).json().redirectUrl;
    expect(await lead('/Billing')).toBe('/Billing');
    expect(await lead('https://scan.veriscan.example/start?x=1')).toBe('https://scan.veriscan.example/start?x=1');
    expect(await lead('https://scan.veriscan.example.evil.example/')).toBe('/');
    expect(await lead('//evil.example')).toBe('/');
  });

  test('gives the same refusal for a wrong password, an unknown name, an inactive user and a user without a password', async () => {
    await database.pool.query("update users set active = false where email = 'admin@acme.example'");
    const withoutPassword = await createUserWithoutPassword(database);
    const answers: LightMyRequestResponse[] = [];
    for (const attempt of [
      wrong,
      { ...right, userName: 'nobody@acme.example' },
      { ...right, userName: 'admin@acme.example' },
      { ...right, userName: withoutPassword },
    ]) {
      answers.push(await (await atLogin()).post('/LoginWithMFA', attempt));
    }
    const responses = answers.map(({ statusCode, headers, body }) => {
      const { requestId, ...problem } = JSON.parse(body);
      expect(requestId).toBe(headers['x-request-id']);
      const { date: _, 'x-request-id': __, ...rest } = headers;
      return { statusCode, problem, headers: rest };
    });
    expect(new Set(responses.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(responses[0]).toMatchObject({
      // Not 401, which makes the browser reload the page (SES-11).
      statusCode: 422,
      problem: {
        code: 'InvalidCredentials',
        propertyErrors: { '': ['Incorrect user name or password.'] },
      },
    });
    expect(answers[0]?.cookies).toEqual([]);
  });

  test('reports missing values at their fields', async () => {
    const response = await (await atLogin()).post('/LoginWithMFA', { userName: ' ', ReturnUrl: '/' });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { userName: ['The userName field is required.'], password: ['The password field is required.'] },
    });
  });

  test('shows a native form again with the error and the entered values, except the password', async () => {
    const browser = await atLogin();
    const response = await asForm(browser, { ...wrong, RememberMe: 'on', ReturnUrl: '/Billing' });
    expect(response.statusCode).toBe(422);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('data-document="login"');
    expect(response.body).toContain('<div role="alert">Incorrect user name or password.</div>');
    expect(response.body).not.toContain(wrong.password);
    const preloaded = readPreloaded(response.body);
    expect(preloaded.modelState).toEqual({ '': ['Incorrect user name or password.'] });
    expect(preloaded.attemptedValues).toEqual({
      userName: 'owner@acme.example',
      RememberMe: 'on',
      ReturnUrl: '/Billing',
    });
    browser.token = preloaded.antiForgeryToken;
    expect((await asForm(browser, right)).statusCode).toBe(303);
  });

  test('answers in French on request', async () => {
    const response = await (await atLogin()).post('/LoginWithMFA', wrong, {
      headers: { 'accept-language': 'fr-CA,fr' },
    });
    expect(response.json().message).toBe('L’identifiant ou le mot de passe est incorrect.');
  });

  test.each([
    ['memory and passes', { memoryCost: 8_192, timeCost: 1 }],
    ['memory', { memoryCost: 8_192, timeCost: 2 }],
    ['passes', { memoryCost: 19_456, timeCost: 1 }],
  ])('replaces a hash that is weak in %s', async (_where, parameters) => {
    useFullHashCost();
    onTestFinished(useLowestHashCost);
    const weak = await hash(demonstrationPassword, { ...parameters, parallelism: 1 });
    await database.pool.query("update users set password_hash = $1 where email = 'owner@acme.example'", [weak]);
    expect((await (await atLogin()).post('/LoginWithMFA', wrong)).statusCode).toBe(422);
    const stored = async () =>
      (await database.pool.query("select password_hash from users where email = 'owner@acme.example'")).rows[0]
        .password_hash as string;
    expect(await stored()).toBe(weak);
    expect((await (await atLogin()).post('/LoginWithMFA', right)).statusCode).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await (await atLogin()).post('/LoginWithMFA', right)).statusCode).toBe(200);
  });

  test('records the time of the user’s last sign-in', async () => {
    await database.pool.query('update users set last_login_at = null');
    await (await atLogin()).post('/LoginWithMFA', wrong);
    const lastLogin = async () =>
      (await database.pool.query("select last_login_at from users where email = 'owner@acme.example'")).rows[0]
        .last_login_at as Date | null;
    expect(await lastLogin()).toBeNull();
    const from = Date.now();
    await (await atLogin()).post('/LoginWithMFA', right);
    const noted = (await lastLogin())?.getTime();
    expect(noted).toBeGreaterThanOrEqual(from);
    expect(noted).toBeLessThanOrEqual(Date.now());
  });

  test('answers 503 immediately if too many passwords are being hashed', async () => {
    const releases: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => releases.push(resolve));
    const held: Promise<void>[] = [];
    for (let count = 0; count < 500; count += 1) held.push(withHashQueue((place) => place(work)).catch(() => {}));
    const browser = await atLogin();
    // No slot becomes free, so a response that waited for one would never arrive.
    const response = await browser.post('/LoginWithMFA', right);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json().code).toBe('ServiceUnavailable');
    let settled = false;
    void Promise.all(held).then(() => {
      settled = true;
    });
    while (!settled) {
      for (const release of releases.splice(0)) release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await browser.post('/LoginWithMFA', right)).statusCode).toBe(200);
  });

  test('redirects from the sign-in page if the user is signed in', async () => {
    const browser = await new Browser(app).signIn('owner@acme.example');
    const page = (url: string) => browser.get(url, { headers: { accept: 'text/html' } });
    expect((await page('/login')).headers.location).toBe('/');
    expect((await page('/login?ReturnUrl=%2FBilling')).headers.location).toBe('/Billing');
    expect((await page('/login?ReturnUrl=%2F%2Fevil.example')).headers.location).toBe('/');
    expect((await page('/login?ReturnUrl=a&ReturnUrl=b')).headers.location).toBe('/');
  });
});
