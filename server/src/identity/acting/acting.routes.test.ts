import { describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { beginPage, reason, startActingPortal } from './acting.test-support.ts';

describe('acting as a user', async () => {
  let wishesMail = true;
  const { app, sql, findUserId, operator, ask, act } = await startActingPortal({ wantsActingMail: () => wishesMail });
  const actorName = async (browser: Browser) => {
    const response = await browser.get('/api/User/Current');
    return response.statusCode === 200 ? response.json().email : response.statusCode;
  };
  const actingSessions = () => sql('select * from sessions where operator_user_id is not null');

  test('acts as the user under a new session id, and voids the old id', async () => {
    const browser = await operator();
    const before = { ...browser.cookies };
    const response = await ask(browser, 'owner@acme.example');
    expect([response.statusCode, response.json()]).toEqual([200, { redirectUrl: '/' }]);
    const { preloaded } = await browser.open('/');
    expect(preloaded).toMatchObject({
      user: { email: 'owner@acme.example', isOwner: true, isSuperAdmin: false },
      features: ['billing', 'customerAdmin'],
      actingAs: { operatorName: 'Olivia Perez', text: 'You are signed in as Avery Stone (Acme Security).' },
      actingEnded: null,
    });
    expect(browser.cookies.portico_session).not.toBe(before.portico_session);
    expect(browser.cookies.portico_session_marker).not.toBe(before.portico_session_marker);
    const replay = new Browser(app);
    Object.assign(replay.cookies, before);
    expect(await actorName(replay)).toBe(401);
  });

  test('shows a user of any account before acting', async () => {
    const browser = await operator();
    const userId = await findUserId('owner@globex.example');
    const response = await browser.get(`/api/Operator/ActAs/${userId}`);
    expect(response.json()).toEqual({
      userId,
      name: expect.stringMatching(/\S/),
      login: 'owner@globex.example',
      accountName: 'Globex',
    });
    expect((await browser.get('/api/Operator/ActAs/999999')).statusCode).toBe(404);
  });

  test('ends after 60 minutes', async () => {
    const browser = await act();
    const [{ minutes }] = await sql(
      'select extract(epoch from acting_until - created_at) / 60 as minutes from sessions where operator_user_id is not null',
    );
    expect(Number(minutes)).toBeCloseTo(60, 1);
    const { preloaded } = await browser.open('/');
    expect(Date.parse(preloaded.actingAs?.until ?? '') - Date.now()).toBeGreaterThan(59 * 60_000);
  });

  test('ends with the operator’s own session at the latest', async () => {
    const browser = await operator();
    await sql("update sessions set expires_at = now() + interval '20 minutes'");
    await ask(browser, 'owner@acme.example');
    const [{ minutes }] = await sql(
      'select extract(epoch from acting_until - now()) / 60 as minutes from sessions where operator_user_id is not null',
    );
    expect(Number(minutes)).toBeCloseTo(20, 0);
  });

  test('records neither a known browser nor a sign-in of the user', async () => {
    const state = async () => [
      await sql("select last_login_at from users where email = 'owner@acme.example'"),
      await sql(
        "select count(*)::int from known_browsers where user_id = (select id from users where email = 'owner@acme.example')",
      ),
    ];
    const before = await state();
    await act();
    expect(await state()).toEqual(before);
  });

  test('does not confirm the user’s identity, and refuses a confirmation or a new password', async () => {
    const browser = await act();
    expect((await browser.get('/api/profile')).json()).toMatchObject({ confirmedUntil: null });
    for (const [path, body] of [
      ['/api/profile/Confirm', { password: 'Portico-demo-1' }],
      ['/api/profile/changePassword', { newPassword: 'Kx9$mPq2vL', newPasswordConfirmation: 'Kx9$mPq2vL' }],
    ] as const) {
      const response = await browser.post(path, body);
      expect([response.statusCode, response.json().message]).toEqual([
        403,
        'This cannot be done while signed in as another user.',
      ]);
    }
  });

  test.each([
    ['nothing', { reason: '' }, 'The reason field should have at least 10 characters.'],
    ['too few characters', { reason: '  Ticket 4  ' }, 'The reason field should have at least 10 characters.'],
    ['too many characters', { reason: 'x'.repeat(501) }, 'The reason field should have at most 500 characters.'],
    [
      'more than one line',
      { reason: 'Ticket\n4711, again' },
      'The reason field contains characters that are not allowed.',
    ],
  ])('rejects %s as a reason', async (_what, body, message) => {
    const response = await ask(await operator(), 'owner@acme.example', body);
    expect(response.statusCode).toBe(422);
    expect(response.json().propertyErrors.reason[0]).toBe(message);
    expect(await actingSessions()).toEqual([]);
  });

  test.each(['x'.repeat(10), 'x'.repeat(500), 'Билет 4711 – ça va ?'])('accepts the reason %j', async (given) => {
    const response = await ask(await operator(), 'owner@acme.example', { reason: given });
    expect(response.statusCode).toBe(200);
    expect(await actingSessions()).toMatchObject([{ acting_reason: given }]);
  });

  test.each([
    ['an operator', 'operator@portico.example', 409, 'Nobody can act as an operator.'],
    [
      'an inactive user',
      'user@acme.example',
      409,
      'This user cannot sign in at the moment, so nobody can act as this user.',
    ],
  ])('refuses to act as %s, and leaves the operator’s session as it is', async (_who, email, status, message) => {
    const browser = await operator();
    await sql("update users set active = false where email = 'user@acme.example'");
    const response = await ask(browser, email);
    expect([response.statusCode, response.json().message]).toEqual([status, message]);
    expect(await actorName(browser)).toBe('operator@portico.example');
    expect(await actingSessions()).toEqual([]);
  });

  test.each(['0', '-1', 'me', '1e9', '99999999999999999999'])('finds no user %s', async (id) => {
    const browser = await operator();
    const response = await browser.post(`/api/Operator/ActAs/${id}`, { reason });
    expect([400, 404]).toContain(response.statusCode);
    expect((await browser.post('/api/Operator/ActAs/999999', { reason })).statusCode).toBe(404);
  });

  test('is refused to everyone but operators', async () => {
    for (const email of ['owner@globex.example', 'admin@acme.example', 'readonly@acme.example']) {
      expect((await ask(await signedIn(app, email), 'user@acme.example')).statusCode, email).toBe(403);
    }
    await sql("update users set read_only = true, is_owner = false where email = 'operator@portico.example'");
    const readOnly = await ask(await operator(), 'owner@acme.example');
    await sql("update users set read_only = false, is_owner = true where email = 'operator@portico.example'");
    expect(readOnly.statusCode).toBe(403);
    expect(await actingSessions()).toEqual([]);
  });

  test('requires the operator to confirm their identity', async () => {
    const browser = await operator();
    await sql("update sessions set confirmed_at = now() - interval '11 minutes'");
    const response = await ask(browser, 'owner@acme.example');
    expect([response.statusCode, response.json().code]).toEqual([403, 'ConfirmationRequired']);
    await browser.post('/api/profile/Confirm', { password: 'Portico-demo-1' });
    expect((await ask(browser, 'owner@acme.example')).statusCode).toBe(200);
  });

  test('rejects a request of another site', async () => {
    const browser = await operator();
    const forged = { headers: { requestverificationtoken: 'none' } };
    const path = `/api/Operator/ActAs/${await findUserId('owner@acme.example')}`;
    expect((await browser.post(path, { reason }, forged)).json().code).toBe('AntiForgery');
    const foreign = { headers: { origin: 'https://evil.example' } };
    expect((await browser.post(path, { reason }, foreign)).json().code).toBe('AntiForgery');
    expect(await actorName(browser)).toBe('operator@portico.example');
  });

  test('begins once for two concurrent requests', async () => {
    const browser = await operator();
    const tabs = [browser.at(app), browser.at(app)];
    const answers = await Promise.all(tabs.map((tab) => ask(tab, 'owner@acme.example')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect(await actingSessions()).toHaveLength(1);
    const winner = tabs[answers.findIndex(({ statusCode }) => statusCode === 200)] as Browser;
    await winner.open('/');
    expect((await winner.post('/signout')).json()).toEqual({ redirectUrl: beginPage });
    expect(await actorName(winner)).toBe('operator@portico.example');
  });

  test('is refused while the operator already acts', async () => {
    const browser = await act();
    expect((await ask(browser, 'user@acme.example')).statusCode).toBe(403);
    expect(await actorName(browser)).toBe('owner@acme.example');
    expect(await actingSessions()).toHaveLength(1);
  });

  test('works in two browsers as two users, and ends in each separately', async () => {
    const [one, other] = [await act('owner@acme.example'), await act('owner@globex.example')];
    expect([await actorName(one), await actorName(other)]).toEqual(['owner@acme.example', 'owner@globex.example']);
    await one.post('/signout');
    expect([await actorName(one), await actorName(other)]).toEqual([
      'operator@portico.example',
      'owner@globex.example',
    ]);
  });

  test('allows 60 starts an hour', async () => {
    const browser = await operator();
    const operatorId = await findUserId('operator@portico.example');
    await sql('insert into rate_limits values ($1, 60, $2)', [`acting:${operatorId}`, Date.now() + 60_000]);
    expect((await ask(browser, 'owner@acme.example')).statusCode).toBe(429);
    expect(await actorName(browser)).toBe('operator@portico.example');
  });

  test.each([
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['https://scan.veriscan.example/reports', '/'],
    ['/\\evil.example', '/'],
    ['/Operator/Accounts/7?tab=users', '/Operator/Accounts/7?tab=users'],
  ])('for the return URL %s, returns the operator to %s', async (returnUrl, target) => {
    const browser = await operator();
    await ask(browser, 'owner@acme.example', { returnUrl });
    await browser.open('/');
    expect((await browser.post('/signout')).json()).toEqual({ redirectUrl: target });
  });

  describe('notices about acting', () => {
    const mails = () =>
      sql("select recipient, locale, data from mail_messages where template = 'actingStarted' order by id");

    test('mails the owner, in the owner’s language, who acts as which user, until when and why', async () => {
      await sql("update users set locale = 'fr' where email = 'owner@acme.example'");
      const before = await mails();
      await act('user@acme.example');
      expect((await mails()).slice(before.length)).toEqual([
        {
          recipient: 'owner@acme.example',
          locale: 'fr',
          data: {
            operatorName: 'Olivia Perez',
            userName: expect.any(String),
            login: 'user@acme.example',
            accountName: 'Acme Security',
            reason,
            at: expect.any(String),
            until: expect.any(String),
            path: expect.stringMatching(/^\/Account\/Settings\/Audit\?userId=\d+$/),
          },
        },
      ]);
    });

    test('sends no mail if the account does not want it, or if acting did not begin', async () => {
      const before = await mails();
      wishesMail = false;
      await act('user@acme.example');
      wishesMail = true;
      await ask(await operator(), 'operator@portico.example');
      expect(await mails()).toEqual(before);
    });

    test('audits the start, the actions and the end with both names and the reason', async () => {
      const [{ last }] = await sql('select max(id) as last from audit_events');
      const browser = await act();
      await browser.post('/api/profile/EndOtherSessions', {});
      await browser.post('/signout');
      const events = await sql(
        `select kind, account_id, user_id, real_user_id, detail, host(address) as address from audit_events
         where id > $1 and detail ? 'actingReason' order by id`,
        [last],
      );
      const both = {
        account_id: 2,
        user_id: await findUserId('owner@acme.example'),
        real_user_id: await findUserId('operator@portico.example'),
        address: '127.0.0.1',
      };
      expect(events).toEqual([
        { kind: 'actingStarted', ...both, detail: { actingReason: reason, until: expect.any(String) } },
        {
          kind: 'forbidden',
          ...both,
          detail: { actingReason: reason, method: 'POST', path: '/api/profile/EndOtherSessions' },
        },
        { kind: 'actingEnded', ...both, detail: { actingReason: reason, minutes: 1 } },
      ]);
    });

    test('appears in the user’s activity and sessions', async () => {
      const browser = await act();
      const user = await signedIn(app, 'owner@acme.example');
      expect((await user.get('/api/profile/Sessions')).json().items).toMatchObject([
        { isCurrent: true, isActing: false },
        { isCurrent: false, isActing: true },
      ]);
      await browser.post('/signout');
      const { items } = (await user.get('/api/profile/Activity')).json();
      expect(items.filter(({ kind }: { kind: string }) => kind.startsWith('acting')).slice(0, 2)).toMatchObject([
        { kind: 'actingEnded', text: 'Signed out by support in this name', by: 'Olivia Perez', reason },
        { kind: 'actingStarted', text: 'Signed in by support in this name', by: 'Olivia Perez', reason },
      ]);
    });
  });
});
