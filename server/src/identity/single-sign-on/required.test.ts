import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { hasBreakGlassCode } from './break-glass.ts';
import { startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { acme, codePath, createSignOnPortal, html, publicUrl } from './sign-on-portal.test-support.ts';

const password = demonstrationPassword;

describe('an account that requires single sign-on', async () => {
  const provider = await startMisbehavingProvider();
  const portal = await createSignOnPortal({ privateOrigins: [provider.issuer] });
  const { database, begin, comeBack, emailIn, visitor, readMessages, query } = portal;

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    const { key } = await portal.connect(provider);
    provider.redirectUris.add(`${publicUrl}/signin-sso/${key}`);
  });
  beforeEach(async () => {
    await require(true);
    for (const table of ['rate_limits', 'sso_break_glass_codes', 'mail_messages', 'sessions'])
      await query(`delete from ${table}`);
  });

  const require = (isRequired: boolean) =>
    query('update accounts set sso_required = $1 where id = $2', [isRequired, acme]);
  const opened = async () => {
    const browser = visitor();
    await browser.open('/login');
    return browser;
  };
  const signIn = async (userName: string, given = password) => {
    const browser = await opened();
    const answer = await browser.post('/LoginWithMFA', { userName, password: given, ReturnUrl: '/Billing' });
    return { browser, answer };
  };
  const signInPage = (userName: string) =>
    `/sso/sign-in-page-${acme}?ReturnUrl=%2FBilling&login_hint=${encodeURIComponent(userName)}`;

  test('redirects addresses of its mail domain to the provider, whether or not a user has them, and whatever the password (SSO-31)', async () => {
    for (const [userName, given] of [
      ['user@acme.example', password],
      ['user@acme.example', 'wrong'],
      ['nobody@acme.example', 'wrong'],
    ] as const) {
      const { browser, answer } = await signIn(userName, given);
      expect([answer.statusCode, answer.json()]).toEqual([200, { redirectUrl: signInPage(userName), challenge: null }]);
      expect(await emailIn(browser)).toBeUndefined();
    }
    expect(await query('select points from rate_limits where points > 0')).toEqual([]);
  });

  test('answers a form without script with a forwarding page, because the form policy allows no provider', async () => {
    const browser = await opened();
    const fields = { userName: 'user@acme.example', password, __RequestVerificationToken: browser.token };
    const answer = await browser.post('/LoginWithMFA', new URLSearchParams(fields).toString(), {
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(
      `<meta http-equiv="refresh" content="0;url=/sso/sign-in-page-${acme}?login_hint=user%40acme.example">`,
    );
  });

  test('redirects its users with other addresses only after the right password', async () => {
    await query(`update users set email = 'user@elsewhere.example' where email = 'user@acme.example'`);
    const wrong = await signIn('user@elsewhere.example', 'wrong');
    const right = await signIn('user@elsewhere.example');
    await query(`update users set email = 'user@acme.example' where email = 'user@elsewhere.example'`);
    expect(wrong.answer.json().code).toBe('InvalidCredentials');
    expect(right.answer.json().redirectUrl).toBe(`/sso/sign-in-page-${acme}?ReturnUrl=%2FBilling`);
    expect(await emailIn(right.browser)).toBeUndefined();
  });

  test('does not affect passwords of other accounts, also with an address of its domain', async () => {
    const { browser } = await signIn('owner@globex.example');
    expect(await emailIn(browser)).toBe('owner@globex.example');
    await query(`update users set email = 'globex@acme.example' where email = 'owner@globex.example'`);
    const { browser: other } = await signIn('globex@acme.example');
    expect(await emailIn(other)).toBe('globex@acme.example');
    await query(`update users set email = 'owner@globex.example' where email = 'globex@acme.example'`);
  });

  test('lets operators sign in with a password, because identity providers of accounts refuse operators', async () => {
    await query(`update users set is_operator = true where email = 'user@acme.example'`);
    const { browser } = await signIn('user@acme.example');
    await query(`update users set is_operator = false where email = 'user@acme.example'`);
    expect(await query('select count(*)::int as total from sessions')).toEqual([{ total: 1 }]);
    expect(browser.cookies.portico_session).toBeDefined();
  });

  test('ends a second step that is waiting', async () => {
    await require(false);
    await query(
      `insert into second_factors (user_id, method, target) select id, 'Email', email from users where email = 'user@acme.example'`,
    );
    const { browser, answer } = await signIn('user@acme.example');
    expect(answer.json().challenge).not.toBeNull();
    await require(true);
    const step = await browser.post('/LoginWithMFA?handler=Verify', { code: '123456' });
    await query('delete from second_factors');
    expect(step.json()).not.toHaveProperty('challenge.methods');
    expect(await emailIn(browser)).toBeUndefined();
  });

  test('allows sign-ins with the provider, and other methods again once it is not required', async () => {
    provider.person = { sub: 'user', email: 'user@acme.example' };
    const browser = visitor();
    await comeBack(browser, (await provider.visit(await begin(browser))) as URL);
    expect(await emailIn(browser)).toBe('user@acme.example');
    await require(false);
    expect(await emailIn((await signIn('user@acme.example')).browser)).toBe('user@acme.example');
  });

  test('is found by the mail domain, whether or not a user has the address', async () => {
    for (const userName of ['user@acme.example', 'nobody@ACME.example']) {
      const answer = await visitor().get('/api/Session/SingleSignOn', { query: { userName } });
      expect(answer.json().provider).toMatchObject({ name: 'Acme Login', isRequired: true });
      expect(answer.json().provider.url).toContain(`/sso/sign-in-page-${acme}?provider=`);
    }
    for (const userName of [
      'user',
      'user@globex.example',
      'user@sub.acme.example',
      '@',
      `${'a'.repeat(200)}@acme.example`,
    ])
      expect(
        (await visitor().get('/api/Session/SingleSignOn', { query: { userName } })).json(),
        userName,
      ).toMatchObject(userName.startsWith('aaa') ? { provider: { name: 'Acme Login' } } : { provider: null });
  });

  describe('the break-glass code', () => {
    const owner = 'owner@acme.example';
    const make = async () => {
      await require(false);
      const browser = await visitor().signIn(owner);
      const made = await browser.post(codePath, {});
      await require(true);
      expect(made.statusCode, made.body).toBe(200);
      return made.json().code as string;
    };
    const enter = async (fields: Record<string, string>, browser?: Browser) => {
      const at = browser ?? (await opened());
      return { at, answer: await at.post('/sso/break-glass', { userName: owner, password, ...fields }) };
    };

    test('signs in the owner once, with the password, and mails all admins (SSO-34)', async () => {
      const code = await make();
      expect(code).toMatch(/^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
      expect(JSON.stringify(await query('select code_hash from sso_break_glass_codes'))).not.toContain(code);
      const { at, answer } = await enter({ code: code.toLowerCase().replaceAll('-', ' '), ReturnUrl: '/Billing' });
      expect([answer.statusCode, answer.json()]).toEqual([200, { redirectUrl: '/Billing' }]);
      expect(await emailIn(at)).toBe(owner);
      expect(await query('select proofs from sessions order by created_at desc limit 1')).toEqual([
        { proofs: ['breakGlass'] },
      ]);
      const mails = await query(`select template from mail_messages where template = 'breakGlassUsed'`);
      expect(mails.length).toBeGreaterThanOrEqual(2);
      const again = await enter({ code });
      expect(again.answer.json().code).toBe('InvalidCredentials');
    });

    test('is refused alike for a wrong password, a wrong code, another user, or if not required', async () => {
      const code = await make();
      const answers = [];
      const tries: Record<string, string>[] = [
        { code, password: 'wrong' },
        { code: 'AAAA-AAAA-AAAA-AAAA' },
        { code: '' },
        { code, userName: 'admin@acme.example' },
        { code, userName: 'owner@globex.example' },
        { code, userName: 'nobody@acme.example' },
      ];
      for (const fields of tries) {
        await query('delete from rate_limits');
        const { at, answer } = await enter(fields);
        expect(await emailIn(at)).toBeUndefined();
        const { requestId: _, ...problem } = answer.json();
        answers.push(JSON.stringify([answer.statusCode, problem]));
      }
      expect(new Set(answers).size).toBe(1);
      await require(false);
      expect((await enter({ code })).answer.json().code).toBe('InvalidCredentials');
      await require(true);
      await query('delete from rate_limits');
      expect((await enter({ code })).answer.statusCode).toBe(200);
    });

    test('allows five tries an hour', async () => {
      await make();
      for (let tries = 0; tries < 5; tries += 1) await enter({ code: 'AAAA-AAAA-AAAA-AAAA' });
      const { answer } = await enter({ code: 'AAAA-AAAA-AAAA-AAAA' });
      expect(answer.statusCode).toBe(429);
    });

    test('stays open in the owner’s browser while a stranger’s tries are used up, and the owner is mailed', async () => {
      await query('delete from mail_messages');
      await require(false);
      const known = await visitor().signIn(owner);
      const { code } = (await known.post(codePath, {})).json();
      await require(true);
      for (let tries = 0; tries < 6; tries += 1) await enter({ code: 'AAAA-AAAA-AAAA-AAAA', password: 'wrong' });
      expect((await enter({ code })).answer.statusCode).toBe(429);
      expect(
        await query(`select data->>'change' as change from mail_messages where template = 'securityNotice'`),
      ).toEqual([{ change: 'breakGlassTries' }]);
      await known.post('/signout');
      await known.open('/login');
      expect((await enter({ code }, known)).answer.statusCode).toBe(200);
    });

    test('can be created only by the owner; a new code voids the previous one', async () => {
      const first = await make();
      const second = await make();
      expect(second).not.toBe(first);
      expect((await enter({ code: first })).answer.json().code).toBe('InvalidCredentials');
      expect((await enter({ code: second })).answer.statusCode).toBe(200);
      await require(false);
      const admin = await visitor().signIn('admin@acme.example');
      expect((await admin.post(codePath, {})).statusCode).toBe(403);
    });

    test('is valid only for the owner who created it; a new owner creates another (SSO-33)', async () => {
      const newOwner = 'admin@acme.example';
      const own = async (email: string) => {
        await query('update users set is_owner = false where account_id = $1 and is_owner', [acme]);
        await query('update users set is_owner = true, is_admin = true where email = $1', [email]);
      };
      const former = await make();
      expect(await hasBreakGlassCode(database.query, acme)).toBe(true);
      await own(newOwner);
      try {
        expect(await hasBreakGlassCode(database.query, acme)).toBe(false);
        for (const userName of [owner, newOwner])
          expect((await enter({ code: former, userName })).answer.json().code).toBe('InvalidCredentials');
        await require(false);
        const { code } = (await (await visitor().signIn(newOwner)).post(codePath, {})).json();
        await require(true);
        expect(await hasBreakGlassCode(database.query, acme)).toBe(true);
        const { at, answer } = await enter({ code, userName: newOwner });
        expect([answer.statusCode, await emailIn(at)]).toEqual([200, newOwner]);
      } finally {
        await own(owner);
      }
    });

    test('shows a refusal on its page to a form without script', async () => {
      const browser = await opened();
      const fields = { userName: owner, password, code: 'wrong', __RequestVerificationToken: browser.token };
      const answer = await browser.post('/sso/break-glass', new URLSearchParams(fields).toString(), {
        headers: { ...html.headers, 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sso/break-glass']);
      expect((await readMessages(browser, { headers: { location: '/login' } }))[0]).toMatch(/password/);
    });

    test('works in one of two concurrent requests', async () => {
      const code = await make();
      const [one, other] = [await opened(), await opened()];
      const answers = await Promise.all([enter({ code }, one), enter({ code }, other)]);
      expect(answers.map(({ answer }) => answer.statusCode).sort()).toEqual([200, 422]);
    });
  });

  test('adds no query to sign-ins if single sign-on is not required', async () => {
    await require(false);
    const calls: string[] = [];
    const { query: run } = database.pool;
    database.pool.query = ((...given: unknown[]) => {
      calls.push(JSON.stringify(given[0]));
      return (run as (...args: unknown[]) => unknown).apply(database.pool, given);
    }) as typeof run;
    await signIn('user@acme.example');
    database.pool.query = run;
    expect(calls.filter((call) => call.includes('external_providers'))).toEqual([]);
  });
});
