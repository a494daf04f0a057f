import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { endUserSessions } from './open-sessions.ts';
import { allowCode, authenticatorCode, challenged, verify, withAuthenticator } from './second-step.test-support.ts';
import { purgeExpiredSessions } from './session.service.ts';

const owner = 'owner@acme.example';

describe('a known browser', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const attempt = (browser: Browser, password = demonstrationPassword, remoteAddress = '203.0.113.7') =>
    browser.post('/LoginWithMFA', { userName: owner, password }, { remoteAddress });
  const atLogin = async (browser = new Browser(app)) => {
    delete browser.cookies.portico_session;
    await browser.open('/login');
    return browser;
  };
  const mails = () => sql("select recipient, data from mail_messages where template = 'newSignIn' order by id");

  beforeEach(async () => {
    for (const table of ['second_factors', 'recovery_codes', 'sessions', 'rate_limits', 'known_browsers'])
      await sql(`delete from ${table}`);
    for (const table of ['known_networks', 'one_time_links', 'mail_messages']) await sql(`delete from ${table}`);
  });

  test('has an HttpOnly cookie of 256 bits, which the database stores as a hash', async () => {
    const browser = await atLogin();
    const response = await attempt(browser);
    const cookie = response.cookies.find(({ name }) => name === 'portico_browser');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 34_560_000 });
    expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await sql('select * from known_browsers'))).not.toContain(cookie?.value);
    await attempt(await atLogin(browser));
    expect(await sql('select 1 from known_browsers')).toHaveLength(1);
  });

  test('is not blocked by strangers’ wrong passwords, and allows ten wrong passwords of its own', async () => {
    const mine = await atLogin();
    expect((await attempt(mine)).statusCode).toBe(200);
    const stranger = await atLogin();
    for (let count = 0; count < 10; count += 1)
      expect((await attempt(stranger, 'wrong', '198.51.100.1')).statusCode).toBe(422);
    expect((await attempt(stranger, demonstrationPassword, '198.51.100.1')).statusCode).toBe(429);
    expect((await attempt(await atLogin())).statusCode).toBe(429);
    await atLogin(mine);
    for (let count = 0; count < 9; count += 1) expect((await attempt(mine, 'wrong')).statusCode).toBe(422);
    expect((await attempt(mine)).statusCode).toBe(200);
    await atLogin(mine);
    for (let count = 0; count < 10; count += 1) await attempt(mine, 'wrong');
    expect((await attempt(mine)).statusCode).toBe(429);
  });

  test('signs a user in with two statements', async () => {
    const browser = await atLogin();
    const query = vi.spyOn(database.pool, 'query');
    for (let count = 0; count < 2; count += 1) {
      query.mockClear();
      expect((await attempt(browser)).statusCode).toBe(200);
      const statements = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
      expect(statements).toEqual(['begin-sign-in', 'complete-sign-in']);
      await atLogin(browser);
    }
    query.mockRestore();
  });

  test('of another user is blocked like an unknown one', async () => {
    const other = await new Browser(app).signIn('owner@globex.example');
    const stranger = await atLogin();
    for (let count = 0; count < 10; count += 1) await attempt(stranger, 'wrong', '198.51.100.1');
    expect((await attempt(await atLogin(other))).statusCode).toBe(429);
  });

  test('causes no mail in its network; a new browser or network causes one with a link, except at the user’s first sign-in', async () => {
    const browser = await atLogin();
    await attempt(browser);
    await attempt(await atLogin(browser));
    await attempt(await atLogin(browser), demonstrationPassword, '203.0.113.200');
    expect(await mails()).toEqual([]);
    await attempt(await atLogin(browser), demonstrationPassword, '198.51.100.77');
    expect(await mails()).toHaveLength(1);
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    const fresh = await atLogin();
    await fresh.post(
      '/LoginWithMFA',
      { userName: owner, password: demonstrationPassword },
      { remoteAddress: '203.0.113.7', headers },
    );
    const sent = await mails();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({
      recipient: owner,
      data: { device: 'Firefox, Windows', address: '203.0.113.7', path: expect.stringMatching(/^\/WasThisYou#/) },
    });
    const links = await sql(
      "select data, message_id from one_time_links where kind = 'endSession' order by created_at",
    );
    const [session] = await sql(
      'select public_id, browser_id, is_new_browser from sessions order by created_at desc limit 1',
    );
    expect(links[1].data).toEqual({ sessionPublicId: session.public_id, browserId: session.browser_id });
    expect(links[1].message_id).not.toBeNull();
    expect(session.is_new_browser).toBe(true);
    await attempt(await atLogin(fresh));
    expect(await mails()).toHaveLength(2);
  });

  test('if remembered, needs no second factor for 30 days, for its own user only', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    await verify(browser, { code: authenticatorCode(sharedKey), rememberBrowser: true });
    await browser.open('/');
    const settings = (await browser.get('/api/MFA')).json();
    const days = (Date.parse(settings.rememberedUntil) - Date.now()) / 86_400_000;
    expect(settings.isMachineRemembered).toBe(true);
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const list = (await browser.get('/api/MFA/Browsers')).json();
    expect(list.items).toMatchObject([{ isCurrent: true, rememberedUntil: settings.rememberedUntil }]);
    expect((await attempt(await atLogin(browser))).json()).toEqual({ redirectUrl: '/', challenge: null });
    expect((await attempt(await atLogin())).json().redirectUrl).toBeNull();
    await withAuthenticator(app, database, 'admin@acme.example');
    const { challenge } = await challenged(app, 'admin@acme.example', await atLogin(browser));
    expect(challenge).not.toBeNull();
    await sql("update known_browsers set remembered_until = now() - interval '1 second'");
    expect((await attempt(await atLogin(browser))).json().redirectUrl).toBeNull();
  });

  test('needs the second factor again after the browser is forgotten, or after the password or a method changes', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    await verify(browser, { code: authenticatorCode(sharedKey), rememberBrowser: 'on' });
    const isAsked = async () => (await attempt(await atLogin(browser.at(app)))).json().redirectUrl === null;
    const remember = () =>
      sql("update known_browsers set remembered_until = now() + interval '1 day' where remembered_until is null");
    expect(await isAsked()).toBe(false);

    await browser.open('/');
    expect((await browser.post('/api/MFA/ForgetBrowser', {})).json().isMachineRemembered).toBe(false);
    expect(await isAsked()).toBe(true);

    await remember();
    const [{ id }] = (await browser.get('/api/MFA/Browsers')).json().items;
    expect((await browser.send('DELETE', `/api/MFA/Browsers/${id}`)).statusCode).toBe(200);
    expect((await browser.send('DELETE', `/api/MFA/Browsers/${id}`)).statusCode).toBe(404);
    expect((await browser.get('/api/MFA')).json().isMachineRemembered).toBe(false);

    await remember();
    const [{ id: userId }] = await sql('select id from users where email = $1', [owner]);
    await database.transaction((transaction) => endUserSessions(transaction, { userId, forgetBrowsers: true }));
    expect(await isAsked()).toBe(true);

    await allowCode(database, owner);
    const again = await challenged(app, owner, browser);
    await verify(again.browser, { code: authenticatorCode(sharedKey), rememberBrowser: true });
    expect(await isAsked()).toBe(false);
    await browser.open('/');
    await browser.post('/api/MFA/GenerateRecoveryCode', {});
    const { sharedKey: next } = (await browser.post('/api/MFA/Authenticator/Reset', {})).json();
    expect((await browser.post('/api/MFA/Authenticator/Enable', { code: authenticatorCode(next) })).statusCode).toBe(
      200,
    );
    expect(await isAsked()).toBe(true);
  });

  test('cannot be forgotten by another user', async () => {
    const { browser } = await withAuthenticator(app, database, owner);
    await sql("update known_browsers set remembered_until = now() + interval '1 day'");
    const [{ id }] = (await browser.get('/api/MFA/Browsers')).json().items;
    const other = await new Browser(app).signIn('owner@globex.example');
    expect((await other.send('DELETE', `/api/MFA/Browsers/${id}`)).statusCode).toBe(404);
    expect((await browser.get('/api/MFA/Browsers')).json().items).toHaveLength(1);
  });

  test('is deleted by the purge after 400 days, like all networks except the latest', async () => {
    const browser = await atLogin();
    await attempt(browser);
    await attempt(await atLogin(browser), demonstrationPassword, '198.51.100.77');
    for (const table of ['known_browsers', 'known_networks'])
      await sql(`update ${table} set last_seen_at = now() - interval '401 days'`);
    await purgeExpiredSessions(database);
    expect(await sql('select 1 from known_browsers')).toHaveLength(0);
    expect(await sql('select 1 from known_networks')).toHaveLength(1);
  });
});
