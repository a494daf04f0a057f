import { beforeEach, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../test/record-statements.ts';
import { reopenMailCodes } from '../second-factor/second-factor.queries.ts';
import { demonstrationPassword, newPassword, publicUrl, startProfile } from './profile.test-support.ts';

const portal = await startProfile();
const { sql, mails, visitor, signIn, token } = portal;
const avery = 'owner@acme.example';

beforeEach(() => portal.reset());

const forget = async (userName: string, browser?: Awaited<ReturnType<typeof visitor>>, call = {}) =>
  (browser ?? (await visitor())).post('/api/ForgottenPassword', { userName }, call);
const setPassword = async (link: string, password = newPassword, confirmation = password) => {
  const browser = await visitor();
  const answer = await browser.post('/api/ResetPassword', {
    token: link,
    newPassword: password,
    newPasswordConfirmation: confirmation,
  });
  return { browser, answer, code: answer.statusCode === 200 ? 'done' : answer.json().code };
};
const signInWith = async (password: string) => {
  const browser = await visitor();
  return (await browser.post('/LoginWithMFA', { userName: avery, password })).statusCode;
};

describe('a forgotten password', () => {
  test('sets a new password with the mailed link, and signs in', async () => {
    expect((await forget('OWNER@acme.example')).json()).toEqual({});
    const [sent] = await mails(avery);
    expect(sent).toMatchObject({ template: 'passwordReset', data: { login: avery, minutes: 60 } });
    const { answer, browser } = await setPassword(await token(avery, 'passwordReset'));
    expect(answer.json()).toEqual({ redirectUrl: '/', challenge: null });
    expect((await browser.get('/api/User/Current')).statusCode).toBe(200);
    expect(browser.cookies['__Host-portico_browser']).toBeDefined();
    expect(await sql('select from known_browsers where user_id = $1', [await portal.userId(avery)])).toHaveLength(1);
    expect(await signInWith(newPassword)).toBe(200);
    expect(await signInWith(demonstrationPassword)).toBe(422);
    const kinds = await sql(`select kind from audit_events where user_id = $1`, [await portal.userId(avery)]);
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['passwordResetAsked', 'passwordReset']));
  });

  test('mails the user about the new password', async () => {
    await forget(avery);
    await setPassword(await token(avery, 'passwordReset'));
    expect((await mails(avery, 'securityNotice')).map(({ data }) => data?.change)).toEqual(['password']);
  });

  test('ends all sessions, and forgets all browsers', async () => {
    const open = await signIn(avery);
    await sql(
      `insert into known_browsers (user_id, token_hash, remembered_until) values ($1, sha256('x'), now() + interval '30 days')`,
      [await portal.userId(avery)],
    );
    await forget(avery);
    await setPassword(await token(avery, 'passwordReset'));
    expect((await open.get('/api/User/Current')).statusCode).toBe(401);
    expect(await sql('select from known_browsers where remembered_until is not null')).toEqual([]);
  });

  test('gives the same response and sends no mail for an unknown name, an inactive user, or one who may not change the password', async () => {
    await sql(`update users set active = false where email = 'admin@acme.example'`);
    await sql(`insert into user_refusals values ($1, 'changePassword')`, [await portal.userId('user@acme.example')]);
    for (const name of ['nobody@acme.example', 'admin@acme.example', 'user@acme.example', avery]) {
      const answer = await forget(name);
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    }
    await mails(avery);
    const sent = await sql('select recipient from mail_messages');
    expect(sent).toEqual([{ recipient: avery }]);
  });

  test('mails a link to the identity provider if single sign-on is required (SSO-30)', async () => {
    await forget(avery);
    const link = await token(avery, 'passwordReset');
    await sql(`update accounts set sso_required = true, sso_key = 'the-sign-in-page' where id = 2`);
    await forget(avery);
    const sent = await mails(avery, 'signOnRequired');
    const { code } = await setPassword(link);
    await sql(`update accounts set sso_required = false, sso_key = null where id = 2`);
    expect(sent.map(({ data }) => data?.path)).toEqual(['/sso/the-sign-in-page']);
    expect(code).toBe('LinkExpired');
    expect(await signInWith(demonstrationPassword)).toBe(200);
  });

  test('runs the same statements whether or not the name exists', async () => {
    const browser = await visitor();
    const statements: string[] = [];
    recordStatements(portal.database, (statement) => statements.push(statement));
    const statementsFor = async (name: string) => {
      statements.length = 0;
      expect((await forget(name, browser)).statusCode).toBe(200);
      return [...statements];
    };
    const known = await statementsFor(avery);
    expect(known.some((statement) => statement.includes('add_job'))).toBe(true);
    expect(await statementsFor('nobody@acme.example')).toEqual(known);
  });

  test('allows 5 links an hour by name, known or not, and 30 in 15 minutes by address', async () => {
    for (const name of [avery, 'nobody@acme.example']) {
      for (let asked = 0; asked < 5; asked++) expect((await forget(name)).statusCode).toBe(200);
      const refused = await forget(name.toUpperCase());
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'TooManyRequests']);
    }
    // The last mailed link still works, so a stranger cannot lock the user out.
    expect((await setPassword(await token(avery, 'passwordReset'))).code).toBe('done');
    await sql('delete from rate_limits');
    for (let asked = 0; asked < 30; asked++) await forget(`name${asked}@acme.example`);
    expect((await forget('one-more@acme.example')).statusCode).toBe(429);
  });

  test('stores unknown names neither in counters nor in the queue', async () => {
    await forget('My-Secret-Password1');
    const kept = await sql(
      `select key as text from rate_limits union all select payload::text from graphile_worker._private_jobs`,
    );
    expect(kept.length).toBeGreaterThan(1);
    expect(JSON.stringify(kept).toLowerCase()).not.toContain('my-secret-password1');
  });

  test('mails in the user’s language, otherwise in the request’s', async () => {
    const french = { headers: { 'accept-language': 'fr' } };
    await forget(avery, undefined, french);
    expect((await mails(avery))[0]?.locale).toBe('fr');
    await sql(`update users set locale = 'en' where email = $1`, [avery]);
    await forget(avery, undefined, french);
    expect((await mails(avery)).at(-1)?.locale).toBe('en');
  });
});

describe('the password link', () => {
  test('rejects a second use, also of 20 concurrent ones', async () => {
    await forget(avery);
    const link = await token(avery, 'passwordReset');
    const browsers = await Promise.all(Array.from({ length: 20 }, visitor));
    const answers = await Promise.all(
      browsers.map((browser, index) => {
        const password = `${newPassword}-${index}`;
        return browser.post('/api/ResetPassword', {
          token: link,
          newPassword: password,
          newPasswordConfirmation: password,
        });
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => ![200, 410, 503].includes(statusCode))).toEqual([]);
    expect((await setPassword(link)).code).toBe('LinkExpired');
    expect((await mails(avery, 'securityNotice')).length).toBe(1);
  }, 60_000);

  test('points to PUBLIC_URL, whatever host a request names', async () => {
    const browser = await visitor();
    await browser.post(
      '/api/ForgottenPassword',
      { userName: avery },
      { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } },
    );
    await mails(avery);
    const { renderMail } = await import('../../core/mail/render/render.ts');
    const { mailTemplates } = await import('../../core/mail/templates/index.ts');
    const { findBrand } = await import('../../accounts/index.ts');
    const [{ data }] = await sql(`select data from mail_messages where template = 'passwordReset'`);
    const brand = await findBrand(portal.database.query, 1);
    const { html, text } = renderMail(mailTemplates.passwordReset, data, { locale: 'en', brand, publicUrl });
    expect(html).toContain(`${publicUrl}/ResetPassword#`);
    expect(html + text + JSON.stringify(data)).not.toContain('evil.example');
  });

  test('rejects tokens of other kinds, of unknown users and of a user who may not change the password, and works for nothing else', async () => {
    const browser = await visitor();
    await forget(avery);
    const link = await token(avery, 'passwordReset');
    for (const path of ['/api/ConfirmEmail', '/api/UndoEmail', '/api/WasThisYou/End'])
      expect((await browser.post(path, { token: link })).json().code).toBe('LinkExpired');
    const { issueLink } = await import('../../accounts/index.ts');
    const userId = await portal.userId(avery);
    const other = await issueLink(portal.database.query, {
      kind: 'confirmEmail',
      userId,
      data: { email: 'new@acme.example', formerEmail: avery },
    });
    expect((await setPassword(other.token)).code).toBe('LinkExpired');
    expect((await setPassword('of-nobody')).code).toBe('LinkExpired');
    await sql(`insert into user_refusals values ($1, 'changePassword')`, [userId]);
    expect((await setPassword(link)).code).toBe('LinkExpired');
    await sql('delete from user_refusals');
    expect((await setPassword(link)).code).toBe('done');
  });

  test('stays valid after a weak, mismatched or invalid password, whose error is in the reader’s language', async () => {
    await forget(avery);
    const link = await token(avery, 'passwordReset');
    const browser = await visitor();
    const answer = await browser.post(
      '/api/ResetPassword',
      { token: link, newPassword: 'Acme2026!', newPasswordConfirmation: 'Acme2026?' },
      { headers: { 'accept-language': 'fr' } },
    );
    expect(answer.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: {
        newPassword: [expect.stringContaining('facile à deviner')],
        newPasswordConfirmation: ['Les deux mots de passe ne sont pas identiques.'],
      },
    });
    expect((await setPassword(link, 'short')).answer.json().propertyErrors.newPassword).toContain(
      'Password must contain at least 8 characters.',
    );
    expect((await setPassword(link)).code).toBe('done');
  });

  test('expires with a newer link, and after an hour', async () => {
    await forget(avery);
    const first = await token(avery, 'passwordReset');
    await forget(avery);
    const second = await token(avery, 'passwordReset');
    expect((await setPassword(first)).code).toBe('LinkExpired');
    const [{ life }] = await sql('select extract(epoch from expires_at - now())::int as life from one_time_links');
    expect(life).toBeGreaterThan(3_500);
    expect(life).toBeLessThanOrEqual(3_600);
    await sql('update one_time_links set expires_at = now()');
    expect((await setPassword(second)).code).toBe('LinkExpired');
  });

  test('can be described without being used, and its mail’s content is deleted after use', async () => {
    await forget(avery);
    const link = await token(avery, 'passwordReset');
    const browser = await visitor();
    const check = () => browser.post('/api/Links/Check', { token: link });
    expect((await check()).json()).toMatchObject({ kind: 'resetPassword', login: avery, email: null, session: null });
    expect((await check()).statusCode).toBe(200);
    await setPassword(link);
    expect((await check()).json().code).toBe('LinkExpired');
    expect((await mails(avery, 'passwordReset'))[0]?.data).toBeNull();
  });

  describe('the second factor after a password link', () => {
    const averysFactor = async () =>
      sql(`insert into second_factors (user_id, method, target) values ($1, 'Email', $2)`, [
        await portal.userId(avery),
        avery,
      ]);
    const cleanUp = async () => {
      await sql('delete from second_factors');
      await sql('update accounts set second_factor_required = false');
    };

    test('does not accept a code in the mailbox of the link, until another factor is proved', async () => {
      const user = await portal.userId(avery);
      await averysFactor();
      await sql(`insert into second_factors (user_id, method, target) values ($1, 'Phone', '+15145550100')`, [user]);
      await forget(avery);
      const { answer, browser } = await setPassword(await token(avery, 'passwordReset'));
      expect(answer.json().challenge).toMatchObject({ methods: [{ name: 'Phone' }], isMailRefused: true });
      const later = await visitor();
      await later.post('/LoginWithMFA', { userName: avery, password: newPassword });
      for (const each of [browser, later]) {
        const sent = await each.post('/LoginWithMFA?handler=SendCode', { method: 'Email' });
        expect(sent.statusCode, sent.body).toBe(422);
      }
      expect(await mails(avery, 'signInCode')).toEqual([]);
      const closed = () => sql('select closed_at from second_factors where closed_at is not null');
      expect(await closed()).toHaveLength(1);
      await reopenMailCodes(portal.database.query, user);
      expect(await closed()).toEqual([]);
      await cleanUp();
    });

    test('accepts a code in another mailbox than that of the link', async () => {
      await averysFactor();
      await sql(`update second_factors set target = 'other@acme.example'`);
      await forget(avery);
      const { answer } = await setPassword(await token(avery, 'passwordReset'));
      expect(answer.json().challenge).toMatchObject({ methods: [{ name: 'Email' }], isMailRefused: false });
      await cleanUp();
    });

    test('asks for the second factor, and opens no session', async () => {
      await averysFactor();
      await forget(avery);
      const { answer, browser } = await setPassword(await token(avery, 'passwordReset'));
      expect(answer.json()).toMatchObject({ redirectUrl: null, challenge: { methods: [], isMailRefused: true } });
      expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
      expect(await sql('select from sessions')).toEqual([]);
      expect(await signInWith(newPassword)).toBe(200);
      await cleanUp();
    });

    test('asks for the second factor even in a remembered browser', async () => {
      await averysFactor();
      const browser = await visitor();
      const remembered = 'a'.repeat(43);
      await sql(
        `insert into known_browsers (user_id, token_hash, remembered_until) values ($1, sha256($2::bytea), now() + interval '30 days')`,
        [await portal.userId(avery), remembered],
      );
      browser.cookies['__Host-portico_browser'] = remembered;
      const signedIn = await browser.post('/LoginWithMFA', { userName: avery, password: demonstrationPassword });
      expect(signedIn.json().challenge).toBeNull();
      await sql('delete from sessions');
      await browser.open('/login');
      await forget(avery);
      const answer = await browser.post('/api/ResetPassword', {
        token: await token(avery, 'passwordReset'),
        newPassword,
        newPasswordConfirmation: newPassword,
      });
      expect(answer.json().redirectUrl).toBeNull();
      await cleanUp();
    });

    test('redirects to the setup if the account requires a second factor', async () => {
      await sql('update accounts set second_factor_required = true');
      await forget(avery);
      const { browser } = await setPassword(await token(avery, 'passwordReset'));
      expect(await sql('select is_setup from sessions')).toEqual([{ is_setup: true }]);
      expect((await browser.get('/api/profile/Sessions')).statusCode).toBe(401);
      await cleanUp();
    });
  });
});
