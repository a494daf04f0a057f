import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit, demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { insertChallenge } from './challenge.queries.ts';
import { endUserSessions } from './open-sessions.ts';
import {
  allowCode,
  authenticatorCode,
  challenged,
  verify,
  withAuthenticator,
  wrongCode,
} from './second-step.test-support.ts';

const owner = 'owner@acme.example';

describe('the second step of a sign-in', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const sessionStatus = async (browser: Browser) => (await browser.get('/api/User/Current')).statusCode;
  const events = async () =>
    (await sql('select kind, detail from audit_events where id > $1 order by id', [before])).map(({ kind }) => kind);
  let before = 0;

  beforeEach(async () => {
    for (const table of [
      'second_factors',
      'recovery_codes',
      'factor_codes',
      'sessions',
      'rate_limits',
      'known_browsers',
    ])
      await sql(`delete from ${table}`);
    await sql('delete from sign_in_challenges');
    await sql('delete from known_networks');
    await sql('update mail_messages set data = null');
    await sql('update accounts set second_factor_required = false');
    before = (await sql('select coalesce(max(id), 0) as last from audit_events'))[0].last;
  });

  test('follows the password of a user with a second factor, and opens the session', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser, challenge } = await challenged(app, owner, new Browser(app), { ReturnUrl: '/Billing' });
    expect(challenge).toMatchObject({
      methods: [{ name: 'Authenticator', target: null, needsCode: false, blockedTo: null }],
      suggested: 'Authenticator',
      hasRecoveryCodes: true,
      hasPasskeys: false,
      rememberMe: false,
    });
    expect((await browser.get('/api/Session/Challenge')).json()).toEqual(challenge);
    const life = Date.parse(challenge.expiresAt) - Date.now();
    expect(life).toBeGreaterThan(590_000);
    expect(life).toBeLessThanOrEqual(600_000);
    const response = await verify(browser, { code: authenticatorCode(sharedKey), method: 'Authenticator' });
    expect(response.json()).toEqual({ redirectUrl: '/Billing', challenge: null });
    expect(await sessionStatus(browser)).toBe(200);
    const [session] = await sql('select proofs, is_setup from sessions order by created_at desc limit 1');
    expect(session).toEqual({ proofs: ['password', 'authenticator'], is_setup: false });
  });

  test('returns whether to remember the sign-in, for a passkey that completes it (SES-8)', async () => {
    await withAuthenticator(app, database, owner);
    const { challenge } = await challenged(app, owner, new Browser(app), { RememberMe: true });
    expect(challenge.rememberMe).toBe(true);
  });

  test('gives no access after the password alone, whichever cookie is replayed', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    expect(browser.cookies.portico_session).toBeUndefined();
    expect(await sessionStatus(browser)).toBe(401);
    const waiting = browser.cookies.portico_challenge as string;
    for (const name of ['portico_session', 'portico_browser', 'portico_visitor']) {
      const thief = browser.at(app);
      thief.cookies.portico_session = browser.cookies[name] ?? waiting;
      expect(await sessionStatus(thief)).toBe(401);
      thief.cookies.portico_session = waiting;
      expect(await sessionStatus(thief)).toBe(401);
    }
    const copied = browser.at(app);
    expect((await verify(browser, { code: authenticatorCode(sharedKey) })).statusCode).toBe(200);
    expect(await sessionStatus(copied)).toBe(401);
    await allowCode(database, owner);
    expect((await verify(copied, { code: authenticatorCode(sharedKey) })).json().code).toBe('ChallengeExpired');
    expect(await sessionStatus(copied)).toBe(401);
  });

  test('accepts an authenticator’s code once, and no older code after it', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const code = authenticatorCode(sharedKey);
    const first = await challenged(app, owner);
    const second = await challenged(app, owner);
    expect((await verify(first.browser, { code })).statusCode).toBe(200);
    expect((await verify(second.browser, { code })).json().code).toBe('InvalidCode');
    expect((await verify(second.browser, { code: authenticatorCode(sharedKey, -1) })).json().code).toBe('InvalidCode');
    expect((await verify(second.browser, { code: authenticatorCode(sharedKey, 1) })).statusCode).toBe(200);
  });

  test('accepts a code once for eight concurrent requests', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const code = authenticatorCode(sharedKey);
    const browsers = [];
    for (let count = 0; count < 8; count += 1) browsers.push((await challenged(app, owner)).browser);
    const answers = await Promise.all(browsers.map((browser) => verify(browser, { code })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('accepts the codes of the previous and next step, and no others', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: authenticatorCode(sharedKey, -3) })).json().code).toBe('InvalidCode');
    expect((await verify(browser, { code: authenticatorCode(sharedKey, 3) })).json().code).toBe('InvalidCode');
    expect((await verify(browser, { code: authenticatorCode(sharedKey, -1) })).statusCode).toBe(200);
  });

  test('explains a malformed code in the specified words, and counts no try', async () => {
    await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const short = await verify(browser, { code: '12345' });
    expect(short.statusCode).toBe(422);
    expect(short.json()).toMatchObject({
      code: 'ValidationError',
      message: 'Incorrect length',
      propertyErrors: { code: ['Length should be 6'] },
    });
    const recovery = await verify(browser, { code: 'abcd-efgh' });
    expect(recovery.json().propertyErrors).toEqual({ code: ['Incorrect length'] });
    const without = await browser.post('/LoginWithMFA?handler=SendCode', {});
    expect(without.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { method: ['no selected provider'] },
    });
    expect((await browser.post('/LoginWithMFA?handler=SendCode', { method: 'Email' })).statusCode).toBe(422);
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 0 }]);
  });

  test('is refused after five tries, so the sign-in starts over', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    for (let count = 0; count < 5; count += 1)
      expect((await verify(browser, { code: wrongCode(sharedKey) })).json().code).toBe('InvalidCode');
    const sixth = await verify(browser, { code: authenticatorCode(sharedKey) });
    expect([sixth.statusCode, sixth.json().code]).toEqual([410, 'ChallengeExpired']);
    expect((await browser.get('/api/Session/Challenge')).statusCode).toBe(410);
    const again = await challenged(app, owner);
    expect((await verify(again.browser, { code: authenticatorCode(sharedKey) })).statusCode).toBe(200);
    expect((await events()).filter((kind) => kind === 'secondFactorRefused')).toHaveLength(5);
  });

  test('counts each of 50 concurrent guesses on ten challenges, and compares only ten', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const browsers: Browser[] = [];
    for (let count = 0; count < 10; count += 1) browsers.push((await challenged(app, owner)).browser);
    const code = wrongCode(sharedKey);
    const answers = await Promise.all(
      browsers.flatMap((browser) => Array.from({ length: 5 }, () => verify(browser, { code }))),
    );
    const codes = answers.map((answer) => answer.json().code);
    expect(codes.filter((found) => found === 'InvalidCode')).toHaveLength(10);
    expect(codes.filter((found) => found === 'TooManyRequests')).toHaveLength(40);
    const [{ tries }] = await sql('select sum(tries)::int as tries from sign_in_challenges');
    expect(tries).toBe(50);
    const { browser } = await challenged(app, owner);
    const blocked = await verify(browser, { code: authenticatorCode(sharedKey) });
    expect(blocked.statusCode).toBe(429);
    const blockedTo = blocked.json().additionalData.blockedTo;
    expect((await browser.get('/api/Session/Challenge')).json().methods[0].blockedTo).toBe(blockedTo);
    await sql('update rate_limits set expire = $1', [Date.now() - 1]);
    expect((await verify(browser, { code: authenticatorCode(sharedKey) })).statusCode).toBe(200);
  });

  test('counts each of 50 concurrent guesses on one challenge, and compares only five', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const code = wrongCode(sharedKey);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(browser, { code })));
    expect(answers.filter((answer) => answer.json().code === 'InvalidCode')).toHaveLength(5);
    expect(answers.filter((answer) => answer.json().code === 'ChallengeExpired')).toHaveLength(45);
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 50 }]);
  });

  test('closes a method after 100 consecutive wrong codes, and mails the user', async () => {
    const { sharedKey, recoveryCodes } = await withAuthenticator(app, database, owner);
    await sql("update second_factors set failures = 99 where method = 'Authenticator'");
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: wrongCode(sharedKey) })).json().code).toBe('InvalidCode');
    expect((await verify(browser, { code: authenticatorCode(sharedKey), method: 'Authenticator' })).json().code).toBe(
      'InvalidCode',
    );
    expect((await browser.get('/api/Session/Challenge')).json()).toMatchObject({ methods: [], suggested: null });
    const notices = await sql(
      "select data from mail_messages where template = 'securityNotice' and data->>'change' = 'factorClosed'",
    );
    expect(notices).toHaveLength(1);
    expect(await events()).toContain('secondFactorClosed');
    expect((await verify(browser, { code: recoveryCodes[0] })).statusCode).toBe(200);
    await browser.open('/');
    const [authenticator] = (await browser.get('/api/MFA')).json().providers.slice(2);
    expect(authenticator).toMatchObject({ name: 'Authenticator', isClosed: true });
  });

  test('keeps a method open if the hundredth code is right', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    await sql("update second_factors set failures = 99 where method = 'Authenticator'");
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: authenticatorCode(sharedKey) })).statusCode).toBe(200);
    expect(await sql('select failures, closed_at from second_factors')).toEqual([{ failures: 0, closed_at: null }]);
  });

  test('keeps the count of tries if the request fails after its code was used', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    // Makes the sign-in fail after the code was used. The try was committed separately before.
    await sql('alter table known_browsers add constraint no_browser check (false) not valid');
    expect((await verify(browser, { code: authenticatorCode(sharedKey) })).statusCode).toBe(500);
    await sql('alter table known_browsers drop constraint no_browser');
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 1 }]);
    expect((await verify(browser, { code: authenticatorCode(sharedKey) })).json().code).toBe('InvalidCode');
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 2 }]);
    expect(await sql("select points from rate_limits where key ~ '^second-factor:[0-9]+:Authenticator$'")).toEqual([
      { points: 1 },
    ]);
  });

  test('never reuses a challenge that the browser had before', async () => {
    await withAuthenticator(app, database, owner);
    const planted = 'A'.repeat(43);
    const browser = new Browser(app);
    browser.cookies.portico_challenge = planted;
    await challenged(app, owner, browser);
    expect(browser.cookies.portico_challenge).not.toBe(planted);
    const attacker = new Browser(app);
    await attacker.open('/login');
    attacker.cookies.portico_challenge = planted;
    expect((await attacker.get('/api/Session/Challenge')).statusCode).toBe(410);
    const first = browser.cookies.portico_challenge as string;
    await challenged(app, owner, browser);
    attacker.cookies.portico_challenge = first;
    expect((await attacker.get('/api/Session/Challenge')).statusCode).toBe(410);
  });

  test('ends when it is canceled, after ten minutes, and when the user is deactivated', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const copy = browser.at(app);
    expect((await browser.post('/api/Session/Challenge/Cancel', {})).statusCode).toBe(200);
    expect(browser.cookies.portico_challenge).toBeUndefined();
    expect((await verify(copy, { code: authenticatorCode(sharedKey) })).json().code).toBe('ChallengeExpired');
    const late = await challenged(app, owner);
    await sql("update sign_in_challenges set expires_at = now() - interval '1 second'");
    expect((await verify(late.browser, { code: authenticatorCode(sharedKey) })).json().code).toBe('ChallengeExpired');
    const gone = await challenged(app, owner);
    await sql('update users set is_owner = false, active = false where email = $1', [owner]);
    expect((await verify(gone.browser, { code: authenticatorCode(sharedKey) })).json().code).toBe('ChallengeExpired');
    await sql('update users set is_owner = true, active = true where email = $1', [owner]);
  });

  test('is not bypassed by a sign-in that runs while the first method is enabled', async () => {
    const [{ id: userId }] = await sql('select id from users where email = $1', [owner]);
    const browser = new Browser(app);
    await browser.open('/login');
    const signingIn = await database.transaction(async (transaction) => {
      // Simulates enabling a method in an open transaction, which the sign-in cannot see yet.
      await transaction.execute(
        `insert into second_factors (user_id, method, target) values (${userId}, 'Email', '${owner}')`,
      );
      await endUserSessions(transaction, { userId, forgetBrowsers: true });
      const answer = browser.post('/LoginWithMFA', { userName: owner, password: demonstrationPassword });
      const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await sql(isWaiting)).toHaveLength(1), 20_000);
      return { answer };
    });
    expect((await signingIn.answer).json().code).toBe('InvalidCredentials');
    expect(await sql('select 1 from sessions')).toEqual([]);
  }, 30_000);

  test('ends with its user’s sessions, and does not begin if those were ended during the sign-in', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const [{ id: userId }] = await sql('select id from users where email = $1', [owner]);
    await database.transaction((transaction) => endUserSessions(transaction, { userId, forgetBrowsers: true }));
    expect((await verify(browser, { code: authenticatorCode(sharedKey) })).json().code).toBe('ChallengeExpired');
    const audit = createAudit({ database, appSecret: 'of the test' });
    const challenge = {
      idHash: Buffer.alloc(32, 1),
      formerIdHash: null,
      userId,
      proof: 'password',
      rememberMe: false,
      returnUrl: '/',
      lifeSeconds: 600,
      audit: audit.createInsertion({ kind: 'secondFactorAsked', userId }),
      refund: undefined,
    } as const;
    expect(await insertChallenge(database, { ...challenge, sessionsEndedAt: '2026-01-01 00:00:00+00' })).toBe(false);
    expect(await sql('select 1 from sign_in_challenges')).toEqual([]);
    const [{ at }] = await sql('select sessions_ended_at::text as at from users where id = $1', [userId]);
    expect(await insertChallenge(database, { ...challenge, sessionsEndedAt: at })).toBe(true);
  });
});
