import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { challenged, lastCode, verify, withAuthenticator } from './second-step.test-support.ts';

const owner = 'owner@acme.example';

describe('a sent code', async () => {
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

  test('is sent to the user’s method, works once, and is then deleted everywhere', async () => {
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
    // As pasted from some mail programs.
    expect((await verify(browser, { code: `\u200b${code.slice(0, 3)} ${code.slice(3)}` })).statusCode).toBe(200);
    expect((await verify(copy, { code })).json().code).toBe('ChallengeExpired');
    expect(await sql("select data from mail_messages where template = 'signInCode'")).toEqual([{ data: null }]);
    expect(await sql('select 1 from factor_codes')).toEqual([]);
    expect(await sql('select proofs from sessions')).toEqual([{ proofs: ['password', 'email'] }]);
  });

  test('can be a text message', async () => {
    const { browser } = await challenged(app, owner);
    // Simulates strangers who entered the number as theirs.
    await sql("insert into rate_limits (key, points, expire) values ('text-number:+14155550132', 10, $1)", [
      Date.now() + 60_000,
    ]);
    expect((await send(browser, 'Phone')).statusCode).toBe(200);
    const code = await lastCode(database, '+14155550132');
    expect((await verify(browser, { code, method: 'Phone' })).statusCode).toBe(200);
  });

  test('works only in its own sign-in', async () => {
    const mine = await challenged(app, owner);
    await send(mine.browser, 'Email');
    const code = await lastCode(database, address);
    const other = await challenged(app, owner);
    expect((await verify(other.browser, { code, method: 'Email' })).json().code).toBe('InvalidCode');
    expect((await verify(mine.browser, { code, method: 'Phone' })).json().code).toBe('InvalidCode');
    expect((await verify(mine.browser, { code, method: 'Email' })).statusCode).toBe(200);
  });

  test('is invalid after a newer code, after ten minutes, and after the address changed', async () => {
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

  test('is stored as a keyed hash', async () => {
    const { browser } = await challenged(app, owner);
    await send(browser, 'Email');
    const code = await lastCode(database, address);
    const [{ code_hash }] = await sql('select code_hash from factor_codes');
    expect(code_hash).toHaveLength(32);
    expect(JSON.stringify(await sql('select * from audit_events'))).not.toContain(code);
  });

  test('is sent at most once in 30 seconds and five times in 15 minutes', async () => {
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
    // A refused request does not use up the daily limit.
    expect(await sql("select points from rate_limits where key like 'factor-send-day%'")).toEqual([{ points: 5 }]);
  });

  test('is not sent without a password, whether or not the user exists', async () => {
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

  test('can be requested and entered in native forms, which show errors on the page', async () => {
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

  test('of the owner signs in once, in upper or lower case, and all admins are mailed', async () => {
    const { recoveryCodes } = await withAuthenticator(app, database, owner);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    const { browser } = await challenged(app, owner);
    expect((await verify(browser, { code: code.toLowerCase().replaceAll('-', ' ') })).statusCode).toBe(200);
    const again = await challenged(app, owner);
    expect((await verify(again.browser, { code })).json().code).toBe('InvalidCode');
    expect((await browser.get('/api/MFA')).json()).toMatchObject({ recoveryCodesLeft: 9, recoveryCodesTotal: 10 });
    const notices = await sql("select recipient, data from mail_messages where template = 'breakGlassUsed'");
    expect(notices.map(({ recipient }) => recipient)).toEqual(['admin@acme.example']);
    const [event] = await sql("select detail from audit_events where kind = 'recoveryCodeUsed'");
    expect(event.detail).toEqual({ left: 9, isOwner: true });
    expect(JSON.stringify(await sql('select * from recovery_codes'))).not.toContain(code.replaceAll('-', ''));
  });

  test('of another user is rejected', async () => {
    const { recoveryCodes } = await withAuthenticator(app, database, 'user@acme.example');
    await withAuthenticator(app, database, 'admin@acme.example');
    const { browser } = await challenged(app, 'admin@acme.example');
    expect((await verify(browser, { code: recoveryCodes[0] })).json().code).toBe('InvalidCode');
  });
});
