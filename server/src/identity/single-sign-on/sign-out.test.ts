import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { createSignOnPortal, html, publicUrl } from './sign-on-portal.test-support.ts';

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describe('signing out with a provider', async () => {
  const provider = await startMisbehavingProvider();
  const portal = await createSignOnPortal({ privateOrigins: [provider.issuer] });
  const { app, database, begin, comeBack, emailIn, visitor, query } = portal;
  let key = '';

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    ({ key } = await portal.connect(provider));
    provider.redirectUris.add(`${publicUrl}/signin-sso/${key}`);
  });
  beforeEach(async () => {
    provider.misbehaves = {};
    for (const table of ['rate_limits', 'sessions', 'sso_sessions', 'sso_logout_tokens'])
      await query(`delete from ${table}`);
  });

  const signedIn = async (sub = 'user', sid = `sid of ${sub}`, email = 'user@acme.example') => {
    provider.person = { sub, sid, email };
    const browser = visitor();
    await comeBack(browser, (await provider.visit(await begin(browser))) as URL);
    expect(await emailIn(browser)).toBe(email);
    await browser.open('/');
    return browser;
  };
  const now = () => Math.floor(Date.now() / 1000);
  let count = 0;
  const logoutClaims = (changes: Record<string, unknown>) => {
    count += 1;
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      iat: now(),
      exp: now() + 120,
      jti: `token ${count}`,
      events: event,
    };
    return { ...claims, ...changes };
  };
  const logoutToken = (
    changes: Record<string, unknown> = {},
    header: Record<string, unknown> = { typ: 'logout+jwt' },
  ) => {
    return provider.signs(logoutClaims(changes), header);
  };
  const send = (token: string, at = key) =>
    app.inject({
      method: 'POST',
      url: `/signout-sso/${at}/back-channel`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });
  const signOut = (browser: Browser) => browser.post('/signout', {});

  describe('from the portal', () => {
    test('redirects through the provider with the ID token as the hint, and back (SSO-36)', async () => {
      const browser = await signedIn();
      const { redirectUrl } = (await signOut(browser)).json();
      expect(await emailIn(browser)).toBeUndefined();
      expect(redirectUrl).toMatch(new RegExp(`^/signout-sso/${key}\\?begin=`));
      const response = await browser.get(redirectUrl, html);
      const away = new URL(String(response.headers.location));
      expect(away.origin + away.pathname).toBe(`${provider.issuer}/logout`);
      expect(away.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/signout-sso/${key}`);
      expect(away.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
      const back = await browser.get(
        `/signout-sso/${key}?state=${encodeURIComponent(away.searchParams.get('state') ?? '')}`,
        html,
      );
      expect([back.statusCode, back.headers.location]).toEqual([303, '/login']);
    });

    test('redirects to the provider once, and only by a link that the portal sealed', async () => {
      const browser = await signedIn();
      const { redirectUrl } = (await signOut(browser)).json();
      await browser.get(redirectUrl, html);
      expect((await browser.get(redirectUrl, html)).headers.location).toBe('/login');
      for (const query of ['begin=made-up', 'state=made-up', 'state=https://evil.example', ''])
        expect((await browser.get(`/signout-sso/${key}?${query}`, html)).headers.location).toBe('/login');
    });

    test('ends the session even if the provider is unreachable or has no sign-out', async () => {
      for (const misbehaves of [
        { answers: { '/discovery': 'drops' as const } },
        { describes: ({ end_session_endpoint: _, ...description }: Record<string, unknown>) => description },
      ]) {
        provider.misbehaves = {};
        const browser = await signedIn();
        const { redirectUrl } = (await signOut(browser)).json();
        await query('update external_providers set revision = revision + 1');
        provider.misbehaves = misbehaves;
        expect((await browser.get(redirectUrl, html)).headers.location).toBe('/login');
      }
      await query('update external_providers set revision = revision + 1');
    });

    test('ends the session even if the stored secrets cannot be read', async () => {
      const browser = await signedIn();
      const { redirectUrl } = (await signOut(browser)).json();
      await query("update sso_sessions set id_token = decode(repeat('00', 60), 'hex')");
      const away = new URL(String((await browser.get(redirectUrl, html)).headers.location));
      expect(away.origin + away.pathname).toBe(`${provider.issuer}/logout`);
      expect(away.searchParams.has('id_token_hint')).toBe(false);
      const another = await signedIn();
      const [{ client_secret: secret }] = await query('select client_secret from external_providers where key = $1', [
        key,
      ]);
      await query("update external_providers set client_secret = decode(repeat('00', 60), 'hex') where key = $1", [
        key,
      ]);
      expect((await signOut(another)).json()).toEqual({ redirectUrl: '/login' });
      expect(await emailIn(another)).toBeUndefined();
      await query('update external_providers set client_secret = $2 where key = $1', [key, secret]);
    });

    test('does not redirect to the provider if the session began with a password', async () => {
      const browser = await visitor().signIn('admin@acme.example');
      expect((await signOut(browser)).json()).toEqual({ redirectUrl: '/login' });
    });
  });

  describe('from the provider', () => {
    test('ends the session that a logout token names (SSO-37)', async () => {
      const [browser, other] = [await signedIn('user', 'one'), await signedIn('user', 'two')];
      const answer = await send(logoutToken({ sid: 'one' }));
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      expect([await emailIn(browser), await emailIn(other)]).toEqual([undefined, 'user@acme.example']);
      expect(await portal.audited()).toBe('ssoSignedOut');
    });

    test('ends all sessions of a person, even under a new id, if the logout token names no session', async () => {
      const [browser, other] = [await signedIn('user', 'one'), await signedIn('user', 'two')];
      const stranger = await signedIn('admin', 'three', 'admin@acme.example');
      await query(
        `update sessions set id_hash = sha256(id_hash) where user_id = (select id from users where email = 'user@acme.example')`,
      );
      expect((await send(logoutToken({ sub: 'user' }))).statusCode).toBe(200);
      expect([await emailIn(browser), await emailIn(other)]).toEqual([undefined, undefined]);
      expect(await emailIn(stranger)).toBe('admin@acme.example');
      expect(await query(`select count(*)::int as total from sessions`)).toEqual([{ total: 1 }]);
    });

    test('ends nothing for any other token', async () => {
      const browser = await signedIn('user', 'one');
      const past = now() - 3_600;
      const taken = logoutToken({ sid: 'nobody' });
      expect((await send(taken)).statusCode).toBe(200);
      const signed = logoutToken({ sid: 'one' });
      const [, body = ''] = signed.split('.');
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
      for (const [name, token] of Object.entries({
        'used before': taken,
        'without a signature': unsigned,
        'with the public key as a secret': provider.signsAsSecret(logoutClaims({ sid: 'one' }), { typ: 'logout+jwt' }),
        'with a changed signature': `${signed.slice(0, -4)}AAAA`,
        'of another issuer': logoutToken({ sid: 'one', iss: 'https://evil.example' }),
        'for another client': logoutToken({ sid: 'one', aud: 'another' }),
        'with a nonce': logoutToken({ sid: 'one', nonce: 'n' }),
        'without the event': logoutToken({ sid: 'one', events: {} }),
        'without events': logoutToken({ sid: 'one', events: undefined }),
        'without an id': logoutToken({ sid: 'one', jti: undefined }),
        'too old': logoutToken({ sid: 'one', iat: past, exp: now() + 60 }),
        'that has ended': logoutToken({ sid: 'one', exp: past }),
        'without a session and a person': logoutToken(),
        'of another type': logoutToken({ sid: 'one' }, { typ: 'at+jwt' }),
        'of no certain type': logoutToken({ sid: 'one' }, { typ: 'JWT' }),
        'without a type': logoutToken({ sid: 'one' }, {}),
        'with a session id that cannot be stored': logoutToken({ sid: 'one\u0000' }),
        'that is not a token': 'none',
      })) {
        const answer = await send(token);
        expect([answer.statusCode, answer.json().error], name).toEqual([400, 'invalid_request']);
      }
      expect((await send(logoutToken({ sid: 'one' }), 'unknown-provider')).statusCode).toBe(400);
      expect(await emailIn(browser)).toBe('user@acme.example');
    });

    test('does not end another provider’s sessions', async () => {
      const browser = await signedIn('user', 'one');
      const another = await portal.connect({ ...provider, name: 'Another', domains: [] });
      expect((await send(logoutToken({ sid: 'one' }), another.key)).statusCode).toBe(200);
      await query('delete from external_providers where id = $1', [another.id]);
      expect(await emailIn(browser)).toBe('user@acme.example');
    });

    test('ends a session only from a frame of the provider (SSO-38)', async () => {
      const browser = await signedIn('user', 'one');
      const frame = (search: string) =>
        app.inject({ method: 'GET', url: `/signout-sso/${key}/front-channel${search}` });
      await frame(`?iss=https://evil.example&sid=one`);
      await frame(`?sid=one`);
      await frame(`?iss=${encodeURIComponent(provider.issuer)}&sid=another`);
      await frame('');
      expect(await emailIn(browser)).toBe('user@acme.example');
      const answer = await frame(`?iss=${encodeURIComponent(provider.issuer)}&sid=one`);
      expect(answer.headers['content-security-policy']).toMatch(new RegExp(`frame-ancestors ${provider.issuer}$`));
      expect(answer.headers).not.toHaveProperty('x-frame-options');
      expect(await emailIn(browser)).toBeUndefined();
    });

    test('ends nothing for a URL that anyone can open or embed (SSO-38)', async () => {
      const browser = await signedIn('user', 'one');
      const issuer = encodeURIComponent(provider.issuer);
      for (const search of ['', `?iss=${issuer}`, '?sid=one', `?iss=${issuer}&sid=`, `?iss=${issuer}&sid=two`])
        for (const destination of ['document', 'iframe', 'image'])
          await browser.get(`/signout-sso/${key}/front-channel${search}`, {
            headers: { 'sec-fetch-dest': destination },
          });
      expect(await emailIn(browser)).toBe('user@acme.example');
    });
  });
});
