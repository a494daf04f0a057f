import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startIdentityProvider } from '../../../test/identity-provider.ts';
import { ownPort } from '../../../test/own-port.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { acme, createSignOnPortal, html, publicUrl } from './sign-on-portal.test-support.ts';
import { createSignOnPorts } from './single-sign-on.routes.ts';

describe('signing in with an account’s own provider', async () => {
  const port = await ownPort();
  const issuer = `http://127.0.0.1:${port}`;
  const portal = await createSignOnPortal({ privateOrigins: [issuer] });
  const { database, begin, comeBack, emailIn, visitor, readMessages, query } = portal;
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>;

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    const client = { clientId: `portal-${port}`, clientSecret: 'the secret of the client, long enough' };
    const { key } = await portal.connect({ issuer, ...client });
    provider = await startIdentityProvider(`${publicUrl}/signin-sso/${key}`, port);
  });
  beforeEach(async () => {
    await query('delete from sso_identities');
    await query('delete from sso_sign_ins');
    await query('delete from rate_limits');
    provider.person = { sub: 'person-1', email: 'user@acme.example' };
  });

  test('redirects to the provider with PKCE, state and nonce, and with a callback at PUBLIC_URL (SSO-21)', async () => {
    const location = new URL(await begin(visitor(), '?ReturnUrl=/Billing&login_hint=user@acme.example'));
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: 'user@acme.example',
    });
    expect(location.searchParams.get('redirect_uri')).toMatch(/^http:\/\/localhost:3000\/signin-sso\/\w+$/);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(location.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await query('select * from sso_flows order by expires_at desc limit 1'));
    expect(stored).not.toContain(location.searchParams.get('state'));
  });

  test('opens a session for the user with the address, which counts as both factors', async () => {
    await query('update accounts set second_factor_required = true where id = $1', [acme]);
    const browser = visitor();
    const back = await comeBack(browser, await provider.visit(await begin(browser, '?ReturnUrl=/Billing')));
    await query('update accounts set second_factor_required = false where id = $1', [acme]);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/Billing']);
    expect(await emailIn(browser)).toBe('user@acme.example');
    expect(await query('select proofs, is_setup from sessions order by created_at desc limit 1')).toEqual([
      { proofs: ['sso'], is_setup: false },
    ]);
    expect(await query('select issuer, subject from sso_identities')).toEqual([{ issuer, subject: 'person-1' }]);
    expect(await query('select outcome, email, failure from sso_sign_ins')).toEqual([
      { outcome: 'signedIn', email: 'user@acme.example', failure: null },
    ]);
    const kinds = await query(`select kind from audit_events order by id desc limit 2`);
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['signIn', 'ssoLinked']);
  });

  test('finds the user again by issuer and subject, even if the address changed', async () => {
    const first = visitor();
    await comeBack(first, await provider.visit(await begin(first)));
    provider.person = { sub: 'person-1', email: 'admin@acme.example' };
    const second = visitor();
    await comeBack(second, await provider.visit(await begin(second)));
    expect(await emailIn(second)).toBe('user@acme.example');
  });

  test('reports that the person canceled, and keeps the return URL', async () => {
    provider.person = null;
    const browser = visitor();
    const back = await comeBack(browser, await provider.visit(await begin(browser, '?ReturnUrl=/Billing')));
    expect(back.headers.location).toBe('/login?ReturnUrl=%2FBilling');
    expect(await readMessages(browser, back)).toEqual(['You canceled at Acme Login. You are not signed in.']);
    expect(await query('select outcome, failure from sso_sign_ins')).toEqual([
      { outcome: 'refused', failure: 'canceled' },
    ]);
  });

  test('only redirects to the portal and its products', async () => {
    const browser = visitor();
    const back = await comeBack(browser, await provider.visit(await begin(browser, '?ReturnUrl=//evil.example')));
    expect(back.headers.location).toBe('/');
  });

  test('continues after a form with a forwarding page (SSO-31)', async () => {
    const browser = visitor();
    const onward = await browser.get(`/sso/sign-in-page-${acme}?ReturnUrl=/Billing&form=1`, html);
    expect(onward.statusCode).toBe(200);
    expect(onward.body).toContain(`content="0;url=/sso/sign-in-page-${acme}?ReturnUrl=%2FBilling"`);
    const way = await createSignOnPorts({ database, publicUrl, config: portal.config }).findDomainSignIn(
      'acme.example',
    );
    expect(way).toMatch(new RegExp(`^/sso/sign-in-page-${acme}\\?provider=\\w+&form=1$`));
    expect(
      await createSignOnPorts({ database, publicUrl, config: portal.config }).findDomainSignIn('globex.example'),
    ).toBeUndefined();
  });

  test('redirects a user who is signed in to the account without the provider', async () => {
    const browser = visitor();
    await comeBack(browser, await provider.visit(await begin(browser)));
    expect(await begin(browser, '?ReturnUrl=/Billing')).toBe('/Billing');
  });

  test('requires a new sign-in at the provider to confirm (CON-1)', async () => {
    const browser = visitor();
    await comeBack(browser, await provider.visit(await begin(browser)));
    await query(`update sessions set confirmed_at = now() - interval '11 minutes'`);
    const again = await begin(browser, '?ReturnUrl=/Billing&again=1');
    expect(new URL(again).searchParams.get('prompt')).toBe('login');
    expect(new URL(await begin(visitor())).searchParams.has('prompt')).toBe(false);
    const back = await comeBack(browser, await provider.visit(again));
    expect(back.headers.location).toBe('/Billing');
    const [newest] = await query(
      `select confirmed_at > now() - interval '1 minute' as confirmed from sessions order by created_at desc limit 1`,
    );
    expect(newest).toEqual({ confirmed: true });
  });

  test('explains on the sign-in page that a provider does not exist or is disabled', async () => {
    const browser = visitor();
    const unknown = await browser.get('/sso/nobody-has-this', html);
    expect(unknown.headers.location).toBe('/login');
    expect((await readMessages(browser, unknown))[0]).toMatch(/is not offered any more/);
    const address = await provider.visit(await begin(browser));
    await query('update external_providers set is_active = false');
    const back = await comeBack(browser, address);
    await query('update external_providers set is_active = true');
    expect((await readMessages(browser, back))[0]).toMatch(/is not offered any more/);
    expect(await emailIn(browser)).toBeUndefined();
  });
});
