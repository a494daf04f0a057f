import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createUser, describeKind, issueLink } from '../../accounts/index.ts';
import { hasMessage } from '../../core/messages/index.ts';
import { inviteUser } from './invitation.ts';
import { demonstrationPassword, laterThanConfirmed, newPassword, startProfile } from './profile.test-support.ts';

const portal = await startProfile();
const { sql, mails, visitor, signIn } = portal;
const avery = 'owner@acme.example';
const jamie = 'user@acme.example';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

beforeEach(() => portal.reset());

const sessionStatus = async (browser: Browser) => (await browser.get('/api/User/Current')).statusCode;
const listSessions = async (browser: Browser) => (await browser.get('/api/profile/Sessions')).json().items;

async function signInWithPhone(): Promise<Browser> {
  const browser = new Browser(portal.app);
  await browser.open('/login');
  await browser.post(
    '/LoginWithMFA',
    { userName: avery, password: demonstrationPassword },
    { headers: { 'user-agent': phone } },
  );
  await browser.open('/');
  return browser;
}

describe('open sessions', () => {
  test('lists only the user’s own sessions with device and address', async () => {
    const browser = await signIn(avery);
    await signInWithPhone();
    await signIn(jamie);
    const items = await listSessions(browser);
    expect(items).toHaveLength(2);
    expect(items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)).toMatchObject({
      browser: 'Safari',
      system: 'iOS',
      kind: 'phone',
      address: '127.0.0.1',
      proofs: ['password'],
      isActing: false,
    });
  });

  test('ends one session, effective from its next request', async () => {
    const browser = await signIn(avery);
    const other = await signInWithPhone();
    const { id } = (await listSessions(browser)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await browser.send('DELETE', `/api/profile/Sessions/${id}`)).json()).toEqual({});
    expect([await sessionStatus(browser), await sessionStatus(other)]).toEqual([200, 401]);
    const page = await other.get('/', { headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers.location]).toEqual([302, '/login']);
    expect((await browser.send('DELETE', `/api/profile/Sessions/${id}`)).statusCode).toBe(404);
  });

  test('ends sessions only after a confirmation', async () => {
    const browser = await signIn(avery);
    const other = await signInWithPhone();
    const { id } = (await listSessions(browser)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    await sql(laterThanConfirmed);
    expect((await browser.send('DELETE', `/api/profile/Sessions/${id}`)).json().code).toBe('ConfirmationRequired');
    expect((await browser.post('/api/profile/EndOtherSessions')).json().code).toBe('ConfirmationRequired');
    expect(await sessionStatus(other)).toBe(200);
  });

  test('answers 404 for another user’s session', async () => {
    const browser = await signIn(avery);
    const stranger = await signIn(jamie);
    const [{ id }] = await listSessions(stranger);
    expect((await browser.send('DELETE', `/api/profile/Sessions/${id}`)).statusCode).toBe(404);
    expect(await sessionStatus(stranger)).toBe(200);
  });

  test('clears the cookies of a browser that ends its own session', async () => {
    const browser = await signIn(avery);
    const [{ id }] = await listSessions(browser);
    await browser.send('DELETE', `/api/profile/Sessions/${id}`);
    expect(Object.keys(browser.cookies)).not.toContain('__Host-portico_session');
    expect(Object.keys(browser.cookies)).not.toContain('portico_session_marker');
  });

  test('ends all sessions except this one', async () => {
    const browser = await signIn(avery);
    const others = [await signInWithPhone(), await signIn(avery)];
    const stranger = await signIn(jamie);
    expect((await browser.post('/api/profile/EndOtherSessions')).json()).toEqual({ ended: 2 });
    expect(await Promise.all([browser, stranger, ...others].map(sessionStatus))).toEqual([200, 200, 401, 401]);
  });
});

describe('the link in a ’was this you?’ mail', () => {
  async function issue() {
    const stranger = await signInWithPhone();
    const userId = await portal.userId(avery);
    await sql(`insert into known_browsers (user_id, token_hash) values ($1, sha256('the stranger''s'))`, [userId]);
    const [{ id: browserId }] = await sql(`select id from known_browsers where token_hash = sha256('the stranger''s')`);
    const [{ public_id: sessionPublicId }] = await sql('select public_id from sessions where user_id = $1', [userId]);
    const data = { sessionPublicId, browserId };
    const { token } = await issueLink(portal.database.query, { kind: 'endSession', userId, data });
    return { stranger, token, browserId };
  }

  test('shows the session, ends it without a sign-in, and forgets its browser', async () => {
    const { stranger, token, browserId } = await issue();
    const other = await signIn(avery);
    const nobody = await visitor();
    expect((await nobody.post('/api/Links/Check', { token })).json()).toMatchObject({
      kind: 'endSession',
      login: avery,
      session: expect.stringContaining('Safari'),
    });
    expect((await nobody.post('/api/WasThisYou/End', { token })).json()).toEqual({});
    expect([await sessionStatus(stranger), await sessionStatus(other)]).toEqual([401, 200]);
    expect(await sql('select from known_browsers where id = $1', [browserId])).toEqual([]);
    expect((await nobody.post('/api/WasThisYou/End', { token })).json().code).toBe('LinkExpired');
  });

  test('forgets the browser even if the session has ended already', async () => {
    const { token, browserId } = await issue();
    await sql('delete from sessions');
    const nobody = await visitor();
    expect((await nobody.post('/api/Links/Check', { token })).json().session).toBeNull();
    expect((await nobody.post('/api/WasThisYou/End', { token })).statusCode).toBe(200);
    expect(await sql('select from known_browsers where id = $1', [browserId])).toEqual([]);
  });

  test('cancels a change of address that an intruder may have requested', async () => {
    const { stranger, token } = await issue();
    const {
      email: _,
      pendingEmail: _1,
      hasPassword: _2,
      passwordChangedAt: _3,
      confirmedUntil: _4,
      confirmableBy: _5,
      signInAgainUrl: _6,
      ...own
    } = (await stranger.get('/api/profile')).json();
    await stranger.post('/api/profile', { ...own, email: 'thief@evil.example' });
    const link = await portal.token('thief@evil.example', 'confirmEmail');
    const nobody = await visitor();
    await nobody.post('/api/WasThisYou/End', { token });
    expect((await nobody.post('/api/ConfirmEmail', { token: link })).json().code).toBe('LinkExpired');
  });
});

describe('activity', () => {
  test('lists the user’s events of 90 days, the newest first, in the reader’s language', async () => {
    const riley = 'readonly@acme.example';
    const browser = await signIn(riley);
    const userId = await portal.userId(riley);
    const [{ id: operator }] = await sql('select id from users where is_operator');
    await sql(`insert into audit_events (kind, user_id, at) values ('signOut', $1, now() - interval '91 days')`, [
      userId,
    ]);
    await portal.audit.record({ kind: 'cardAdded', userId, realUserId: operator, address: '203.0.113.7' });
    await portal.audit.record({ kind: 'cardDeleted', userId: await portal.userId(jamie) });
    const first = await browser.get('/api/profile/Activity', { query: { pageSize: '1' } });
    expect(first.json()).toMatchObject({ total: 2, totalPages: 2 });
    expect(first.json().items).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        kind: 'cardAdded',
        text: 'Added a card',
        address: '203.0.113.7',
        by: 'Olivia Perez',
        reason: null,
      },
    ]);
    const second = await browser.get('/api/profile/Activity', {
      query: { pageSize: '1', page: '2' },
      headers: { 'accept-language': 'fr' },
    });
    expect(second.json().items).toMatchObject([{ kind: 'signIn', text: 'Connexion', by: null }]);
  });

  test('has a text for every audit kind, and shows an unknown kind unchanged', () => {
    expect(hasMessage('activity.signIn')).toBe(true);
    expect(describeKind('passwordReset', 'fr')).toBe(
      'Nouveau mot de passe choisi au moyen d’un lien reçu par courriel',
    );
    expect(describeKind('fromTheFuture', 'en')).toBe('fromTheFuture');
  });
});

describe('accepting an invitation', () => {
  async function invite(email: string) {
    const [{ account_id: accountId }] = await sql('select account_id from users where email = $1', [avery]);
    const existing = await sql('select id from users where email = $1', [email]);
    const userId =
      existing[0]?.id ??
      (await createUser(portal.database, { accountId, login: email, email, firstName: 'Nova', password: null }));
    const actor = { accountId, userId: null, realUserId: null, address: null, requestId: null };
    await portal.database.transaction((transaction) =>
      inviteUser({ ...portal, hasPaid: async () => true }, transaction, {
        userId,
        inviterName: 'Avery Stone',
        actor,
        locale: 'fr',
      }),
    );
    return portal.token(email, 'invitation');
  }

  test('sets the first password and signs in, once', async () => {
    const token = await invite('nova@acme.example');
    const [sent] = await mails('nova@acme.example', 'invitation');
    expect(sent).toMatchObject({
      locale: 'fr',
      data: { accountName: 'Acme Security', inviterName: 'Avery Stone', days: 7 },
    });
    const browser = await visitor();
    expect((await browser.post('/api/Links/Check', { token })).json()).toMatchObject({ kind: 'invitation' });
    const body = { token, newPassword, newPasswordConfirmation: newPassword };
    expect((await browser.post('/api/ResetPassword', body)).json()).toEqual({ redirectUrl: '/', challenge: null });
    expect(await sessionStatus(browser)).toBe(200);
    expect((await (await visitor()).post('/api/ResetPassword', body)).json().code).toBe('LinkExpired');
    expect(await mails('nova@acme.example', 'securityNotice')).toEqual([]);
    await expect(signIn('nova@acme.example', newPassword)).resolves.toBeDefined();
    expect(
      await sql("select from users where email = 'nova@acme.example' and email_proved_at is not null"),
    ).toHaveLength(1);
  });

  test('redirects to the identity provider if single sign-on is required, without a session (SSO-30)', async () => {
    const token = await invite('luna@acme.example');
    await sql(`update accounts set sso_required = true, sso_key = 'the-sign-in-page' where id = 2`);
    const browser = await visitor();
    const body = { token, newPassword, newPasswordConfirmation: newPassword };
    const answer = await browser.post('/api/ResetPassword', body);
    const again = await (await visitor()).post('/LoginWithMFA', {
      userName: 'luna@acme.example',
      password: newPassword,
    });
    await sql(`update accounts set sso_required = false, sso_key = null where id = 2`);
    expect(answer.json().redirectUrl).toBe('/sso/the-sign-in-page');
    expect(await sessionStatus(browser)).toBe(401);
    expect(again.json().redirectUrl).toBe('/sso/the-sign-in-page');
  });

  test('is refused to a user with a password, and only the newest link works', async () => {
    await expect(invite(jamie)).rejects.toMatchObject({ code: 'Conflict' });
    const first = await invite('vega@acme.example');
    const second = await invite('vega@acme.example');
    const nobody = await visitor();
    expect((await nobody.post('/api/Links/Check', { token: first })).json().code).toBe('LinkExpired');
    expect((await nobody.post('/api/Links/Check', { token: second })).statusCode).toBe(200);
  });
});
