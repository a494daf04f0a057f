import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { preloaded as preloadedSchema } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, readPreloaded, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal, type TestPortalOptions } from '../../../test/portal.ts';
import { skipSecondFactorSetup } from '../../../test/skip-second-factor-setup.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';

const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('pages', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await skipSecondFactorSetup(database);
  const app = await createTestPortal(database);

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
  });

  test('contain the data of the contract for a visitor', async () => {
    const { response, preloaded } = await new Browser(app).open('/login');
    expect(response.statusCode).toBe(200);
    expect(preloadedSchema.strict().parse(preloaded)).toEqual(preloaded);
    expect(preloaded).toMatchObject({
      company: { id: 1, name: 'Veriscan' },
      user: null,
      features: [],
      actingAs: null,
      actingEnded: null,
      signingOut: null,
      signUp: null,
      locale: 'en',
      version: '1.2506.5.4',
      sessionMarkerCookie: 'portico_session_marker',
      stripe: { publishableKey: 'pk_test_portal' },
    });
  });

  test('contain the data of the contract for a signed-in user', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    await database.pool.query(
      `update accounts set business_address = '{"name": "Acme", "address": {"country": "CA"}}' where name = 'Acme Security'`,
    );
    const { response, preloaded } = await browser.open('/Billing');
    expect(response.body).toContain('data-document="app"');
    expect(preloadedSchema.strict().parse(preloaded)).toEqual(preloaded);
    expect(preloaded).toMatchObject({
      user: { email: 'owner@acme.example' },
      country: 'CA',
      features: ['billing', 'customerAdmin'],
      demo: null,
    });
    expect(response.body).not.toContain(demonstrationPassword);
  });

  test('count the unpaid invoices of the account, for users who may see invoices', async () => {
    await database.pool.query("update accounts set stripe_customer_id = 'cus_late' where name = 'Acme Security'");
    await database.pool.query(
      `insert into stripe_invoices (id, customer_id, created, status, currency, total, amount_due, amount_paid, amount_remaining, data, synced_at)
       select 'in_' || n, customer, now(), status, 'usd', 900, 900, 0, remaining, '{}', now()
       from (values (1, 'cus_late', 'open', 900), (2, 'cus_late', 'open', 0), (3, 'cus_late', 'paid', 0), (4, 'cus_other', 'open', 900))
         as given (n, customer, status, remaining)`,
    );
    const count = async (login: string) => (await (await signedIn(app, login)).open('/')).preloaded.unpaidInvoices;
    expect(await count('owner@acme.example')).toBe(1);
    expect(await count('user@acme.example')).toBe(0);
    await database.pool.query('delete from stripe_invoices');
    await database.pool.query("update accounts set stripe_customer_id = null where name = 'Acme Security'");
  });

  test('contain the values that a form posted without script needs', async () => {
    const { response, preloaded } = await new Browser(app).open('/login?returnUrl=%2FBilling%3Fa%3D1%26b%3D%22%3E');
    expect(response.body).toContain(
      `<div hidden=""><input type="hidden" name="__RequestVerificationToken" value="${preloaded.antiForgeryToken}"><input type="hidden" name="ReturnUrl" value="/Billing?a=1&#38;b=&#34;&#62;"></div>`,
    );
    expect(response.body).toContain('<div role="alert"></div>');
  });

  test('show the demo’s sign-ins in demo mode only', async () => {
    const { preloaded } = await new Browser(app).open('/login');
    expect(preloaded.demo).toMatchObject({ password: demonstrationPassword });
    expect(preloaded.demo?.users).toHaveLength(6);
    const production = await createTestPortal(database, { mode: 'production' });
    const { response } = await new Browser(production).open('/login');
    expect(readPreloaded(response.body).demo).toBeNull();
    expect(response.body).not.toContain(demonstrationPassword);
  });

  test('warn only operators, in production without Stripe keys, that nobody is charged', async () => {
    const isTold = async (login: string | null, options: TestPortalOptions) => {
      const portal = await createTestPortal(database, options);
      const browser = login ? await signedIn(portal, login) : new Browser(portal);
      return (await browser.open(login ? '/' : '/login')).preloaded.isOnSandbox;
    };
    const [operator, owner] = ['operator@portico.example', 'owner@acme.example'];
    expect(await isTold(operator, { mode: 'production' })).toBe(true);
    expect(await isTold(operator, { mode: 'production', realStripe: true })).toBe(false);
    expect(await isTold(operator, { mode: 'demo' })).toBe(false);
    expect(await isTold(owner, { mode: 'production' })).toBe(false);
    expect(await isTold(null, { mode: 'production' })).toBe(false);
  });

  test.each([
    ['/', '/login'],
    ['/Billing', '/login?ReturnUrl=%2FBilling'],
    ['/Billing?page=2&order=asc', '/login?ReturnUrl=%2FBilling%3Fpage%3D2%26order%3Dasc'],
    ['/PRODUCTS/scan/plans/', '/login?ReturnUrl=%2FPRODUCTS%2Fscan%2Fplans%2F'],
    ['/Products/scan/Subscription/7/Purchase', '/login?ReturnUrl=%2FProducts%2Fscan%2FSubscription%2F7%2FPurchase'],
    ['/no/such page?x=1', '/404?redirectedFrom=%2Fno%2Fsuch%2520page%3Fx%3D1'],
    ['/Profile/ExternalLogins', '/login?ReturnUrl=%2FProfile%2FExternalLogins'],
    ['/Billing/nothing', '/404?redirectedFrom=%2FBilling%2Fnothing'],
    ['/Products/scan/Plans/basic', '/login?ReturnUrl=%2FProducts%2Fscan%2FPlans%2Fbasic'],
    ['/Products/scan/Plans/basic/more', '/404?redirectedFrom=%2FProducts%2Fscan%2FPlans%2Fbasic%2Fmore'],
    ['//evil.example', '/404?redirectedFrom=%2F%2Fevil.example'],
  ])('%s redirects a visitor to %s', async (address, target) => {
    const response = await new Browser(app).get(address, html);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(target);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each([
    '/terms',
    '/privacy',
    '/terms-of-subscription',
    '/forbidden',
    '/404',
    '/TERMS',
    '/terms/',
    '/404?redirectedFrom=%2Fx',
  ])('%s is open to visitors', async (address) => {
    const response = await new Browser(app).get(address, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('data-document="public"');
  });

  test.each([
    ['/ForgottenPassword', 'forgotten-password'],
    ['/ResetPassword', 'mailed-link'],
    ['/Invitation', 'mailed-link'],
    ['/ConfirmEmail', 'mailed-link'],
    ['/UndoEmail', 'mailed-link'],
    ['/wasthisyou/', 'mailed-link'],
    ['/extproviders/domain', 'mailed-link'],
    ['/sso/break-glass', 'break-glass'],
  ])('%s is a sign-in page', async (address, name) => {
    const response = await new Browser(app).get(address, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(`data-document="${name}"`);
  });

  test('that mails link to can be opened by signed-in users, but sign-in pages redirect those users', async () => {
    const browser = await signedIn(app, 'user@acme.example');
    const link = await browser.get('/ConfirmEmail', html);
    expect(link.body).toContain('data-document="mailed-link"');
    const second = await browser.get('/LoginWithMFA?ReturnUrl=%2FBilling', html);
    expect(second.headers.location).toBe('/Billing');
    const setup = await browser.get('/ConfigureMFA', html);
    expect(setup.headers.location).toBe('/');
  });

  test('redirect users who must set up a second factor there, without other data', async () => {
    expect((await new Browser(app).get('/ConfigureMFA', html)).headers.location).toBe('/login');
    const browser = await signedIn(app, 'readonly@acme.example');
    await database.pool.query(
      `update sessions set is_setup = true where user_id = (select id from users where login = 'readonly@acme.example')`,
    );
    for (const address of ['/', '/Billing', '/login', '/LoginWithMFA', '/no/such/page']) {
      const response = await browser.get(address, html);
      const isOwnPage = ['/', '/login', '/LoginWithMFA'].includes(address);
      const back = isOwnPage ? '' : `?ReturnUrl=${encodeURIComponent(address)}`;
      expect(response.headers.location, address).toBe(`/ConfigureMFA${back}`);
    }
    const { response, preloaded } = await browser.open('/ConfigureMFA');
    expect(response.body).toContain('data-document="configure-mfa"');
    const nothingOpen = { mustConfigureMfa: true, features: [], permissions: [], demo: null };
    expect(preloaded).toMatchObject({ ...nothingOpen, user: { email: 'readonly@acme.example' } });
    const terms = await browser.open('/terms');
    expect(terms.response.body).toContain('data-document="public"');
    expect(terms.preloaded).toMatchObject({ ...nothingOpen, user: null });
  });

  test('every address is a page of the app for signed-in users', async () => {
    const browser = await signedIn(app, 'user@acme.example');
    for (const address of ['/', '/Products/scan/Plans', '/terms', '/no/such/page']) {
      const response = await browser.get(address, html);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('data-document="app"');
    }
  });

  test.each(['/api/No/Such/Call', '/assets/none.js', '/stripe-sandbox/none', '/dev/none'])(
    '%s is not a page: a missing resource there answers 404 as JSON',
    async (address) => {
      const response = await (await signedIn(app, 'owner@acme.example')).get(address, html);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'NotFound', requestId: response.headers['x-request-id'] });
    },
  );

  test('an address requested as JSON is not a page', async () => {
    const response = await (await signedIn(app, 'owner@acme.example')).get('/Billing');
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('NotFound');
  });

  test('are never stored, and have no ETag', async () => {
    for (const browser of [new Browser(app), await signedIn(app, 'owner@acme.example')]) {
      const { headers } = await browser.get('/terms', html);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
      expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
    }
  });

  test('are in the reader’s chosen language, otherwise in the browser’s', async () => {
    const browser = new Browser(app);
    const french = await browser.get('/login', {
      headers: { accept: 'text/html', 'accept-language': 'fr-CA,fr;q=0.9' },
    });
    expect(french.body).toContain('<html lang="fr">');
    expect(french.headers['content-language']).toBe('fr');
    browser.cookies.portico_locale = 'en';
    const english = await browser.get('/login', { headers: { accept: 'text/html', 'accept-language': 'fr' } });
    expect(english.body).toContain('<html lang="en">');
    // A cookie is user input, and never part of a file name or a page.
    for (const chosen of ['de', 'EN', '../csp', 'fr"><script>']) {
      browser.cookies.portico_locale = chosen;
      const { statusCode, headers, body } = await browser.get('/login', { headers: { accept: 'text/html' } });
      expect([statusCode, headers['content-language']], chosen).toEqual([200, 'en']);
      expect(body).toContain('<html lang="en">');
    }
  });

  test('are compressed', async () => {
    const get = (encoding: string) =>
      new Browser(app).get('/login', { headers: { ...html.headers, 'accept-encoding': encoding } });
    const brotli = await get('gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(readPreloaded(brotliDecompressSync(brotli.rawPayload).toString()).user).toBeNull();
    const gzip = await get('gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(readPreloaded(gunzipSync(gzip.rawPayload).toString()).user).toBeNull();
    expect((await get('identity')).headers).not.toHaveProperty('content-encoding');
  });

  test('escape users’ text', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const evil = '</script><script>alert(1)</script>\u2028<!--';
    const response = await browser.post('/LoginWithMFA', { userName: evil, password: 'x' }, html);
    expect(response.statusCode).toBe(422);
    expect(response.body).not.toContain('<script>alert');
    expect(response.body).not.toContain('<!--');
    expect(readPreloaded(response.body).attemptedValues.userName).toBe(evil);
  });

  test('ignore the Host header', async () => {
    for (const address of ['/login', '/Billing', '/terms']) {
      const response = await new Browser(app).get(address, {
        headers: { ...html.headers, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      });
      expect(JSON.stringify(response.headers) + response.body).not.toContain('evil.example');
    }
  });

  test('come from the web’s development server while it runs, with a policy that allows it', async () => {
    const developed = await createTestPortal(database, {
      dist: '/no/such/folder',
      developmentDocument: async (name, locale, url) => `${name} ${locale} ${url} <!--portico:preloaded-->`,
    });
    const response = await new Browser(developed).get('/login?x=1', html);
    expect(response.body).toMatch(/^login en \/login\?x=1 <script type="application\/json"/);
    expect(response.headers['content-security-policy']).toContain("script-src 'self' 'unsafe-inline';");
    expect(response.headers['content-security-policy']).toContain("connect-src 'self' ws:;");
  });

  test('report clearly that the web is not built', async () => {
    const unbuilt = await createTestPortal(database, { dist: '/no/such/folder' });
    const response = await new Browser(unbuilt).get('/login', html);
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.body).toContain('Run `npm run build`');
  });

  test('report that the database is unreachable, with a status that lets callers retry', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const query = database.pool.query;
    database.pool.query = (() =>
      Promise.reject(
        Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' }),
      )) as never;
    try {
      const response = await browser.get('/Billing', html);
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('We cannot reach our database right now.');
      expect(response.body).toContain(String(response.headers['x-request-id']));
      expect(response.body).not.toContain('10.1.2.3');
    } finally {
      database.pool.query = query;
    }
  });
});
