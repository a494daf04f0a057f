import { beforeAll, describe, expect, test } from 'vitest';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { acme, createSignOnPortal, html, publicUrl } from './sign-on-portal.test-support.ts';

describe('the entry of an account’s own sign-in page (SSO-56)', async () => {
  const provider = await startMisbehavingProvider();
  const portal = await createSignOnPortal({ privateOrigins: [provider.issuer] });
  const { begin, comeBack, emailIn, visitor } = portal;
  const page = `/sso/sign-in-page-${acme}`;
  const fromElsewhere = { headers: { ...html.headers, 'sec-fetch-site': 'cross-site' } };
  let key = '';

  beforeAll(async () => {
    await seedDemonstrationPeople(portal.database);
    ({ key } = await portal.connect(provider));
    provider.redirectUris.add(`${publicUrl}/signin-sso/${key}`);
    provider.person = { sub: 'attacker', email: 'user@acme.example' };
  });

  const readToken = (body: string) => /name="__RequestVerificationToken" value="([^"]+)"/.exec(body)?.[1] ?? '';

  test('asks a user of another account, whose session stays until they confirm and return', async () => {
    const browser = visitor();
    await browser.signIn('owner@globex.example');
    const asked = await browser.get(`${page}?ReturnUrl=/Billing`, html);
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('Sign in to Acme Security with Acme Login?');
    expect(asked.body).toContain('You are signed in to Globex. Signing in to Acme Security ends that session.');
    expect(await emailIn(browser)).toBe('owner@globex.example');
    const form = { provider: key, ReturnUrl: '/Billing', __RequestVerificationToken: readToken(asked.body) };
    const onward = await browser.post(page, form, html);
    const [, target = ''] = /href="([^"]+)"/.exec(onward.body) ?? [];
    expect(await emailIn(browser)).toBe('owner@globex.example');
    const back = await comeBack(browser, (await provider.visit(target.replaceAll('&#38;', '&'))) as URL);
    expect(back.headers.location).toBe('/Billing');
    expect(await emailIn(browser)).toBe('user@acme.example');
  });

  test('asks a visitor from another site, but not one from the portal or a bookmark', async () => {
    const asked = await visitor().get(page, fromElsewhere);
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('Sign in to Acme Security with Acme Login?');
    expect(asked.headers['set-cookie']?.toString()).not.toContain('portico_sso_');
    expect(await begin(visitor())).toContain(provider.issuer);
  });

  test('is not confirmed by another site’s form', async () => {
    const browser = visitor();
    const { body } = await browser.get(page, fromElsewhere);
    for (const [form, call] of [
      [{ provider: key }, html],
      [{ provider: key, __RequestVerificationToken: readToken(body) }, fromElsewhere],
      [{ provider: key, __RequestVerificationToken: readToken((await visitor().get(page, fromElsewhere)).body) }, html],
    ] as const)
      expect((await browser.post(page, form, call)).statusCode).toBe(400);
  });

  test('offers each of several providers', async () => {
    const other = await portal.connect({ ...provider, name: 'Other <Login>', domains: [] });
    const { body } = await visitor().get(page, html);
    await portal.query('delete from external_providers where id = $1', [other.id]);
    expect(body).toContain('Choose how to sign in to Acme Security');
    expect(body).toContain(`value="${key}">Sign in with Acme Login</button>`);
    expect(body).toContain(`value="${other.key}">Sign in with Other &#60;Login&#62;</button>`);
  });
});
