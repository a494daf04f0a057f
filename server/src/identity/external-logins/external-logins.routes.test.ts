import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../../test/identity-provider.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { createOpenIdProvider } from './openid-provider.ts';
import { createRegistry } from './providers.ts';

const publicUrl = 'http://localhost:3000';
const owner = 'owner@acme.example';
const html = { headers: { accept: 'text/html' } };

describe('external logins', async () => {
  const database = await createTestDatabase();
  const google = await startIdentityProvider(`${publicUrl}/signin-google`);
  const other = await startIdentityProvider(`${publicUrl}/signin-other`);
  const createProvider = (name: string, displayName: string, callbackPath: string, at: TestIdentityProvider) =>
    createOpenIdProvider({
      ...at,
      name,
      displayName,
      proof: 'google',
      callbackPath,
      parameters: { prompt: 'select_account' },
      privateOrigins: [at.issuer],
    });
  const providers = createRegistry([
    createProvider('google', 'Google', '/signin-google', google),
    createProvider('other', 'Other', '/signin-other', other),
  ]);
  const app = await createTestPortal(database, { providers });

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
  });
  beforeEach(async () => {
    await database.pool.query('delete from external_logins');
    await database.pool.query('delete from rate_limits');
    await database.pool.query('delete from mail_messages');
    for (const provider of [google, other]) {
      provider.person = { sub: 'person-1', email: 'avery@gmail.example' };
      provider.tamper = null;
      provider.forges = false;
    }
  });

  const visitor = async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    return browser;
  };
  const form = (browser: Browser, path: string, fields: Record<string, string>) =>
    browser.post(path, new URLSearchParams({ ...fields, __RequestVerificationToken: browser.token }).toString(), {
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
  const beginSignIn = async (browser: Browser, provider = 'google', returnUrl = '/Billing') => {
    const begun = await form(browser, '/ExternalLogin', { provider, ReturnUrl: returnUrl });
    expect(begun.statusCode, begun.body).toBe(303);
    return String(begun.headers.location);
  };
  const beginLinking = async (browser: Browser, provider = 'google') => {
    const begun = await form(browser, '/Profile/ExternalLogins?handler=LinkLogin', { provider });
    expect(begun.statusCode, begun.body).toBe(303);
    return String(begun.headers.location);
  };
  const urlPath = ({ pathname, search }: URL) => `${pathname}${search}`;
  const comeBack = (browser: Browser, address: URL) => browser.get(urlPath(address), html);
  /** A browser whose user is connected to the provider's identity. */
  const connected = async (userName = owner, provider = google) => {
    const browser = await signedIn(app, userName);
    const name = provider === google ? 'google' : 'other';
    const back = await comeBack(browser, await provider.visit(await beginLinking(browser, name)));
    expect([back.statusCode, back.headers.location]).toEqual([303, '/Profile?tab=providers']);
    return browser;
  };
  const logins = async (browser: Browser) => (await browser.get('/api/ExternalLogins')).json();
  /** Returns the message of the page that shows a failure, and checks that it is shown once. */
  const told = async (browser: Browser, response: { headers: Record<string, unknown> }) => {
    const { preloaded } = await browser.open(String(response.headers.location));
    const again = (await browser.open(String(response.headers.location))).preloaded;
    expect(again.modelState).toEqual({});
    return preloaded.modelState[''];
  };
  const lastKind = async () =>
    (await database.pool.query('select kind from audit_events order by id desc limit 1')).rows[0].kind;

  test('lists the providers on pages, and allows forms to redirect to them', async () => {
    const { response, preloaded } = await new Browser(app).open('/login');
    expect(preloaded.externalProviders).toEqual([
      { name: 'google', displayName: 'Google' },
      { name: 'other', displayName: 'Other' },
    ]);
    expect(response.headers['content-security-policy']).toMatch(new RegExp(`form-action [^;]*${google.issuer}`));
  });

  describe('connecting', () => {
    test('asks the provider with PKCE, state and nonce, for an address at PUBLIC_URL (EXT-3)', async () => {
      const browser = await signedIn(app, owner);
      const begun = await browser.post(
        '/Profile/ExternalLogins?handler=LinkLogin',
        { provider: 'google' },
        {
          headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        },
      );
      const { searchParams } = new URL(String(begun.headers.location));
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: 'code',
        client_id: google.clientId,
        redirect_uri: `${publicUrl}/signin-google`,
        scope: 'openid email',
        code_challenge_method: 'S256',
      });
      for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      const { rows } = await database.pool.query('select * from external_login_flows order by expires_at desc limit 1');
      // The stored row cannot begin a visit: the state is hashed, the verifier encrypted.
      expect(JSON.stringify(rows)).not.toContain(searchParams.get('state'));
    });

    test('stores the login by issuer and subject, audits it and mails the user', async () => {
      const browser = await connected();
      expect(await logins(browser)).toEqual({
        currentLogins: [
          {
            displayName: 'Google',
            loginProvider: 'google',
            providerKey: 'person-1',
            email: 'avery@gmail.example',
            addedAt: expect.any(String),
            lastUsedAt: null,
            canRemove: true,
          },
        ],
        otherLogins: [{ loginProvider: 'other', displayName: 'Other' }],
      });
      expect(await lastKind()).toBe('externalLoginConnected');
      const { rows } = await database.pool.query(
        "select template, data from mail_messages where template = 'securityNotice'",
      );
      expect(rows).toMatchObject([{ template: 'securityNotice', data: { change: 'externalLogins' } }]);
    });

    test.each([
      ['that the provider vouches for', owner, true, true],
      ['that it does not vouch for', owner, false, false],
      ['of somebody else', 'avery@gmail.example', true, false],
    ])('proves the user’s address only by an address %s (USR-31)', async (_, email, emailVerified, isProved) => {
      await database.pool.query('update users set email_proved_at = null where email = $1', [owner]);
      google.person = { sub: 'person-1', email, emailVerified };
      await connected();
      const { rows } = await database.pool.query('select email_proved_at from users where email = $1', [owner]);
      expect(rows[0].email_proved_at !== null).toBe(isProved);
    });

    test('rejects another user’s identity, with a message on the profile', async () => {
      await connected('owner@globex.example');
      const browser = await signedIn(app, owner);
      const back = await comeBack(browser, await google.visit(await beginLinking(browser)));
      expect(back.headers.location).toBe('/Profile?tab=providers');
      expect(await told(browser, back)).toEqual(['This Google account is connected with another user.']);
      expect((await logins(browser)).currentLogins).toEqual([]);
    });

    test('rejects a second account at the same provider', async () => {
      const browser = await connected();
      google.person = { sub: 'person-2', email: 'avery@gmail.example' };
      const back = await comeBack(browser, await google.visit(await beginLinking(browser)));
      expect(await told(browser, back)).toEqual(['You have connected another Google account. Remove it first.']);
    });

    test('rejects a return in another session, also of the same user (EXT-5)', async () => {
      const browser = await signedIn(app, owner);
      const address = await google.visit(await beginLinking(browser));
      const again = await signedIn(app, owner);
      again.cookies.portico_external_login = String(browser.cookies.portico_external_login);
      const back = await comeBack(again, address);
      expect(await told(again, back)).toEqual([
        'Your session has ended in the meantime. Sign in and connect Google again.',
      ]);
      expect((await logins(again)).currentLogins).toEqual([]);
    });

    test('requires a confirmation of the last ten minutes, with a message on the page', async () => {
      const browser = await signedIn(app, owner);
      await database.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
      const refused = await form(browser, '/Profile/ExternalLogins?handler=LinkLogin', { provider: 'google' });
      expect([refused.statusCode, refused.headers.location]).toEqual([303, '/Profile?tab=providers']);
      expect(await told(browser, refused)).toEqual(['Confirm that it is you, then try again.']);
    });

    test('requires the permission and the page’s token', async () => {
      const browser = await signedIn(app, 'user@acme.example');
      await database.pool.query(
        "insert into user_refusals (user_id, permission) select id, 'changeExternalLogins' from users where email = 'user@acme.example'",
      );
      const path = '/Profile/ExternalLogins?handler=LinkLogin';
      expect((await form(browser, path, { provider: 'google' })).statusCode).toBe(403);
      await database.pool.query('delete from user_refusals');
      browser.token = 'another';
      const refused = await form(browser, path, { provider: 'google' });
      expect(await told(browser, refused)).toEqual(['This page is out of date. Reload it and try again.']);
    });
  });

  describe('signing in', () => {
    test('signs in a connected user with a first factor (EXT-6)', async () => {
      await connected();
      const browser = await visitor();
      const back = await comeBack(browser, await google.visit(await beginSignIn(browser)));
      expect([back.statusCode, back.headers.location]).toEqual([303, '/Billing']);
      await browser.open('/');
      expect((await browser.get('/api/User/Current')).json().email).toBe(owner);
      expect((await logins(browser)).currentLogins[0].lastUsedAt).not.toBeNull();
      await database.pool.query(
        "insert into second_factors (user_id, method, target) select id, 'Email', email from users where email = $1",
        [owner],
      );
      const second = await visitor();
      const challenged = await comeBack(second, await google.visit(await beginSignIn(second)));
      expect(challenged.headers.location).toBe('/LoginWithMFA');
      expect((await second.get('/api/User/Current')).statusCode).toBe(401);
      expect((await second.get('/api/Session/Challenge')).json()).toMatchObject({ methods: [{ name: 'Email' }] });
      await database.pool.query('delete from second_factors');
    });

    test('redirects to the account’s provider if single sign-on is required (SSO-30)', async () => {
      await connected();
      await database.pool.query(`update accounts set sso_required = true, sso_key = 'the-sign-in-page' where id = 2`);
      const browser = await visitor();
      const back = await comeBack(browser, await google.visit(await beginSignIn(browser)));
      await database.pool.query('update accounts set sso_required = false, sso_key = null where id = 2');
      expect(back.headers.location).toBe('/sso/the-sign-in-page?ReturnUrl=%2FBilling');
      expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
    });

    test('only redirects to the portal and its products', async () => {
      await connected();
      const browser = await visitor();
      const back = await comeBack(browser, await google.visit(await beginSignIn(browser, 'google', '//evil.example')));
      expect(back.headers.location).toBe('/');
    });

    test('never finds a user by email, verified or not, and explains what to do (EXT-1)', async () => {
      for (const emailVerified of [true, false]) {
        google.person = { sub: 'stranger', email: owner, emailVerified };
        const browser = await visitor();
        browser.cookies.portico_locale = emailVerified ? 'en' : 'fr';
        const back = await comeBack(browser, await google.visit(await beginSignIn(browser)));
        expect(back.headers.location).toBe('/login?ReturnUrl=%2FBilling');
        expect(await lastKind()).toBe('externalLoginRefused');
        expect((await told(browser, back))?.[0]).toMatch(
          emailVerified ? /^No user is connected with this Google account\./ : /^Aucun utilisateur n’est associé/,
        );
        expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
      }
    });

    test('finds no user with the same subject at another issuer', async () => {
      await connected();
      const browser = await visitor();
      const back = await comeBack(browser, await other.visit(await beginSignIn(browser, 'other')));
      expect(back.headers.location).toBe('/login?ReturnUrl=%2FBilling');
      expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
    });

    test('rejects a user who is inactive', async () => {
      await connected('user@acme.example');
      await database.pool.query("update users set active = false where email = 'user@acme.example'");
      const browser = await visitor();
      const back = await comeBack(browser, await google.visit(await beginSignIn(browser)));
      await database.pool.query('update users set active = true');
      expect(back.headers.location).toBe('/login?ReturnUrl=%2FBilling');
    });

    test('reports that the user canceled', async () => {
      google.person = null;
      const browser = await visitor();
      const back = await comeBack(browser, await google.visit(await beginSignIn(browser)));
      expect(await told(browser, back)).toEqual(['You canceled at Google. Nothing was changed.']);
    });
  });

  describe('answers that do not match the visit', () => {
    const refused = async (browser: Browser, address: URL | string) => {
      const back = await browser.get(typeof address === 'string' ? address : urlPath(address), html);
      expect(back.statusCode).toBe(303);
      expect(back.headers.location).toMatch(/^\/login(\?ReturnUrl=%2FBilling)?$/);
      expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
      return (await told(browser, back))?.[0];
    };
    const gone = 'The visit to Google took too long, or was begun in another window. Try again.';
    const unverified = 'We could not verify what Google answered. Try again.';

    beforeEach(async () => void (await connected()));

    test('rejects a return in another browser (EXT-4)', async () => {
      const [browser, thief] = [await visitor(), await visitor()];
      const address = await google.visit(await beginSignIn(browser));
      expect(await refused(thief, address)).toBe(gone);
      // The thief's try leaves the browser's own visit intact.
      expect((await comeBack(browser, address)).headers.location).toBe('/Billing');
    });

    test('rejects a repeated return', async () => {
      const browser = await visitor();
      const address = await google.visit(await beginSignIn(browser));
      const state = String(browser.cookies.portico_external_login);
      const second = await visitor();
      second.cookies.portico_external_login = state;
      expect((await comeBack(browser, address)).headers.location).toBe('/Billing');
      expect(await refused(second, address)).toBe(gone);
    });

    test('rejects a late return', async () => {
      const browser = await visitor();
      const address = await google.visit(await beginSignIn(browser));
      await database.pool.query('update external_login_flows set expires_at = now()');
      expect(await refused(browser, address)).toBe(gone);
    });

    test('rejects another state', async () => {
      const browser = await visitor();
      const address = await google.visit(await beginSignIn(browser));
      address.searchParams.set('state', 'another');
      expect(await refused(browser, address)).toBe(gone);
      const again = await visitor();
      const twice = await google.visit(await beginSignIn(again));
      twice.searchParams.append('state', 'another');
      expect(await refused(again, twice)).toBe(unverified);
    });

    test('rejects a visit of one provider at the other’s address (EXT-4)', async () => {
      const browser = await visitor();
      const address = await google.visit(await beginSignIn(browser));
      expect(await refused(browser, `/signin-other${address.search}`)).toMatch(/^The visit to Other took too long/);
      const next = await visitor();
      const back = await other.visit(await beginSignIn(next, 'other'));
      expect(await refused(next, `/signin-google${back.search}`)).toBe(gone);
    });

    test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
      ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
      ['no nonce', ({ nonce, ...claims }) => claims],
      ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
      ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
      ['an end in the past', (claims) => ({ ...claims, exp: 1_600_000_000 })],
    ])('rejects an ID token with %s (EXT-3)', async (_, tamper) => {
      google.tamper = tamper;
      const browser = await visitor();
      expect(await refused(browser, await google.visit(await beginSignIn(browser)))).toBe(unverified);
    });

    test('rejects an ID token that another key signed', async () => {
      google.forges = true;
      const browser = await visitor();
      expect(await refused(browser, await google.visit(await beginSignIn(browser)))).toBe(unverified);
    });

    test('accepts an unchanged ID token that was signed again', async () => {
      google.tamper = (claims) => claims;
      const browser = await visitor();
      const back = await comeBack(browser, await google.visit(await beginSignIn(browser)));
      expect(back.headers.location).toBe('/Billing');
    });

    test('rejects an answer of another issuer, and another code', async () => {
      const browser = await visitor();
      const address = await google.visit(await beginSignIn(browser));
      address.searchParams.set('iss', 'https://evil.example');
      expect(await refused(browser, address)).toBe(unverified);
      const again = await visitor();
      const mixed = await google.visit(await beginSignIn(again));
      const theirs = await google.visit(await beginSignIn(await visitor()));
      // A stolen code does not fit the verifier of this visit.
      mixed.searchParams.set('code', String(theirs.searchParams.get('code')));
      expect(await refused(again, mixed)).toBe(unverified);
    });
  });

  describe('removing', () => {
    const remove = (browser: Browser, providerKey = 'person-1', call = {}) =>
      form(browser, '/Profile/ExternalLogins?handler=RemoveLogin', { loginProvider: 'google', providerKey, ...call });

    test('removes a login, ends all other sessions, audits it and mails the user (EXT-11)', async () => {
      const browser = await connected();
      const other = await signedIn(app, owner);
      expect((await remove(browser)).headers.location).toBe('/Profile?tab=providers');
      expect((await logins(browser)).currentLogins).toEqual([]);
      expect((await other.get('/api/User/Current')).statusCode).toBe(401);
      expect(await lastKind()).toBe('externalLoginRemoved');
      expect(
        (await database.pool.query("select 1 from mail_messages where template = 'securityNotice'")).rowCount,
      ).toBe(2);
      const stranger = await visitor();
      const back = await comeBack(stranger, await google.visit(await beginSignIn(stranger)));
      expect(back.headers.location).toBe('/login?ReturnUrl=%2FBilling');
    });

    test('answers 404 for another user’s login', async () => {
      await connected();
      const stranger = await signedIn(app, 'owner@globex.example');
      expect((await remove(stranger)).statusCode).toBe(404);
      expect((await database.pool.query('select 1 from external_logins')).rowCount).toBe(1);
    });

    test('keeps the last sign-in method, with a message (EXT-7)', async () => {
      const browser = await connected();
      const { rows } = await database.pool.query('select password_hash from users where email = $1', [owner]);
      await database.pool.query('update users set password_hash = null where email = $1', [owner]);
      expect((await logins(browser)).currentLogins[0].canRemove).toBe(false);
      const refused = await remove(browser);
      await database.pool.query('update users set password_hash = $1 where email = $2', [rows[0].password_hash, owner]);
      expect(await told(browser, refused)).toEqual([
        'This is your last way to sign in. Add a passkey or set a password before you remove it.',
      ]);
      expect((await logins(browser)).currentLogins).toHaveLength(1);
    });
  });

  test('answers 404 for unknown providers and their callbacks', async () => {
    const browser = await visitor();
    expect((await form(browser, '/ExternalLogin', { provider: 'none' })).statusCode).toBe(404);
    const bare = await createTestPortal(database);
    expect((await new Browser(bare).get('/signin-google')).statusCode).toBe(404);
  });

  test('reports an unreachable provider', async () => {
    const away = createRegistry([
      createOpenIdProvider({
        name: 'google',
        displayName: 'Google',
        proof: 'google',
        callbackPath: '/signin-google',
        issuer: 'http://127.0.0.1:9',
        clientId: 'portal',
        clientSecret: 'secret',
        privateOrigins: ['http://127.0.0.1:9'],
      }),
    ]);
    const portal = await createTestPortal(database, { providers: away });
    const browser = new Browser(portal);
    await browser.open('/login');
    const refused = await form(browser, '/ExternalLogin', { provider: 'google' });
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/login']);
    expect(await told(browser, refused)).toEqual([
      'Google is not responding right now. Try again in a moment, or sign in another way.',
    ]);
  });
});
