import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit } from '../audit/index.ts';
import { seedDemonstrationPeople } from '../users/index.ts';
import { insertChallenge } from './challenge.queries.ts';
import { endSessionsOf } from './index.ts';
import {
  allowCode,
  challenged,
  codeOf,
  lastCode,
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
  const statusOf = async (browser: Browser) => (await browser.get('/api/User/Current')).statusCode;
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

  test('is asked for after the password of a user who has one, and opens the session', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser, challenge } = await challenged(app, owner, new Browser(app), { ReturnUrl: '/Billing' });
    expect(challenge).toMatchObject({
      methods: [{ name: 'Authenticator', target: null, needsCode: false, blockedTo: null }],
      suggested: 'Authenticator',
      hasRecoveryCodes: true,
      hasPasskeys: false,
    });
    expect((await browser.get('/api/Session/Challenge')).json()).toEqual(challenge);
    const life = Date.parse(challenge.expiresAt) - Date.now();
    expect(life).toBeGreaterThan(590_000);
    expect(life).toBeLessThanOrEqual(600_000);
    const response = await verify(browser, { code: codeOf(sharedKey), method: 'Authenticator' });
    expect(response.json()).toEqual({ redirectUrl: '/Billing', challenge: null });
    expect(await statusOf(browser)).toBe(200);
    const [session] = await sql('select proofs, is_setup from sessions order by created_at desc limit 1');
    expect(session).toEqual({ proofs: ['password', 'authenticator'], is_setup: false });
  });

  test('keeps a password alone from opening anything, whichever cookie is replayed', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    expect(browser.cookies.portico_session).toBeUndefined();
    expect(await statusOf(browser)).toBe(401);
    const waiting = browser.cookies.portico_challenge as string;
    for (const name of ['portico_session', 'portico_browser', 'portico_visitor']) {
      const thief = browser.at(app);
      thief.cookies.portico_session = browser.cookies[name] ?? waiting;
      expect(await statusOf(thief)).toBe(401);
      thief.cookies.portico_session = waiting;
      expect(await statusOf(thief)).toBe(401);
    }
    const copied = browser.at(app);
    expect((await verify(browser, { code: codeOf(sharedKey) })).statusCode).toBe(200);
    expect(await statusOf(copied)).toBe(401);
    await allowCode(database, owner);
    expect((await verify(copied, { code: codeOf(sharedKey) })).json().code).toBe('ChallengeExpired');
    expect(await statusOf(copied)).toBe(401);
  });

  test('takes a code of an authenticator once, and no older one after it', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const code = codeOf(sharedKey);
    const first = await challenged(app, owner);
    const second = await challenged(app, owner);
    expect((await verify(first.browser, { code })).statusCode).toBe(200);
    expect((await verify(second.browser, { code })).json().code).toBe('InvalidCode');
    expect((await verify(second.browser, { code: codeOf(sharedKey, -1) })).json().code).toBe('InvalidCode');
    expect((await verify(second.browser, { code: codeOf(sharedKey, 1) })).statusCode).toBe(200);
  });

  test('takes one code at most once, when it comes many times at once', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const code = codeOf(sharedKey);
    const browsers = [];
    for (let count = 0; count < 8; count += 1) browsers.push((await challenged(app, owner)).browser);
    const answers = await Promise.all(browsers.map((browser) => verify(browser, { code })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('takes the codes of the steps before and after, and no further ones', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: codeOf(sharedKey, -3) })).json().code).toBe('InvalidCode');
    expect((await verify(browser, { code: codeOf(sharedKey, 3) })).json().code).toBe('InvalidCode');
    expect((await verify(browser, { code: codeOf(sharedKey, -1) })).statusCode).toBe(200);
  });

  test('says what is wrong with a code word for word, and counts no try for it', async () => {
    await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const short = await verify(browser, { code: '12345' });
    expect(short.statusCode).toBe(422);
    expect(short.json()).toMatchObject({
      code: 'ValidationError',
      message: 'Incorrect length',
      propertyErrors: { code: ['Length should be 6'] },
    });
    const without = await browser.post('/LoginWithMFA?handler=SendCode', {});
    expect(without.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { method: ['no selected provider'] },
    });
    expect((await browser.post('/LoginWithMFA?handler=SendCode', { method: 'Email' })).statusCode).toBe(422);
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 0 }]);
  });

  test('refuses after five tries, and the sign-in begins anew', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    for (let count = 0; count < 5; count += 1)
      expect((await verify(browser, { code: wrongCode(sharedKey) })).json().code).toBe('InvalidCode');
    const sixth = await verify(browser, { code: codeOf(sharedKey) });
    expect([sixth.statusCode, sixth.json().code]).toEqual([410, 'ChallengeExpired']);
    expect((await browser.get('/api/Session/Challenge')).statusCode).toBe(410);
    const again = await challenged(app, owner);
    expect((await verify(again.browser, { code: codeOf(sharedKey) })).statusCode).toBe(200);
    expect((await events()).filter((kind) => kind === 'secondFactorRefused')).toHaveLength(5);
  });

  test('counts each of 50 guesses at once, and looks at ten of them', async () => {
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
    const blocked = await verify(browser, { code: codeOf(sharedKey) });
    expect(blocked.statusCode).toBe(429);
    const blockedTo = blocked.json().additionalData.blockedTo;
    expect((await browser.get('/api/Session/Challenge')).json().methods[0].blockedTo).toBe(blockedTo);
    await sql('update rate_limits set expire = $1', [Date.now() - 1]);
    expect((await verify(browser, { code: codeOf(sharedKey) })).statusCode).toBe(200);
  });

  test('counts each of 50 guesses at once on one challenge, and looks at five', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const code = wrongCode(sharedKey);
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(browser, { code })));
    expect(answers.filter((answer) => answer.json().code === 'InvalidCode')).toHaveLength(5);
    expect(answers.filter((answer) => answer.json().code === 'ChallengeExpired')).toHaveLength(45);
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 50 }]);
  });

  test('closes a method after a hundred wrong codes in a row, and says so by mail', async () => {
    const { sharedKey, recoveryCodes } = await withAuthenticator(app, database, owner);
    await sql("update second_factors set failures = 99 where method = 'Authenticator'");
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: wrongCode(sharedKey) })).json().code).toBe('InvalidCode');
    expect((await verify(browser, { code: codeOf(sharedKey), method: 'Authenticator' })).json().code).toBe(
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

  test('keeps a method open whose hundredth code was right', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    await sql("update second_factors set failures = 99 where method = 'Authenticator'");
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: codeOf(sharedKey) })).statusCode).toBe(200);
    expect(await sql('select failures, closed_at from second_factors')).toEqual([{ failures: 0, closed_at: null }]);
  });

  test('keeps the count when the request that made it fails or its process is killed', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    // The sign-in fails after the code was taken: what was counted was written by itself before.
    await sql('alter table known_browsers add constraint no_browser check (false) not valid');
    expect((await verify(browser, { code: codeOf(sharedKey) })).statusCode).toBe(500);
    await sql('alter table known_browsers drop constraint no_browser');
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 1 }]);
    expect((await verify(browser, { code: codeOf(sharedKey) })).json().code).toBe('InvalidCode');
    expect(await sql('select tries from sign_in_challenges')).toEqual([{ tries: 2 }]);
    expect(await sql("select points from rate_limits where key ~ '^second-factor:[0-9]+:Authenticator$'")).toEqual([
      { points: 1 },
    ]);
  });

  test('never adopts a challenge that the browser had before', async () => {
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

  test('ends with its cookie, when it is given up, and after ten minutes', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const copy = browser.at(app);
    expect((await browser.post('/api/Session/Challenge/Cancel', {})).statusCode).toBe(200);
    expect(browser.cookies.portico_challenge).toBeUndefined();
    expect((await verify(copy, { code: codeOf(sharedKey) })).json().code).toBe('ChallengeExpired');
    const late = await challenged(app, owner);
    await sql("update sign_in_challenges set expires_at = now() - interval '1 second'");
    expect((await verify(late.browser, { code: codeOf(sharedKey) })).json().code).toBe('ChallengeExpired');
    const gone = await challenged(app, owner);
    await sql('update users set is_owner = false, active = false where email = $1', [owner]);
    expect((await verify(gone.browser, { code: codeOf(sharedKey) })).json().code).toBe('ChallengeExpired');
    await sql('update users set is_owner = true, active = true where email = $1', [owner]);
  });

  test('ends when the sessions of its user do, and begins with no password that was changed meanwhile', async () => {
    const { sharedKey } = await withAuthenticator(app, database, owner);
    const { browser } = await challenged(app, owner);
    const [{ id: userId }] = await sql('select id from users where email = $1', [owner]);
    await database.transaction((transaction) => endSessionsOf(transaction, { userId, forgetBrowsers: true }));
    expect((await verify(browser, { code: codeOf(sharedKey) })).json().code).toBe('ChallengeExpired');
    const audit = createAudit({ database, appSecret: 'of the test' });
    const challenge = {
      idHash: Buffer.alloc(32, 1),
      formerIdHash: null,
      userId,
      proof: 'password',
      rememberMe: false,
      returnUrl: '/',
      lifeSeconds: 600,
      audit: audit.insertionOf({ kind: 'secondFactorAsked', userId }),
      refund: undefined,
    } as const;
    expect(await insertChallenge(database, { ...challenge, passwordChangedAt: '2026-01-01 00:00:00+00' })).toBe(false);
    expect(await sql('select 1 from sign_in_challenges')).toEqual([]);
    expect(await insertChallenge(database, { ...challenge, passwordChangedAt: null })).toBe(true);
  });
});

describe('a code that is sent', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const address = 'codes@acme.example';
  const send = (browser: Browser, method: string) => browser.post('/LoginWithMFA?handler=SendCode', { method });
  const lift = () => sql("delete from rate_limits where key like 'factor-send%'");

  beforeEach(async () => {
    for (const table of ['second_factors', 'factor_codes', 'sessions', 'rate_limits', 'sign_in_challenges'])
      await sql(`delete from ${table}`);
    await sql(
      `insert into second_factors (user_id, method, target) select id, 'Email', $1 from users where email = $2
       union all select id, 'Phone', '+14155550132' from users where email = $2`,
      [address, owner],
    );
  });

  test('goes to the method of the user, works once, and then stands nowhere', async () => {
    const { browser, challenge } = await challenged(app, owner);
    expect(challenge.methods).toEqual([
      { name: 'Email', target: 'c•••@acme.example', needsCode: true, blockedTo: null },
      { name: 'Phone', target: '•••• 0132', needsCode: true, blockedTo: null },
    ]);
    const sent = await send(browser, 'Email');
    expect(sent.json().challenge).toMatchObject({ sentBy: 'Email', sendBlockedTo: expect.any(String) });
    const code = await lastCode(database, address);
    expect(code).toMatch(/^\d{6}$/);
    const copy = browser.at(app);
    expect((await verify(browser, { code })).statusCode).toBe(200);
    expect((await verify(copy, { code })).json().code).toBe('ChallengeExpired');
    expect(await sql("select data from mail_messages where template = 'signInCode'")).toEqual([{ data: null }]);
    expect(await sql('select 1 from factor_codes')).toEqual([]);
    expect(await sql('select proofs from sessions')).toEqual([{ proofs: ['password', 'email'] }]);
  });

  test('goes by text message too', async () => {
    const { browser } = await challenged(app, owner);
    expect((await send(browser, 'Phone')).statusCode).toBe(200);
    const code = await lastCode(database, '+14155550132');
    expect((await verify(browser, { code, method: 'Phone' })).statusCode).toBe(200);
  });

  test('works in its own sign-in alone', async () => {
    const mine = await challenged(app, owner);
    await send(mine.browser, 'Email');
    const code = await lastCode(database, address);
    const other = await challenged(app, owner);
    expect((await verify(other.browser, { code, method: 'Email' })).json().code).toBe('InvalidCode');
    expect((await verify(mine.browser, { code, method: 'Phone' })).json().code).toBe('InvalidCode');
    expect((await verify(mine.browser, { code, method: 'Email' })).statusCode).toBe(200);
  });

  test('stops working when a newer one is sent, after ten minutes, and when the address has changed', async () => {
    const { browser } = await challenged(app, owner);
    await send(browser, 'Email');
    const first = await lastCode(database, address);
    await lift();
    await send(browser, 'Email');
    const second = await lastCode(database, address);
    if (first !== second) expect((await verify(browser, { code: first, method: 'Email' })).statusCode).toBe(422);
    await sql("update second_factors set target = 'other@acme.example' where method = 'Email'");
    expect((await verify(browser, { code: second, method: 'Email' })).json().code).toBe('InvalidCode');
    await sql("update second_factors set target = $1 where method = 'Email'", [address]);
    await sql('update factor_codes set expires_at = now()');
    expect((await verify(browser, { code: second, method: 'Email' })).json().code).toBe('InvalidCode');
  });

  test('is stored as a hash with a key', async () => {
    const { browser } = await challenged(app, owner);
    await send(browser, 'Email');
    const code = await lastCode(database, address);
    const [{ code_hash }] = await sql('select code_hash from factor_codes');
    expect(code_hash).toHaveLength(32);
    expect(JSON.stringify(await sql('select * from audit_events'))).not.toContain(code);
  });

  test('is sent once in half a minute and five times in a quarter of an hour', async () => {
    const { browser } = await challenged(app, owner);
    expect((await send(browser, 'Email')).statusCode).toBe(200);
    const refused = await send(browser, 'Email');
    expect(refused.statusCode).toBe(429);
    const wait = Date.parse(refused.json().additionalData.blockedTo) - Date.now();
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(30_000);
    for (let count = 0; count < 4; count += 1) {
      await sql("delete from rate_limits where key like 'factor-send-pause%'");
      expect((await send(browser, 'Email')).statusCode).toBe(200);
    }
    await sql("delete from rate_limits where key like 'factor-send-pause%'");
    const sixth = await send(browser, 'Email');
    expect(sixth.statusCode).toBe(429);
    const other = await challenged(app, owner);
    expect((await send(other.browser, 'Email')).statusCode).toBe(429);
    // Who was refused has used up nothing of the day.
    expect(await sql("select points from rate_limits where key like 'factor-send-day%'")).toEqual([{ points: 5 }]);
  });

  test('is sent to nobody without a password, known or not', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const before = await sql('select count(*) from mail_messages');
    const answers = [];
    for (const userName of [owner, 'nobody@acme.example'])
      answers.push(await browser.post('/LoginWithMFA?handler=SendCode', { userName, method: 'Email' }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 410]);
    const [known, unknown] = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(known).toEqual(unknown);
    expect(await sql('select count(*) from mail_messages')).toEqual(before);
  });

  test('is asked for and given by native forms, whose errors stand on the page', async () => {
    const { browser } = await challenged(app, owner);
    const asForm = (handler: string, fields: Record<string, string>) =>
      browser.post(
        `/LoginWithMFA?handler=${handler}`,
        new URLSearchParams({ __RequestVerificationToken: browser.token, ...fields }).toString(),
        {
          headers: {
            accept: 'text/html,*/*',
            'content-type': 'application/x-www-form-urlencoded',
            requestverificationtoken: '',
          },
        },
      );
    const sent = await asForm('SendCode', { method: 'Email' });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/LoginWithMFA']);
    expect((await browser.open('/LoginWithMFA')).response.statusCode).toBe(200);
    const wrong = await asForm('Verify', { method: 'Email', code: '12' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.headers['content-type']).toContain('text/html');
    expect(wrong.body).toContain('data-document="second-step"');
    expect(wrong.body).toContain('Length should be 6');
    const code = await lastCode(database, address);
    const done = await asForm('Verify', { method: 'Email', code, rememberBrowser: 'on' });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/']);
  });
});

describe('a recovery code', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

  test('of the owner lets in once, in any case, and all admins are told', async () => {
    const { recoveryCodes } = await withAuthenticator(app, database, owner);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: code.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200);
    const again = await challenged(app, owner);
    expect((await verify(again.browser, { code })).json().code).toBe('InvalidCode');
    expect((await browser.get('/api/MFA')).json()).toMatchObject({ recoveryCodesLeft: 9, recoveryCodesTotal: 10 });
    const told = await sql("select recipient, data from mail_messages where template = 'breakGlassUsed'");
    expect(told.map(({ recipient }) => recipient)).toEqual(['admin@acme.example']);
    const [event] = await sql("select detail from audit_events where kind = 'recoveryCodeUsed'");
    expect(event.detail).toEqual({ left: 9, isOwner: true });
    expect(JSON.stringify(await sql('select * from recovery_codes'))).not.toContain(code.replaceAll('-', ''));
  });

  test('of another user opens nothing', async () => {
    const { recoveryCodes } = await withAuthenticator(app, database, 'user@acme.example');
    await withAuthenticator(app, database, 'admin@acme.example');
    const { browser } = await challenged(app, 'admin@acme.example');
    expect((await verify(browser, { code: recoveryCodes[0] })).json().code).toBe('InvalidCode');
  });
});
