import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import {
  authenticatorCode,
  challenged,
  lastCode,
  verify,
  withAuthenticator,
  wrongCode,
} from '../session/second-step.test-support.ts';
import { deleteExpired } from './codes.queries.ts';
import { findSecondFactorState } from './state.ts';

const owner = 'owner@acme.example';

describe('the second factor of a user', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const notices = async () =>
    (await sql("select recipient, data from mail_messages where template = 'securityNotice' order by id")).map(
      ({ recipient, data }) => [recipient, data.change],
    );
  const settings = async (browser: Browser) => (await browser.get('/api/MFA')).json();

  beforeEach(async () => {
    for (const table of ['second_factors', 'authenticator_setups', 'factor_codes', 'recovery_codes', 'sessions'])
      await sql(`delete from ${table}`);
    await sql('delete from rate_limits');
    await sql('delete from mail_messages');
  });

  test('is off at first, with every method available', async () => {
    const browser = await signedIn(app, owner);
    const off = { enabled: false, factor: null, setUpAt: null, lastUsedAt: null, isClosed: false };
    expect(await settings(browser)).toEqual({
      isEnabled: false,
      isRequired: false,
      isMachineRemembered: false,
      rememberedUntil: null,
      providers: [
        { name: 'Email', isNeedSendCode: true, ...off },
        { name: 'Phone', isNeedSendCode: true, ...off },
        { name: 'Authenticator', isNeedSendCode: false, ...off },
      ],
      recoveryCodesLeft: 0,
      recoveryCodesTotal: 0,
      recoveryCodesMadeAt: null,
      recoveryCodeLastUsedAt: null,
    });
  });

  test('enables an authenticator with its code, and creates recovery codes with the first method', async () => {
    const browser = await signedIn(app, owner);
    const setup = (await browser.get('/api/MFA/Authenticator')).json();
    expect(setup.authenticatorUri).toMatch(/^otpauth:\/\/totp\/[^?]+owner%40acme\.example\?.*secret=[A-Z2-7]{32}/);
    expect(setup.authenticatorUri).toContain('issuer=');
    expect(setup.sharedKey).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect((await browser.get('/api/MFA/Authenticator')).json()).toEqual(setup);
    const enable = (code: string) => browser.post('/api/MFA/Authenticator/Enable', { code });
    expect((await enable(wrongCode(setup.sharedKey))).json().code).toBe('InvalidCode');
    expect((await enable('12345')).json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { code: ['Length should be 6'] },
    });
    const response = await enable(authenticatorCode(setup.sharedKey));
    expect(response.json().recoveryCodes).toHaveLength(10);
    expect(await settings(browser)).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 });
    // The enabling code does not work for a sign-in.
    const { browser: next } = await challenged(app, owner);
    expect((await verify(next, { code: authenticatorCode(setup.sharedKey, -1) })).json().code).toBe('InvalidCode');
    expect(await notices()).toEqual([[owner, 'secondFactor']]);
  });

  test('encrypts an authenticator’s secret, and never sends it again', async () => {
    const { browser, sharedKey } = await withAuthenticator(app, database, owner);
    const secret = sharedKey.replaceAll(' ', '');
    const [row] = await sql('select secret from second_factors');
    expect(row.secret.toString('latin1')).not.toContain(secret);
    const next = (await browser.get('/api/MFA/Authenticator')).json();
    expect(next.sharedKey).not.toBe(sharedKey);
    expect(JSON.stringify(await settings(browser))).not.toContain(secret);
  });

  test('does not enable an authenticator with a secret that was shown in another session', async () => {
    const thief = await signedIn(app, owner);
    const { sharedKey } = (await thief.get('/api/MFA/Authenticator')).json();
    const browser = await signedIn(app, owner);
    expect(
      (await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(sharedKey) })).json().code,
    ).toBe('InvalidCode');
    expect((await browser.get('/api/MFA/Authenticator')).json().sharedKey).not.toBe(sharedKey);
  });

  test('keeps the old authenticator until the new one is enabled', async () => {
    const { browser, sharedKey } = await withAuthenticator(app, database, owner);
    const { sharedKey: next } = (await browser.post('/api/MFA/Authenticator/Reset', {})).json();
    const { browser: other } = await challenged(app, owner);
    expect((await verify(other, { code: authenticatorCode(sharedKey) })).statusCode).toBe(200);
    const response = await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(next) });
    expect(response.json()).toEqual({ recoveryCodes: null });
    const { browser: third } = await challenged(app, owner);
    expect((await verify(third, { code: authenticatorCode(sharedKey, 1) })).json().code).toBe('InvalidCode');
    expect((await verify(third, { code: authenticatorCode(next, 1) })).statusCode).toBe(200);
  });

  test('enables an address with the mailed code', async () => {
    const browser = await signedIn(app, owner);
    const email = 'Avery@home.example';
    const sent = await browser.post('/api/MFA/Email/SendCode', { email });
    expect(Date.parse(sent.json().blockedTo)).toBeGreaterThan(Date.now());
    const code = await lastCode(database, 'avery@home.example');
    const enable = (body: object, from = browser) => from.post('/api/MFA/Email/Enable', { email, code, ...body });
    expect((await enable({ email: 'other@home.example' })).json().code).toBe('InvalidCode');
    const otherSession = await signedIn(app, owner);
    expect((await enable({}, otherSession)).json().code).toBe('InvalidCode');
    expect((await enable({})).json().recoveryCodes).toHaveLength(10);
    expect((await enable({})).json().code).toBe('InvalidCode');
    expect((await settings(browser)).providers[0]).toMatchObject({ enabled: true, factor: 'avery@home.example' });
    expect(await sql("select data from mail_messages where template = 'signInCode'")).toEqual([{ data: null }]);
  });

  test('enables a phone number in any notation', async () => {
    const browser = await signedIn(app, owner);
    expect((await browser.post('/api/MFA/Phone/SendCode', { phone: '12' })).json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { phone: [expect.any(String)] },
    });
    await browser.post('/api/MFA/Phone/SendCode', { phone: '+1 (415) 555-0132' });
    const code = await lastCode(database, '+14155550132');
    const response = await browser.post('/api/MFA/Phone/Enable', { phone: '+1 415 555 0132', code });
    expect(response.statusCode).toBe(200);
    expect((await settings(browser)).providers[1]).toMatchObject({ enabled: true, factor: '+14155550132' });
  });

  test('checks at most ten codes in 15 minutes during setup, even of 50 concurrent ones', async () => {
    const browser = await signedIn(app, owner);
    const { sharedKey } = (await browser.get('/api/MFA/Authenticator')).json();
    const code = wrongCode(sharedKey);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.post('/api/MFA/Authenticator/Enable', { code })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40);
    expect(
      (await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(sharedKey) })).statusCode,
    ).toBe(429);
  });

  test('ends all other sessions and mails the user at each change', async () => {
    const other = await signedIn(app, owner);
    const { browser } = await withAuthenticator(app, database, owner);
    expect((await other.get('/api/User/Current')).statusCode).toBe(401);
    expect((await browser.send('DELETE', '/api/MFA/Email')).statusCode).toBe(200);
    expect(await notices()).toHaveLength(1);
    await browser.post('/api/MFA/GenerateRecoveryCode', {});
    expect((await browser.send('DELETE', '/api/MFA/Authenticator')).json()).toMatchObject({
      isEnabled: false,
      recoveryCodesTotal: 0,
    });
    expect(await notices()).toEqual([
      [owner, 'secondFactor'],
      [owner, 'recoveryCodes'],
      [owner, 'secondFactor'],
    ]);
    const kinds = await sql(
      "select kind from audit_events where kind ~ '^(secondFactor|recovery)' order by id desc limit 3",
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['secondFactorRemoved', 'recoveryCodesMade', 'secondFactorEnabled']);
    expect((await challenged(app, owner)).challenge).toBeNull();
  });

  test('removes all methods, recovery codes and unfinished setups', async () => {
    const { browser } = await withAuthenticator(app, database, owner);
    await browser.get('/api/MFA/Authenticator');
    await browser.post('/api/MFA/Email/SendCode', { email: 'avery@home.example' });
    expect((await browser.send('PUT', '/api/MFA/Disable', { payload: {} })).json()).toMatchObject({
      isEnabled: false,
      recoveryCodesLeft: 0,
    });
    for (const table of ['second_factors', 'authenticator_setups', 'factor_codes', 'recovery_codes'])
      expect(await sql(`select 1 from ${table}`)).toEqual([]);
  });

  test('replaces the recovery codes, and voids the old ones', async () => {
    const { browser, recoveryCodes } = await withAuthenticator(app, database, owner);
    const codes = (await browser.post('/api/MFA/GenerateRecoveryCode', {})).json();
    expect(codes).toHaveLength(10);
    const { browser: next } = await challenged(app, owner);
    expect((await verify(next, { code: recoveryCodes[0] })).json().code).toBe('InvalidCode');
    expect((await verify(next, { code: codes[0] })).statusCode).toBe(200);
  });

  test('discards recovery codes from before the first method, which anyone with the password could have created', async () => {
    const browser = await signedIn(app, owner);
    expect((await browser.post('/api/MFA/GenerateRecoveryCode', {})).json().propertyErrors).toEqual({
      method: ['no selected provider'],
    });
    await sql("insert into recovery_codes (user_id, code_hash) select id, '\\x00' from users where email = $1", [
      owner,
    ]);
    const { recoveryCodes } = await withAuthenticator(app, database, owner);
    expect(recoveryCodes).toHaveLength(10);
    expect(await sql('select 1 from recovery_codes')).toHaveLength(10);
  });

  test('requires a password confirmation within the last ten minutes for changes', async () => {
    const browser = await signedIn(app, owner);
    await sql("update sessions set confirmed_at = now() - interval '11 minutes'");
    const calls = [
      browser.get('/api/MFA/Authenticator'),
      browser.post('/api/MFA/Authenticator/Reset', {}),
      browser.post('/api/MFA/Authenticator/Enable', { code: '000000' }),
      browser.post('/api/MFA/Email/SendCode', { email: owner }),
      browser.post('/api/MFA/Email/Enable', { email: owner, code: '000000' }),
      browser.post('/api/MFA/Phone/SendCode', { phone: '+14155550132' }),
      browser.post('/api/MFA/GenerateRecoveryCode', {}),
      browser.send('DELETE', '/api/MFA/Authenticator'),
      browser.send('PUT', '/api/MFA/Disable', { payload: {} }),
    ];
    for (const response of await Promise.all(calls)) expect(response.json().code).toBe('ConfirmationRequired');
    expect((await browser.get('/api/MFA')).statusCode).toBe(200);
  });

  test('reports its state to other modules', async () => {
    const [{ id }] = await sql('select id from users where email = $1', [owner]);
    const none = { isEnabled: false, methods: [], hasRecoveryCodes: false, isRequired: false };
    expect(await findSecondFactorState(database.query, id, 'demo')).toEqual(none);
    await withAuthenticator(app, database, owner);
    expect(await findSecondFactorState(database.query, id, 'demo')).toEqual({
      isEnabled: true,
      methods: ['Authenticator'],
      hasRecoveryCodes: true,
      isRequired: false,
    });
    expect(await findSecondFactorState(database.query, 999_999, 'demo')).toEqual(none);
  });

  test('deletes expired codes and secrets', async () => {
    const browser = await signedIn(app, owner);
    await browser.get('/api/MFA/Authenticator');
    await browser.post('/api/MFA/Email/SendCode', { email: 'avery@home.example' });
    await deleteExpired(database.query, 30);
    expect(await sql('select 1 from factor_codes')).toHaveLength(1);
    await sql('update factor_codes set expires_at = now()');
    await sql("update authenticator_setups set created_at = now() - interval '31 minutes'");
    await deleteExpired(database.query, 30);
    expect(await sql('select 1 from factor_codes')).toEqual([]);
    expect(await sql('select 1 from authenticator_setups')).toEqual([]);
  });
});
