import { beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createUser } from '../../accounts/index.ts';
import { laterThanConfirmed, newPassword, startProfile } from './profile.test-support.ts';

const portal = await startProfile();
const { sql, mails, visitor, signIn, token } = portal;
const avery = 'owner@acme.example';
const stone = 'avery@stone.example';

let browser: Browser;
beforeEach(async () => {
  await portal.reset();
  browser = await signIn(avery);
});

const savedDetails = ({ login, firstName, lastName, phone, comments, locale, timeZone }: Record<string, unknown>) => ({
  login,
  firstName,
  lastName,
  phone,
  comments,
  locale,
  timeZone,
});
const save = (email: string, by = browser) =>
  by.post('/api/profile', {
    login: avery,
    email,
    firstName: 'Avery',
    lastName: 'Stone',
    phone: '',
    comments: '',
    locale: null,
    timeZone: null,
  });
const findEmail = async () => (await sql('select email from users where login = $1', [avery]))[0].email;
const use = async (path: string, link: string) => (await visitor()).post(path, { token: link });
const responseCode = async (path: string, link: string) => {
  const answer = await use(path, link);
  return answer.statusCode === 200 ? answer.json().email : answer.json().code;
};
const moveTo = async (email: string) => {
  expect((await save(email)).statusCode).toBe(200);
  expect(await responseCode('/api/ConfirmEmail', await token(email, 'confirmEmail'))).toBe(email);
};

describe('a new email address', () => {
  test('requires a confirmation, and takes effect when its mailed link is used', async () => {
    await sql(laterThanConfirmed);
    expect((await save(stone)).json().code).toBe('ConfirmationRequired');
    await sql('update sessions set confirmed_at = now()');
    expect((await save(stone)).json()).toMatchObject({ email: avery, pendingEmail: stone });
    const link = await token(stone, 'confirmEmail');
    expect(await mails(avery, 'emailChanged')).toEqual([]);
    expect((await use('/api/Links/Check', link)).json()).toMatchObject({
      kind: 'confirmEmail',
      email: stone,
      login: avery,
      needsPassword: false,
      isDone: false,
    });
    expect(await findEmail()).toBe(avery);
    expect(await responseCode('/api/ConfirmEmail', link)).toBe(stone);
    expect((await browser.get('/api/profile')).json()).toMatchObject({ email: stone, pendingEmail: null });
  });

  test('mails a new address without the user’s name, because it may be a stranger’s', async () => {
    await save(stone);
    await mails(stone);
    const rows = await sql('select recipient_name, data from mail_messages where recipient = $1', [stone]);
    expect(rows).toEqual([{ recipient_name: '', data: { email: stone, path: expect.any(String), hours: 24 } }]);
  });

  test('has no effect before its confirmation: mail, sign-in and password resets use the previous address', async () => {
    await save(stone);
    await (await visitor()).post('/api/ForgottenPassword', { userName: stone });
    expect(await mails(stone, 'passwordReset')).toEqual([]);
    await expect(signIn(stone)).rejects.toThrow('could not sign in');
  });

  test('allows one pending change at a time, and voids the earlier link', async () => {
    await save('first@stone.example');
    const first = await token('first@stone.example', 'confirmEmail');
    await save(stone);
    expect(await responseCode('/api/ConfirmEmail', first)).toBe('LinkExpired');
    expect(await responseCode('/api/ConfirmEmail', await token(stone, 'confirmEmail'))).toBe(stone);
  });

  test('sends one mail if saved twice before the first was sent', async () => {
    await save(stone);
    await save(stone);
    expect(await responseCode('/api/ConfirmEmail', await token(stone, 'confirmEmail'))).toBe(stone);
    expect((await mails(stone, 'confirmEmail')).length).toBe(1);
  });

  test('can be canceled', async () => {
    await save(stone);
    const link = await token(stone, 'confirmEmail');
    expect((await browser.send('DELETE', '/api/profile/PendingEmail')).json().pendingEmail).toBeNull();
    expect(await responseCode('/api/ConfirmEmail', link)).toBe('LinkExpired');
    await save(stone);
    await browser.send('DELETE', '/api/profile/PendingEmail');
    expect((await mails(stone, 'confirmEmail')).length).toBe(1);
  });

  test('gives the same response for a taken address, and sends no mail', async () => {
    const taken = await save('ADMIN@acme.example');
    expect([taken.statusCode, taken.json().pendingEmail]).toEqual([200, 'ADMIN@acme.example']);
    await mails(avery);
    expect(await sql(`select from mail_messages where template <> 'newSignIn'`)).toEqual([]);
  });

  test('is refused to the holder of its mailbox if another user has taken the address meanwhile', async () => {
    await save(stone);
    const link = await token(stone, 'confirmEmail');
    await sql(`update users set email = $1 where login = 'admin@acme.example'`, [stone]);
    expect(await responseCode('/api/ConfirmEmail', link)).toBe('Conflict');
    expect(await findEmail()).toBe(avery);
  });

  test('does not override a later change by an admin', async () => {
    await save(stone);
    const link = await token(stone, 'confirmEmail');
    await sql(`update users set email = 'by-admin@acme.example' where login = $1`, [avery]);
    expect(await responseCode('/api/ConfirmEmail', link)).toBe('LinkExpired');
    expect(await findEmail()).toBe('by-admin@acme.example');
  });

  test('allows five requests an hour', async () => {
    for (let index = 0; index < 5; index++) expect((await save(`a${index}@stone.example`)).statusCode).toBe(200);
    expect((await save(stone)).statusCode).toBe(429);
  });

  test('is applied once for 20 concurrent uses, with one mail to the previous address', async () => {
    await save(stone);
    const link = await token(stone, 'confirmEmail');
    const browsers = await Promise.all(Array.from({ length: 20 }, visitor));
    const answers = await Promise.all(browsers.map((each) => each.post('/api/ConfirmEmail', { token: link })));
    // A repeated use shows the same result, because mail gateways press buttons too.
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toContain(200);
    expect((await mails(avery, 'emailChanged')).length).toBe(1);
  }, 30_000);

  test('voids links that were mailed to the previous address', async () => {
    await (await visitor()).post('/api/ForgottenPassword', { userName: avery });
    const reset = await token(avery, 'passwordReset');
    await moveTo(stone);
    const body = { token: reset, newPassword, newPasswordConfirmation: newPassword };
    expect((await (await visitor()).post('/api/ResetPassword', body)).json().code).toBe('LinkExpired');
  });
});

describe('restoring the previous address', () => {
  test('mails a link that restores the address within a week, ends all sessions and notifies the user', async () => {
    await moveTo(stone);
    const [told] = await mails(avery, 'emailChanged');
    expect(told?.data).toMatchObject({ login: avery, email: stone, days: 7 });
    const link = await token(avery, 'emailChanged');
    expect((await use('/api/Links/Check', link)).json()).toMatchObject({ kind: 'undoEmail', email: avery });
    const [{ days }] = await sql(
      `select extract(epoch from expires_at - now()) / 86400 as days from one_time_links where kind = 'undoEmail'`,
    );
    expect(Number(days)).toBeCloseTo(7, 2);
    expect(await responseCode('/api/UndoEmail', link)).toBe(avery);
    expect(await findEmail()).toBe(avery);
    expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
    expect((await mails(avery, 'securityNotice')).map(({ data }) => data?.change)).toEqual(['emailTakenBack']);
    expect(await responseCode('/api/UndoEmail', link)).toBe('LinkExpired');
  });

  test('restores the address even after a second change, and voids that change’s link', async () => {
    await moveTo(stone);
    const first = await token(avery, 'emailChanged');
    await moveTo('thief@evil.example');
    const second = await token(stone, 'emailChanged');
    expect(await responseCode('/api/UndoEmail', first)).toBe(avery);
    expect(await responseCode('/api/UndoEmail', second)).toBe('LinkExpired');
    expect(await findEmail()).toBe(avery);
  });

  test('stays possible after the second change is reverted', async () => {
    await moveTo(stone);
    const first = await token(avery, 'emailChanged');
    await moveTo('thief@evil.example');
    expect(await responseCode('/api/UndoEmail', await token(stone, 'emailChanged'))).toBe(stone);
    expect(await responseCode('/api/UndoEmail', first)).toBe(avery);
  });

  test('voids links that an attacker could have requested', async () => {
    await moveTo(stone);
    await save('next@evil.example');
    await (await visitor()).post('/api/ForgottenPassword', { userName: avery });
    const reset = await token(stone, 'passwordReset');
    const next = await token('next@evil.example', 'confirmEmail');
    expect(await responseCode('/api/UndoEmail', await token(avery, 'emailChanged'))).toBe(avery);
    expect(await responseCode('/api/ConfirmEmail', next)).toBe('LinkExpired');
    const body = { token: reset, newPassword, newPasswordConfirmation: newPassword };
    expect((await (await visitor()).post('/api/ResetPassword', body)).json().code).toBe('LinkExpired');
  });

  test('reserves the address for a week against new users and other changes', async () => {
    await moveTo(stone);
    await sql(`update users set login = 'avery' where email = $1`, [stone]);
    const [{ account_id: accountId }] = await sql('select account_id from users where email = $1', [stone]);
    const thief = { accountId, firstName: 'T', password: null };
    const asEmail = createUser(portal.database, { ...thief, login: 'thief', email: 'OWNER@acme.example' });
    await expect(asEmail).rejects.toMatchObject({ propertyErrors: { email: [expect.anything()] } });
    const asLogin = createUser(portal.database, { ...thief, login: avery, email: 'thief@evil.example' });
    await expect(asLogin).rejects.toMatchObject({ propertyErrors: { login: [expect.anything()] } });
    const admin = await signIn('admin@acme.example');
    const { email: _, ...own } = (await admin.get('/api/profile')).json();
    const answer = await admin.post('/api/profile', { ...savedDetails(own), email: avery });
    expect(answer.json().pendingEmail).toBe(avery);
    expect(await mails(avery, 'confirmEmail')).toEqual([]);
    expect(await responseCode('/api/UndoEmail', await token(avery, 'emailChanged'))).toBe(avery);
    await sql(`update users set login = $1 where login = 'avery'`, [avery]);
  });

  test('frees the address after a week', async () => {
    await moveTo(stone);
    await sql(`update users set login = 'avery' where email = $1`, [stone]);
    await sql('update one_time_links set expires_at = now()');
    const [{ account_id: accountId }] = await sql('select account_id from users where email = $1', [stone]);
    const successor = { accountId, login: 'successor', email: avery, firstName: 'S', password: null };
    const id = await createUser(portal.database, successor);
    await sql('delete from users where id = $1', [id]);
    await sql(`update users set login = $1 where login = 'avery'`, [avery]);
  });

  test('is refused if another user has the address', async () => {
    await moveTo(stone);
    const link = await token(avery, 'emailChanged');
    await sql(`update users set email = $1 where login = 'admin@acme.example'`, [avery]);
    await sql(`update users set login = 'avery' where email = $1`, [stone]);
    expect(await responseCode('/api/UndoEmail', link)).toBe('Conflict');
    await sql(`update users set login = $1 where login = 'avery'`, [avery]);
  });
});
