import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { mayBeLogin } from '../../accounts/index.ts';
import { demonstrationPassword, laterThanConfirmed, newPassword, startProfile } from './profile.test-support.ts';

const portal = await startProfile();
const { sql, mails, visitor, signIn } = portal;
const avery = 'owner@acme.example';
const jamie = 'user@acme.example';
const details = {
  login: avery,
  email: avery,
  firstName: 'Avery',
  lastName: 'Stone',
  phone: '+1 415 555 0132',
  comments: '',
  locale: null,
  timeZone: null,
};

let browser: Browser;
beforeEach(async () => {
  await portal.reset();
  browser = await signIn(avery);
});

const save = (changes: object) => browser.post('/api/profile', { ...details, ...changes });
const listAuditKinds = async (email: string) =>
  (await sql('select kind from audit_events where user_id = $1', [await portal.userId(email)])).map(({ kind }) => kind);

describe('the profile', () => {
  test('shows the user’s details, and how to confirm', async () => {
    expect((await browser.get('/api/profile')).json()).toEqual({
      ...details,
      pendingEmail: null,
      hasPassword: true,
      passwordChangedAt: null,
      confirmedUntil: expect.stringMatching(/Z$/),
      confirmableBy: ['password'],
      signInAgainUrl: null,
      revision: expect.any(String),
    });
    await sql(`insert into passkeys (user_id, credential_id, public_key, name) values ($1, 'id', 'key', 'Phone')`, [
      await portal.userId(avery),
    ]);
    await sql(laterThanConfirmed);
    expect((await browser.get('/api/profile')).json()).toMatchObject({
      confirmedUntil: null,
      confirmableBy: ['password', 'passkey'],
    });
  });

  test('shows where a single-sign-on user signs in again to confirm (CON-1)', async () => {
    await sql(`update accounts set sso_key = 'acmekey' || id`);
    const again = async () => (await browser.get('/api/profile')).json().signInAgainUrl;
    expect(await again()).toBeNull();
    await sql("update sessions set proofs = '{sso}'");
    expect(await again()).toMatch(/^\/sso\/acmekey\d+\?again=1$/);
    await sql("update sessions set proofs = '{password}'");
    await sql('update accounts set sso_key = null');
  });

  test('saves without a confirmation if no sign-in method changes', async () => {
    await sql(laterThanConfirmed);
    const changes = { firstName: 'Ava', phone: '', comments: 'Two\nlines', locale: 'fr', timeZone: 'America/Toronto' };
    expect((await save(changes)).json()).toMatchObject(changes);
    expect((await browser.get('/api/profile')).json()).toMatchObject(changes);
    const told = await sql("select detail from audit_events where kind = 'profileChanged' order by id desc limit 1");
    expect(told[0]?.detail).toMatchObject({ changes: { firstName: ['Avery', 'Ava'], locale: [null, 'fr'] } });
    expect(await mails(avery, 'securityNotice')).toEqual([]);
    await save({});
  });

  test.each([
    [{ timeZone: 'America/Nowhere' }, 'timeZone'],
    [{ timeZone: '+05:00' }, 'timeZone'],
    [{ firstName: '' }, 'firstName'],
    [{ login: 'admin@acme.example' }, 'login'],
    [{ login: 'nobody@acme.example' }, 'login'],
    [{ email: 'not an address' }, 'email'],
  ])('rejects %j at its field', async (changes, field) => {
    const answer = await save(changes);
    expect([answer.statusCode, Object.keys(answer.json().propertyErrors)]).toEqual([422, [field]]);
  });

  test('changes a login only after a confirmation, and mails the user', async () => {
    await sql(laterThanConfirmed);
    expect((await save({ login: 'avery' })).json().code).toBe('ConfirmationRequired');
    await browser.post('/api/profile/Confirm', { password: demonstrationPassword });
    expect((await save({ login: 'Avery' })).json().login).toBe('Avery');
    expect((await mails(avery, 'securityNotice'))[0]?.data).toMatchObject({ change: 'login', login: 'Avery' });
    const told = await sql("select detail from audit_events where kind = 'loginChanged' order by id desc limit 1");
    expect(told[0]?.detail).toEqual({ changes: { login: [avery, 'Avery'] } });
    await expect(signIn('avery')).resolves.toBeDefined();
    expect((await save({ login: avery })).statusCode).toBe(200);
  });

  test('rejects another user’s login, and every login after 20 tries an hour', async () => {
    await sql(`update users set login = 'jamie' where email = $1`, [jamie]);
    expect((await save({ login: 'JAMIE' })).json().propertyErrors).toEqual({ login: ['The login is already taken.'] });
    for (let tries = 1; tries < 20; tries++) await save({ login: 'jamie' });
    expect((await save({ login: 'jamie' })).statusCode).toBe(429);
    await sql(`update users set login = email where email = $1`, [jamie]);
  });

  test('is refused without a session', async () => {
    const nobody = await visitor();
    expect((await nobody.get('/api/profile')).statusCode).toBe(401);
    expect((await nobody.post('/api/profile', details)).statusCode).toBe(401);
  });
});

test('accepts a login that looks like an address only if it is the user’s own', () => {
  const person = { login: 'avery', email: 'Avery@acme.example' };
  expect(mayBeLogin('avery@ACME.example', person)).toBe(true);
  expect(mayBeLogin('avery@other.example', person)).toBe(false);
  expect(mayBeLogin('ava', person)).toBe(true);
  expect(mayBeLogin('old@acme.example', { ...person, login: 'old@acme.example' })).toBe(true);
});

describe('a confirmation', () => {
  const confirm = (password: string, by = browser) => by.post('/api/profile/Confirm', { password });

  test('allows changes for ten minutes with the right password', async () => {
    await sql(laterThanConfirmed);
    const until = Date.parse((await confirm(demonstrationPassword)).json().confirmedUntil);
    expect(until).toBeGreaterThan(Date.now() + 590_000);
    expect(until).toBeLessThan(Date.now() + 610_000);
    expect((await browser.get('/api/profile')).json().confirmedUntil).toBe(new Date(until).toISOString());
    expect(await listAuditKinds(avery)).toContain('confirmed');
  });

  test('rejects a wrong password at its field, and keeps the session', async () => {
    const answer = await confirm('wrong');
    expect([answer.statusCode, answer.json().code, answer.json().propertyErrors]).toEqual([
      422,
      'InvalidCredentials',
      { password: ['This is not your password.'] },
    ]);
    expect((await browser.get('/api/User/Current')).statusCode).toBe(200);
    expect(await listAuditKinds(avery)).toContain('confirmationRefused');
  });

  test('is refused after 10 wrong passwords, even if concurrent and even with the right password, but not to other users', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => confirm('wrong')));
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
    expect((await confirm(demonstrationPassword)).statusCode).toBe(429);
    expect((await confirm(demonstrationPassword, await signIn(jamie))).statusCode).toBe(200);
  }, 30_000);

  test('refunds the tries of right passwords', async () => {
    for (let tries = 0; tries < 12; tries++) expect((await confirm(demonstrationPassword)).statusCode).toBe(200);
  }, 30_000);
});

describe('a change of the password', () => {
  const change = (password = newPassword, confirmation = password) =>
    browser.post('/api/profile/changePassword', { newPassword: password, newPasswordConfirmation: confirmation });

  test('requires a confirmation and the permission', async () => {
    await sql(laterThanConfirmed);
    expect((await change()).json().code).toBe('ConfirmationRequired');
    await browser.post('/api/profile/Confirm', { password: demonstrationPassword });
    await sql(`insert into user_refusals values ($1, 'changePassword')`, [await portal.userId(avery)]);
    expect((await change()).json().code).toBe('Forbidden');
  });

  test('ends all other sessions, gives this one a new id, and mails the user', async () => {
    const other = await signIn(avery);
    const stranger = await signIn(jamie);
    const before = { ...browser.cookies };
    const answer = await change();
    expect(answer.json().passwordChangedAt).toMatch(/Z$/);
    const sessionStatus = async (who: Browser) => (await who.get('/api/User/Current')).statusCode;
    expect([await sessionStatus(browser), await sessionStatus(other), await sessionStatus(stranger)]).toEqual([
      200, 401, 200,
    ]);
    const sessionCookie = '__Host-portico_session';
    expect(browser.cookies[sessionCookie]).not.toBe(before[sessionCookie]);
    const replayed = browser.at(portal.app);
    replayed.cookies[sessionCookie] = before[sessionCookie] as string;
    expect(await sessionStatus(replayed)).toBe(401);
    expect((await mails(avery, 'securityNotice')).map(({ data }) => data?.change)).toEqual(['password']);
    expect(await listAuditKinds(avery)).toContain('passwordChanged');
    await expect(signIn(avery)).rejects.toThrow('could not sign in');
    await expect(signIn(avery, newPassword)).resolves.toBeDefined();
  });

  test('refuses a concurrent sign-in with the previous password', async () => {
    const client = await portal.database.pool.connect();
    try {
      // Simulates the change's transaction: the password is written and the sessions are ended, but nothing is committed.
      await client.query('begin');
      const userId = await portal.userId(jamie);
      await client.query('update users set sessions_ended_at = now() where id = $1', [userId]);
      await client.query('delete from sessions where user_id = $1', [userId]);
      const late = await visitor();
      const signingIn = late.post('/LoginWithMFA', { userName: jamie, password: demonstrationPassword });
      const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(async () => expect(await sql(isWaiting)).toHaveLength(1), 20_000);
      await client.query('commit');
      expect((await signingIn).json().code).toBe('InvalidCredentials');
      expect(await sql('select from sessions where user_id = $1', [userId])).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }, 30_000);

  test('keeps this browser’s open pages working: marker and token are unchanged', async () => {
    const { marker } = { marker: browser.cookies.portico_session_marker };
    await change();
    expect(browser.cookies.portico_session_marker).toBe(marker);
    expect((await save({ firstName: 'Ava' })).statusCode).toBe(200);
    await save({});
  });

  test('voids mailed links that change a sign-in method', async () => {
    await (await visitor()).post('/api/ForgottenPassword', { userName: avery });
    const reset = await portal.token(avery, 'passwordReset');
    await save({ email: 'avery@stone.example' });
    const address = await portal.token('avery@stone.example', 'confirmEmail');
    expect((await change()).json().pendingEmail).toBeNull();
    for (const token of [reset, address])
      expect((await browser.post('/api/Links/Check', { token })).json().code).toBe('LinkExpired');
  });

  test('rejects an invalid, weak or mismatched password in the reader’s language', async () => {
    const french = { headers: { 'accept-language': 'fr' } };
    const body = { newPassword: 'Acme2026!', newPasswordConfirmation: 'Acme2026?' };
    const answer = await browser.post('/api/profile/changePassword', body, french);
    expect(answer.json().propertyErrors).toEqual({
      newPassword: [expect.stringContaining('il est formé de votre nom')],
      newPasswordConfirmation: ['Les deux mots de passe ne sont pas identiques.'],
    });
    expect((await change('Short1!')).json().propertyErrors.newPassword).toEqual([
      'Password must contain at least 8 characters.',
    ]);
    // The names of a brand and of a product (PWD-17).
    for (const password of ['Veriscan#1', 'Prismatique#1'])
      expect((await change(password)).json().propertyErrors.newPassword).toHaveLength(1);
    await expect(signIn(avery)).resolves.toBeDefined();
  });

  test('allows 20 tries in 15 minutes', async () => {
    for (let tries = 0; tries < 20; tries++) expect((await change('short')).statusCode).toBe(422);
    expect((await change()).statusCode).toBe(429);
  });
});
