import { beforeAll, describe, expect, test } from 'vitest';
import { type Jar, startIdentityProvider, type TestIdentityProvider } from '../../../test/identity-provider.ts';
import { ownPort } from '../../../test/own-port.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { createSignOnPortal, html } from './sign-on-portal.test-support.ts';

describe('signing out with a real provider', async () => {
  const [port, providerPort] = [await ownPort(), await ownPort()];
  const publicUrl = `http://127.0.0.1:${port}`;
  const issuer = `http://127.0.0.1:${providerPort}`;
  const portal = await createSignOnPortal({ publicUrl, privateOrigins: [issuer] });
  const { begin, comeBack, emailIn, visitor } = portal;
  let provider: TestIdentityProvider;

  beforeAll(async () => {
    await seedDemonstrationPeople(portal.database);
    const clientSecret = 'the secret of the client, long enough';
    const { key } = await portal.connect({ issuer, clientId: `portal-${providerPort}`, clientSecret });
    provider = await startIdentityProvider(`${publicUrl}/signin-sso/${key}`, providerPort, {
      signedOutUri: `${publicUrl}/signout-sso/${key}`,
      backChannelUri: `${publicUrl}/signout-sso/${key}/back-channel`,
    });
    provider.person = { sub: 'person-1', email: 'user@acme.example' };
    // The provider itself calls the portal.
    await portal.app.listen({ port, host: '127.0.0.1' });
  });

  const signedIn = async () => {
    const [browser, jar]: [ReturnType<typeof visitor>, Jar] = [visitor(), new Map()];
    await comeBack(browser, await provider.visit(await begin(browser), jar));
    expect(await emailIn(browser)).toBe('user@acme.example');
    await browser.open('/');
    return { browser, jar };
  };

  test('from the portal also ends the provider’s session, and returns (SSO-36)', async () => {
    const { browser, jar } = await signedIn();
    const { redirectUrl } = (await browser.post('/signout', {})).json();
    const away = String((await browser.get(redirectUrl, html)).headers.location);
    expect(away).toContain(`${issuer}/session/end?`);
    const back = await provider.signOut(away, jar);
    expect(back?.origin).toBe(publicUrl);
    const after = await browser.get(`${back?.pathname}${back?.search}`, html);
    expect([after.statusCode, after.headers.location]).toEqual([303, '/login']);
    // The provider asks for a new sign-in.
    provider.person = null;
    const again = visitor();
    await comeBack(again, await provider.visit(await begin(again), jar));
    expect(await emailIn(again)).toBeUndefined();
    provider.person = { sub: 'person-1', email: 'user@acme.example' };
  });

  test('from the provider ends only that session of the portal (SSO-37)', async () => {
    const [ended, kept] = [await signedIn(), await signedIn()];
    await provider.signOut(`${issuer}/session/end`, ended.jar);
    await expect.poll(() => emailIn(ended.browser)).toBeUndefined();
    expect(await emailIn(kept.browser)).toBe('user@acme.example');
    expect(await portal.audited()).toBe('ssoSignedOut');
  });
});
