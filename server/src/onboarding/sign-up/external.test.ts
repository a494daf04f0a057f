import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../../test/identity-provider.ts';
import { ownPort } from '../../../test/own-port.ts';
import { listMailsTo, personFields, postForm, visitor } from './sign-up.test-support.ts';

let portal: FullPortal;
let google: TestIdentityProvider;
let browser: Browser;

beforeAll(async () => {
  const port = await ownPort();
  google = await startIdentityProvider(`http://localhost:${port}/signin-google`);
  portal = await startFullPortal({
    mode: 'demo',
    port,
    environment: {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      PRIVATE_IDENTITY_PROVIDERS: google.issuer,
    },
  });
});

beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
  browser = await visitor(portal.app.http);
});

const html = { headers: { accept: 'text/html' } };

/** Goes from the sign-up to the provider, and returns signed in as a person. */
async function comeBack(person: { sub: string; email: string }, verified: boolean, query = '', claimed: object = {}) {
  google.person = person;
  google.tamper = (claims) => ({
    ...claims,
    email_verified: verified,
    given_name: 'Avery',
    family_name: 'Stone',
    ...claimed,
  });
  const begun = await postForm(browser, { Provider: 'Google' }, `?handler=External${query}`);
  expect(begun.statusCode, begun.body).toBe(303);
  const { pathname, search } = await google.visit(String(begun.headers.location));
  return browser.get(`${pathname}${search}`, html);
}

test('returns to the form with the verified address and names, and registers without a password', async () => {
  const email = 'avery@gmail.example';
  const back = await comeBack({ sub: 'avery', email }, true, '&product=cloud&storageKey=k1');
  expect([back.statusCode, back.headers.location]).toEqual([303, '/SignUp?product=cloud&storageKey=k1']);
  const { preloaded } = await browser.open('/SignUp?product=cloud&storageKey=k1');
  expect(preloaded.signUp?.external).toEqual({ displayName: 'Google', email, firstName: 'Avery', lastName: 'Stone' });
  const form = { ...personFields, password: '', confirmPassword: '' };
  const foreign = await postForm(browser, { ...form, email: 'somebody@else.example' });
  expect(foreign.statusCode).toBe(422);
  const done = await postForm(browser, { ...form, email }, '?product=cloud');
  expect(done.statusCode, done.body).toBe(303);
  expect((await listMailsTo(portal, email))[0]).toMatchObject({
    template: 'welcome',
    data: { path: '/login', days: null },
  });
  // Next time, the same login signs in.
  const again = await visitor(portal.app.http);
  browser = again;
  const entered = await comeBack({ sub: 'avery', email }, true);
  expect(entered.headers.location).toBe('/');
  expect((await again.get('/api/User/Current')).json()).toMatchObject({ email, isOwner: true });
});

test('rejects an address that the provider does not vouch for, on the form’s page', async () => {
  const back = await comeBack({ sub: 'other', email: 'owner@acme.example' }, false);
  expect(back.headers.location).toBe('/SignUp');
  const { preloaded } = await browser.open('/SignUp');
  expect(preloaded.signUp?.external).toBeNull();
  expect(preloaded.modelState['']).toEqual([expect.stringContaining('does not confirm the email address')]);
});

test('rejects an address whose mailbox Google does not host, because it may be another person’s by now', async () => {
  for (const email of ['avery@acme.example', 'avery@gmail.com.example'])
    await comeBack({ sub: 'left', email }, true, '', { hd: undefined });
  expect((await browser.open('/SignUp')).preloaded.signUp?.external).toBeNull();
  await comeBack({ sub: 'here', email: 'avery.hosted@gmail.com' }, true, '', { hd: undefined });
  expect((await browser.open('/SignUp')).preloaded.signUp?.external).toMatchObject({ email: 'avery.hosted@gmail.com' });
});

test('treats a known address like an unknown one, and links nothing', async () => {
  const email = 'owner@globex.example';
  await comeBack({ sub: 'globex', email }, true);
  const done = await postForm(browser, { ...personFields, email });
  expect(done.statusCode).toBe(303);
  const { rows } = await portal.database.pool.query(
    `select count(*)::int as count from external_logins where subject = 'globex'`,
  );
  expect(rows[0].count).toBe(0);
  expect((await listMailsTo(portal, email)).at(-1)).toMatchObject({ template: 'signUpKnown' });
});

test('rejects an unknown provider', async () => {
  expect((await postForm(browser, { Provider: 'Nobody' }, '?handler=External')).statusCode).toBe(404);
});

test('shows on the form’s page that the visitor cancelled at the provider', async () => {
  google.person = null;
  const begun = await postForm(browser, { Provider: 'Google' }, '?handler=External&companyName=veriscan');
  const { pathname, search } = await google.visit(String(begun.headers.location));
  const back = await browser.get(`${pathname}${search}`, html);
  expect(back.headers.location).toBe('/SignUp/veriscan');
});

test('remembers an external identity only for its own browser', async () => {
  await comeBack({ sub: 'private', email: 'private@gmail.example' }, true);
  const { preloaded } = await new Browser(portal.app.http).open('/SignUp');
  expect(preloaded.signUp?.external).toBeNull();
});
