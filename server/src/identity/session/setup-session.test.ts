import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { allowCode, authenticatorCode, challenged, verify } from './second-step.test-support.ts';

const owner = 'owner@acme.example';

describe('an account that requires a second factor', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const addPasskey = () =>
    sql(
      "insert into passkeys (user_id, credential_id, public_key, name) select id, 'id', 'key', 'Phone' from users where email = $1",
      [owner],
    );
  const page = (browser: Browser, path: string) => browser.get(path, { headers: { accept: 'text/html' } });

  beforeEach(async () => {
    for (const table of [
      'second_factors',
      'authenticator_setups',
      'recovery_codes',
      'passkeys',
      'sessions',
      'rate_limits',
    ])
      await sql(`delete from ${table}`);
    await sql("update accounts set second_factor_required = name = 'Acme Security'");
  });

  const atSetup = async (more: object = {}) => {
    const browser = new Browser(app);
    await browser.open('/login');
    const response = await browser.post('/LoginWithMFA', {
      userName: owner,
      password: 'Portico-demo-1',
      ReturnUrl: '/Billing?tab=1',
      ...more,
    });
    return { browser, response };
  };

  test('gives a user without a second factor access only to its setup', async () => {
    const { browser, response } = await atSetup();
    expect(response.json()).toEqual({
      redirectUrl: '/ConfigureMFA?ReturnUrl=%2FBilling%3Ftab%3D1',
      challenge: null,
    });
    const { preloaded } = await browser.open('/ConfigureMFA?ReturnUrl=%2FBilling');
    expect(preloaded.mustConfigureMfa).toBe(true);
    expect((await browser.get('/api/User/Current')).statusCode).toBe(200);
    expect((await browser.get('/api/MFA')).json()).toMatchObject({ isEnabled: false, isRequired: true });
    for (const path of ['/api/MFA/Browsers', '/api/User/TfaSettings'])
      expect((await browser.get(path)).statusCode).toBe(401);
    expect((await browser.send('PUT', '/api/MFA/Disable', { payload: {} })).statusCode).toBe(401);
    expect((await browser.post('/api/MFA/GenerateRecoveryCode', {})).statusCode).toBe(401);
    expect((await browser.send('PUT', '/api/User/TfaSettings', { payload: { tfaIsRequired: false } })).statusCode).toBe(
      401,
    );
  });

  test('redirects all pages to the setup, except legal texts and mailed links', async () => {
    const { browser } = await atSetup();
    for (const path of ['/Billing/Invoices', '/products', '/Profile'])
      expect((await page(browser, path)).headers.location).toBe(`/ConfigureMFA?ReturnUrl=${encodeURIComponent(path)}`);
    expect((await page(browser, '/')).headers.location).toBe('/ConfigureMFA');
    expect((await page(browser, '/login')).headers.location).toBe('/ConfigureMFA');
    for (const path of ['/terms', '/WasThisYou', '/ResetPassword', '/configuremfa'])
      expect((await page(browser, path)).statusCode).toBe(200);
  });

  test('gives full access under a new session id once a method is enabled, and voids the old id', async () => {
    const { browser } = await atSetup({ RememberMe: 'true' });
    await browser.open('/ConfigureMFA');
    const before = browser.at(app);
    const { sharedKey } = (await browser.get('/api/MFA/Authenticator')).json();
    const response = await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(sharedKey) });
    expect(response.json().recoveryCodes).toHaveLength(10);
    const cookie = response.cookies.find(({ name }) => name === 'portico_session');
    expect(cookie?.maxAge).toBeGreaterThan(86_000);
    expect(browser.cookies.portico_session).not.toBe(before.cookies.portico_session);
    expect((await before.get('/api/User/Current')).statusCode).toBe(401);
    expect((await browser.get('/api/User/TfaSettings')).statusCode).toBe(200);
    expect((await page(browser, '/ConfigureMFA?ReturnUrl=%2FBilling')).headers.location).toBe('/Billing');
    expect(await sql('select proofs, is_setup from sessions')).toEqual([
      { proofs: ['password', 'authenticator'], is_setup: false },
    ]);
    await allowCode(database, owner);
    const next = await challenged(app, owner);
    expect((await verify(next.browser, { code: authenticatorCode(sharedKey) })).statusCode).toBe(200);
  });

  test('asks a user for their passkey instead of a setup', async () => {
    await addPasskey();
    const { browser, challenge } = await challenged(app, owner);
    expect(challenge).toMatchObject({ methods: [], suggested: null, hasPasskeys: true });
    expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
  });

  test('affects only its own users', async () => {
    const other = await signedIn(app, 'owner@globex.example');
    expect((await other.get('/api/User/TfaSettings')).statusCode).toBe(200);
  });

  test('keeps a user’s last method unless they have a passkey', async () => {
    const { browser } = await atSetup();
    await browser.open('/ConfigureMFA');
    const { sharedKey } = (await browser.get('/api/MFA/Authenticator')).json();
    await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(sharedKey) });
    await browser.open('/');
    const remove = () => browser.send('DELETE', '/api/MFA/Authenticator');
    expect((await remove()).json().code).toBe('SecondFactorRequired');
    const disable = () => browser.send('PUT', '/api/MFA/Disable', { payload: {} });
    expect((await disable()).json().code).toBe('SecondFactorRequired');
    expect((await browser.get('/api/MFA')).json()).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 });
    await addPasskey();
    expect((await remove()).json()).toMatchObject({ isEnabled: false, recoveryCodesLeft: 0 });
  });

  test('is configured by admins, and the change is audited', async () => {
    await sql('update accounts set second_factor_required = false');
    const admin = await signedIn(app, 'admin@acme.example');
    const save = (tfaIsRequired: boolean) => admin.send('PUT', '/api/User/TfaSettings', { payload: { tfaIsRequired } });
    const answer = { isError: false, errors: [] };
    expect((await admin.get('/api/User/TfaSettings')).json()).toEqual({ ...answer, data: { tfaIsRequired: false } });
    expect((await save(true)).json()).toEqual({ ...answer, data: { tfaIsRequired: true } });
    expect((await admin.get('/api/User/TfaSettings')).json().data).toEqual({ tfaIsRequired: true });
    await save(true);
    const events = await sql("select detail from audit_events where kind = 'secondFactorRequirementChanged'");
    expect(events).toEqual([{ detail: { changes: { secondFactorRequired: [false, true] } } }]);
    const { response } = await atSetup();
    expect(response.json().redirectUrl).toMatch(/^\/ConfigureMFA/);
  });
});

test('redirects the second step to the first if no sign-in is waiting', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const browser = new Browser(app);
  const response = await browser.get('/LoginWithMFA', { headers: { accept: 'text/html' } });
  expect([response.statusCode, response.headers.location]).toEqual([302, '/login']);
  expect((await browser.get('/ConfigureMFA', { headers: { accept: 'text/html' } })).headers.location).toBe('/login');
  for (const path of ['/ForgottenPassword', '/resetpassword', '/Invitation', '/ConfirmEmail', '/UndoEmail'])
    expect((await browser.get(path, { headers: { accept: 'text/html' } })).statusCode).toBe(200);
});
