import { describe, expect, test } from 'vitest';
import { Browser, readPreloaded, signedIn } from '../../../test/browser.ts';
import { demonstrationPassword } from '../../accounts/index.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import { parkedSessionHash } from '../session/acting.ts';
import { purgeExpiredSessions } from '../session/session.service.ts';
import { beginPage, startActingPortal } from './acting.test-support.ts';

const over = 'The 60 minutes in the other name are over, and you are yourself again. What was not saved was not kept.';
const ended = 'Acting as the other user has ended, and you are yourself again. What was not saved was not kept.';

describe('ending acting as a user', async () => {
  const { app, database, sql, operator, ask, act } = await startActingPortal();
  const actorName = async (browser: Browser) => {
    const response = await browser.get('/api/User/Current');
    return response.statusCode === 200 ? response.json().email : response.statusCode;
  };
  const openPage = (browser: Browser, path = '/Billing') => browser.get(path, { headers: { accept: 'text/html' } });
  const endsOfActing = async () =>
    (await sql("select count(*)::int as ends from audit_events where kind = 'actingEnded'"))[0].ends as number;

  test('returns the operator to the previous page under a new session id, and voids the acting session', async () => {
    const own = await operator();
    const { portico_session_marker: marker, portico_session: ownId } = own.cookies;
    await ask(own, 'owner@acme.example');
    await own.open('/');
    const acting = own.at(app);
    expect((await own.post('/signout')).json()).toEqual({ redirectUrl: beginPage });
    const { preloaded } = await own.open(beginPage);
    expect(preloaded).toMatchObject({ user: { isSuperAdmin: true }, actingAs: null, actingEnded: null });
    expect(own.cookies.portico_session).not.toBe(ownId);
    // Pages that the operator left open keep working.
    expect(own.cookies.portico_session_marker).toBe(marker);
    expect(await actorName(acting)).toBe(401);
    expect((await openPage(acting)).headers.location).toBe('/login?ReturnUrl=%2FBilling');
    expect(await sql('select acting_until, return_url from sessions')).toEqual([
      { acting_until: null, return_url: null },
    ]);
  });

  test('also returns the operator after a form posted without script', async () => {
    const browser = await act();
    const response = await browser.send('POST', '/signout', {
      payload: `__RequestVerificationToken=${encodeURIComponent(browser.token)}`,
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([response.statusCode, response.headers.location]).toEqual([303, beginPage]);
  });

  test.each([
    ['after its time', 'update sessions set acting_until = now() where operator_user_id is not null', over],
    ['when the user is deactivated', "update users set active = false where email = 'admin@acme.example'", ended],
    [
      'when the user becomes an operator',
      "update users set is_operator = true where email = 'admin@acme.example'",
      ended,
    ],
    [
      'when it was idle for longer than the account allows',
      "update sessions set last_seen_at = now() - interval '61 minutes' where operator_user_id is not null",
      ended,
    ],
    ['when the user’s sessions end', 'delete from sessions where operator_user_id is not null', ended],
  ])('happens %s, and the next page returns the operator with one message', async (_how, change, message) => {
    const browser = await act('admin@acme.example');
    const before = await endsOfActing();
    await sql(change);
    expect(await actorName(browser)).toBe(401);
    const page = await openPage(browser);
    expect([page.statusCode, page.headers.location]).toEqual([302, beginPage]);
    const { preloaded } = await browser.open(beginPage);
    expect(preloaded).toMatchObject({
      user: { email: 'operator@portico.example' },
      actingAs: null,
      actingEnded: message,
    });
    expect((await browser.open(beginPage)).preloaded.actingEnded).toBeNull();
    expect((await endsOfActing()) - before).toBe(1);
  });

  test('ends the operator’s own session too if somebody else signs in in the browser', async () => {
    const browser = await act();
    const acting = browser.at(app);
    await browser.post('/LoginWithMFA', { userName: 'user@acme.example', password: demonstrationPassword });
    expect(await actorName(browser)).toBe('user@acme.example');
    expect((await openPage(acting)).headers.location).toBe('/login?ReturnUrl=%2FBilling');
    expect(await actorName(acting)).toBe(401);
  });

  test('is reported in the reader’s language', async () => {
    const browser = await act();
    await sql('update sessions set acting_until = now() where operator_user_id is not null');
    await openPage(browser);
    const page = await browser.get(beginPage, { headers: { accept: 'text/html', 'accept-language': 'fr' } });
    expect(readPreloaded(page.body).actingEnded).toContain('Les 60 minutes sous l’autre nom sont écoulées');
  });

  test.each([
    ['the operator is deactivated', "update users set active = false where email = 'operator@portico.example'"],
    ['the operator’s own session is too old', 'update sessions set expires_at = now() where operator_user_id is null'],
    ['the operator’s own session is idle', "update sessions set last_seen_at = now() - interval '2 hours'"],
    ['the operator’s own session is ended elsewhere', 'delete from sessions where operator_user_id is null'],
  ])('redirects to the sign-in page if %s', async (_how, change) => {
    await sql("update users set is_owner = false where email = 'operator@portico.example'");
    try {
      const browser = await act();
      const before = await endsOfActing();
      await sql(change);
      // A session cannot outlive the operator's own session.
      if (change.includes('expires_at'))
        await sql('update sessions set acting_until = now() where operator_user_id is not null');
      expect(await actorName(browser)).toBe(401);
      expect((await openPage(browser)).headers.location).toBe('/login?ReturnUrl=%2FBilling');
      expect(await actorName(browser)).toBe(401);
      expect((await endsOfActing()) - before).toBe(1);
    } finally {
      await sql("update users set is_owner = true, active = true where email = 'operator@portico.example'");
    }
  });

  test('gives a former operator only their own rights, and opens the home page', async () => {
    const browser = await act();
    await sql("update users set is_operator = false where email = 'operator@portico.example'");
    expect(await actorName(browser)).toBe(401);
    expect((await openPage(browser)).headers.location).toBe('/');
    expect((await browser.get('/api/User/Current')).json()).toMatchObject({
      email: 'operator@portico.example',
      isSuperAdmin: false,
    });
  });

  test('happens when the user ends the acting session from their own list of sessions', async () => {
    const browser = await act();
    const user = await signedIn(app, 'owner@acme.example');
    const { items } = (await user.get('/api/profile/Sessions')).json();
    const { id } = items.find(({ isActing }: { isActing: boolean }) => isActing);
    expect((await user.send('DELETE', `/api/profile/Sessions/${id}`)).statusCode).toBe(200);
    expect(await actorName(browser)).toBe(401);
    expect((await openPage(browser)).headers.location).toBe(beginPage);
  });

  test('happens when the operator ends their other sessions in another browser', async () => {
    const browser = await act();
    const elsewhere = await operator();
    expect((await elsewhere.post('/api/profile/EndOtherSessions', {})).json()).toEqual({ ended: 1 });
    expect(await actorName(browser)).toBe(401);
    expect(await sql('select from sessions')).toHaveLength(1);
  });

  test('happens once for two concurrent requests', async () => {
    const browser = await act();
    await sql('update sessions set acting_until = now() where operator_user_id is not null');
    const tabs = [browser.at(app), browser.at(app)];
    const pages = await Promise.all(tabs.map((tab) => openPage(tab)));
    expect(pages.map(({ headers }) => headers.location).sort()).toEqual([
      '/Operator/Orders?page=2',
      '/login?ReturnUrl=%2FBilling',
    ]);
    expect(await sql('select from sessions')).toHaveLength(1);
  });

  test('rejects forms on pages that were opened while acting', async () => {
    const browser = await act();
    const form = browser.token;
    await browser.post('/signout');
    const response = await browser.post('/signout', {}, { headers: { requestverificationtoken: form } });
    expect([response.statusCode, response.json().code]).toEqual([400, 'AntiForgery']);
    expect(await actorName(browser)).toBe('operator@portico.example');
  });

  test('returns the operator even if acting had expired before the sign-out', async () => {
    const browser = await act();
    await sql('update sessions set acting_until = now() where operator_user_id is not null');
    expect((await browser.post('/signout')).json()).toEqual({ redirectUrl: '/login' });
    expect((await openPage(browser, '/login')).headers.location).toBe(beginPage);
    expect(await actorName(browser)).toBe('operator@portico.example');
  });

  test('happens when another user signs in with that browser', async () => {
    const browser = await act();
    const before = await endsOfActing();
    const other = browser.at(app);
    other.token = (await browser.open('/')).preloaded.antiForgeryToken;
    const response = await other.post('/LoginWithMFA', { userName: 'user@acme.example', password: 'Portico-demo-1' });
    expect(response.statusCode).toBe(200);
    expect(await actorName(other)).toBe('user@acme.example');
    expect(await actorName(browser)).toBe(401);
    expect((await endsOfActing()) - before).toBe(1);
  });

  test('opens the home page if the operator’s other tab requests the sign-in page', async () => {
    const browser = await act();
    const page = await openPage(browser, `/login?ReturnUrl=${encodeURIComponent(beginPage)}`);
    expect(page.headers.location).toBe('/');
  });

  test('does not resume the operator’s session for a guessed id or the parked id', async () => {
    const browser = await act();
    const { portico_session: id = '' } = browser.cookies;
    const waiting = await sql('select id_hash from sessions where operator_user_id is null');
    expect(waiting).toEqual([{ id_hash: parkedSessionHash(id) }]);
    const thief = new Browser(app);
    for (const guess of [
      newSecret(),
      parkedSessionHash(id).toString('base64url'),
      hashSecret(id).toString('base64url'),
      `parked ${id}`,
    ]) {
      thief.cookies.portico_session = guess;
      expect(await actorName(thief)).toBe(401);
      expect((await openPage(thief)).headers.location).toBe('/login?ReturnUrl=%2FBilling');
    }
    expect(await actorName(browser)).toBe('owner@acme.example');
  });

  test('is not caused by the operator’s idle time while acting continues', async () => {
    const browser = await act();
    await sql("update sessions set last_seen_at = now() - interval '50 minutes'");
    expect(await actorName(browser)).toBe('owner@acme.example');
    const idle = await sql("select from sessions where last_seen_at < now() - interval '1 minute'");
    expect(idle).toEqual([]);
  });

  test('is audited by the purge if the operator never returned', async () => {
    const browser = await act();
    const before = await endsOfActing();
    await sql('update sessions set acting_until = now() where operator_user_id is not null');
    expect(await purgeExpiredSessions(database)).toBe(1);
    expect((await endsOfActing()) - before).toBe(1);
    // The operator's own session is still parked.
    expect((await openPage(browser)).headers.location).toBe(beginPage);
  });
});
