import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';
import { purgeExpiredSessions } from './session.service.ts';

describe('a session', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values);
  const sessionStatus = async (browser: Browser) => (await browser.get('/api/User/Current')).statusCode;
  const signInCookies = async (body: Record<string, unknown> = {}, portal = app) => {
    const browser = new Browser(portal);
    await browser.open('/login');
    const response = await browser.post('/LoginWithMFA', {
      userName: 'owner@acme.example',
      password: demonstrationPassword,
      ...body,
    });
    return response.cookies.filter(({ name }) => name.includes('session')).map(({ value: _, ...cookie }) => cookie);
  };

  beforeEach(async () => {
    await sql('delete from sessions');
    await sql('delete from rate_limits');
    await sql("update users set active = true, is_admin = email = 'admin@acme.example'");
    await sql('update accounts set session_idle_seconds = 3600');
  });

  test('has an id of 256 bits in an HttpOnly cookie, which the database stores as a hash', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const id = browser.cookies.portico_session as string;
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    const { rows } = await sql('select * from sessions');
    expect(rows).toHaveLength(1);
    expect(rows[0].id_hash).toEqual(createHash('sha256').update(id).digest());
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(browser.cookies.portico_session_marker).toBe(rows[0].marker);
  });

  test('ends with the browser, or after 24 hours if the user chose to be remembered', async () => {
    const common = { path: '/', sameSite: 'Lax' };
    expect(await signInCookies()).toEqual([
      { name: 'portico_session', httpOnly: true, ...common },
      { name: 'portico_session_marker', ...common },
    ]);
    expect(await signInCookies({ RememberMe: true })).toEqual([
      { name: 'portico_session', httpOnly: true, maxAge: 86_400, ...common },
      { name: 'portico_session_marker', maxAge: 86_400, ...common },
    ]);
  });

  test('has a Secure __Host- cookie over https', async () => {
    const secure = await createTestPortal(database, { publicUrl: 'https://portal.veriscan.example' });
    expect(await signInCookies({}, secure)).toEqual([
      { name: '__Host-portico_session', httpOnly: true, path: '/', sameSite: 'Lax', secure: true },
      { name: '__Host-portico_session_marker', path: '/', sameSite: 'Lax', secure: true },
    ]);
  });

  test('gets a new id at each sign-in; a planted id and the previous one are invalid', async () => {
    const planted = 'p'.repeat(43);
    const victim = new Browser(app);
    victim.cookies.portico_session = planted;
    await victim.signIn('owner@acme.example');
    expect(victim.cookies.portico_session).not.toBe(planted);
    const attacker = new Browser(app);
    attacker.cookies.portico_session = planted;
    expect(await sessionStatus(attacker)).toBe(401);

    const former = victim.cookies.portico_session as string;
    const response = await victim.post('/LoginWithMFA', {
      userName: 'owner@acme.example',
      password: demonstrationPassword,
    });
    expect(response.statusCode).toBe(200);
    attacker.cookies.portico_session = former;
    expect(await sessionStatus(attacker)).toBe(401);
    expect(await sessionStatus(victim)).toBe(200);
  });

  test('ends as the oldest of its user when the user begins the fifty-first, and not those of others', async () => {
    const oldest = await signedIn(app, 'owner@acme.example');
    const other = await signedIn(app, 'admin@acme.example');
    await sql("update sessions set created_at = now() - interval '3 hours'");
    await sql(`insert into sessions (id_hash, user_id, marker, expires_at)
      select sha256(n::text::bytea), user_id, '', expires_at from sessions, generate_series(1, 48) n
      where user_id = (select id from users where email = 'owner@acme.example')`);
    const fiftieth = await signedIn(app, 'owner@acme.example');
    expect(await sessionStatus(oldest)).toBe(200);
    await signedIn(app, 'owner@acme.example');
    expect(await Promise.all([oldest, fiftieth, other].map(sessionStatus))).toEqual([401, 200, 200]);
  });

  test('ends at sign-out, and its cookie cannot be replayed', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const replayed = browser.cookies.portico_session as string;
    const response = await browser.post('/signout');
    expect(response.json()).toEqual({ redirectUrl: '/login' });
    expect(response.headers['clear-site-data']).toBe('"storage"');
    expect(Object.keys(browser.cookies)).not.toContain('portico_session');
    expect(Object.keys(browser.cookies)).not.toContain('portico_session_marker');
    const attacker = new Browser(app);
    attacker.cookies.portico_session = replayed;
    expect(await sessionStatus(attacker)).toBe(401);
    expect((await sql('select from sessions')).rowCount).toBe(0);
  });

  test('ends over https with Secure cookies, without which browsers keep a __Host- cookie', async () => {
    const secure = await createTestPortal(database, { publicUrl: 'https://portal.veriscan.example' });
    const browser = await signedIn(secure, 'owner@acme.example');
    const { cookies } = await browser.post('/signout');
    const gone = { value: '', path: '/', sameSite: 'Lax', secure: true, expires: new Date(0) };
    expect(cookies).toEqual([
      expect.objectContaining({ name: '__Host-portico_session', httpOnly: true, ...gone }),
      expect.objectContaining({ name: '__Host-portico_session_marker', ...gone }),
      expect.objectContaining({ name: '__Host-portico_visitor', httpOnly: true, ...gone }),
    ]);
  });

  test('ends when a native form is posted, which redirects to the sign-in page', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const response = await browser.post(
      '/signout',
      new URLSearchParams({ __RequestVerificationToken: browser.token }).toString(),
      {
        headers: {
          accept: 'text/html,*/*',
          'content-type': 'application/x-www-form-urlencoded',
          requestverificationtoken: '',
        },
      },
    );
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/login');
  });

  test('is not needed to sign out: the request redirects to the sign-in page, and deletes no cookies', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    await sql('delete from sessions');
    const asCall = await browser.post('/signout');
    expect([asCall.statusCode, asCall.json()]).toEqual([200, { redirectUrl: '/login' }]);
    const asForm = await browser.post('/signout', undefined, { headers: { accept: 'text/html' } });
    expect([asForm.statusCode, asForm.headers.location]).toEqual([303, '/login']);
    // Simulates a form of another site: browsers send no Lax cookie with it, but would accept the response's cookies.
    const forged = await new Browser(app).post('/signout', undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
    for (const { cookies } of [asCall, asForm, forged]) expect(cookies).toEqual([]);
  });

  test('is not ended by a native form with an old token, which is answered with an explanation', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    browser.token = 'old';
    const response = await browser.post('/signout', undefined, { headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('This page is out of date.');
    expect(await sessionStatus(browser)).toBe(200);
  });

  test.each([
    ['ends if idle for longer than the account allows', "last_seen_at = now() - interval '3601 seconds'", 401],
    ['continues if idle for less', "last_seen_at = now() - interval '3590 seconds'", 200],
    ['ends after 24 hours, even if in use', "expires_at = now() - interval '1 second'", 401],
  ])('%s', async (_, change, status) => {
    const browser = await signedIn(app, 'owner@acme.example');
    const { rows } = await sql('select extract(epoch from expires_at - created_at)::int as life from sessions');
    expect(rows[0].life).toBe(86_400);
    await sql(`update sessions set ${change}`);
    expect(await sessionStatus(browser)).toBe(status);
  });

  test('ends after the idle time that its account sets', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    await sql("update sessions set last_seen_at = now() - interval '2 hours'");
    expect(await sessionStatus(browser)).toBe(401);
    await sql('update accounts set session_idle_seconds = 86400');
    expect(await sessionStatus(browser)).toBe(200);
  });

  test('records its use at most once a minute', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const lastSeen = async () => (await sql('select last_seen_at from sessions')).rows[0].last_seen_at.getTime();
    await sql("update sessions set last_seen_at = now() - interval '50 seconds'");
    const before = await lastSeen();
    await sessionStatus(browser);
    expect(await lastSeen()).toBe(before);
    await sql("update sessions set last_seen_at = now() - interval '61 seconds'");
    const from = Date.now();
    await sessionStatus(browser);
    expect(await lastSeen()).toBeGreaterThanOrEqual(from);
  });

  test('does not last longer than 24 hours if it is used', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const end = async () => (await sql('select expires_at from sessions')).rows[0].expires_at.getTime();
    await sql(
      "update sessions set expires_at = now() + interval '2 hours', last_seen_at = now() - interval '61 seconds'",
    );
    const before = await end();
    expect(await sessionStatus(browser)).toBe(200);
    await browser.open('/');
    expect(await end()).toBe(before);
  });

  test('ends when its user is deactivated', async () => {
    const browser = await signedIn(app, 'admin@acme.example');
    await sql("update users set active = false where email = 'admin@acme.example'");
    expect(await sessionStatus(browser)).toBe(401);
  });

  test('loses an admin’s rights when its user does', async () => {
    const browser = await signedIn(app, 'admin@acme.example');
    expect((await browser.get('/api/User/Current')).json().roles).toEqual(['Admin']);
    expect((await browser.open('/')).preloaded.features).toEqual(['billing', 'customerAdmin']);
    await sql("update users set is_admin = false where email = 'admin@acme.example'");
    expect((await browser.get('/api/User/Current')).json().roles).toEqual(['User']);
    expect((await browser.open('/')).preloaded.features).toEqual([]);
  });

  describe('of an operator acting as a customer', () => {
    const act = (until: string) =>
      sql(
        `update sessions set operator_user_id = (select id from users where is_operator), acting_until = now() + $1::interval`,
        [until],
      );

    test('names both users', async () => {
      const browser = await signedIn(app, 'owner@acme.example');
      await act('1 hour');
      const { preloaded } = await browser.open('/');
      expect(preloaded.actingAs).toMatchObject({
        operatorName: 'Olivia Perez',
        text: 'You are signed in as Avery Stone (Acme Security).',
      });
    });

    test.each([
      ['when its time has passed', "update sessions set acting_until = now() - interval '1 second'"],
      ['when the user is no longer an operator', 'update users set is_operator = false where is_operator'],
      ['when the operator is deactivated', 'update users set active = false, is_owner = false where is_operator'],
    ])('ends %s', async (_, change) => {
      const browser = await signedIn(app, 'owner@acme.example');
      await act('1 hour');
      expect(await sessionStatus(browser)).toBe(200);
      await sql(change);
      expect(await sessionStatus(browser)).toBe(401);
      await sql(
        "update users set is_operator = true, active = true, is_owner = true where email = 'operator@portico.example'",
      );
    });
  });

  test('has only the features that installation, account and user all have', async () => {
    const listFeatures = async (userName: string, portal = app) => {
      const { preloaded } = await (await signedIn(portal, userName)).open('/');
      return preloaded.features;
    };
    expect(await listFeatures('owner@acme.example')).toEqual(['billing', 'customerAdmin']);
    expect(await listFeatures('readonly@acme.example')).toEqual(['billing', 'customerAdmin']);
    expect(await listFeatures('user@acme.example')).toEqual([]);
    const poorer = await createTestPortal(database, { features: ['billing'] });
    expect(await listFeatures('owner@acme.example', poorer)).toEqual(['billing']);
    await sql("delete from account_features where feature = 'billing'");
    expect(await listFeatures('readonly@acme.example')).toEqual(['customerAdmin']);
  });

  test('is found by one prepared statement', async () => {
    const browser = await signedIn(app, 'owner@acme.example');
    const statements: unknown[] = [];
    const query = database.pool.query;
    database.pool.query = ((...parameters: unknown[]) => {
      statements.push(parameters[0]);
      return query.apply(database.pool, parameters as never);
    }) as typeof query;
    try {
      expect(await sessionStatus(browser)).toBe(200);
    } finally {
      database.pool.query = query;
    }
    expect(statements).toEqual([expect.objectContaining({ name: 'find-session' })]);
  });

  test('is purged after its end, like expired limits', async () => {
    const live = await signedIn(app, 'owner@acme.example');
    await signedIn(app, 'admin@acme.example');
    await sql(
      "update sessions set last_seen_at = now() - interval '2 hours' where user_id = (select id from users where email = 'admin@acme.example')",
    );
    await sql("insert into rate_limits values ('old', 3, 1), ('new', 3, $1)", [Date.now() + 60_000]);
    expect(await purgeExpiredSessions(database)).toBe(1);
    expect(await sessionStatus(live)).toBe(200);
    const { rows } = await sql("select key from rate_limits where key in ('old', 'new')");
    expect(rows).toEqual([{ key: 'new' }]);
  });
});
