import { afterEach, beforeEach, expect, test } from 'vitest';
import { newPassword, startProfile } from './profile.test-support.ts';

const portal = await startProfile();
const { sql, mails, visitor, token } = portal;
const avery = 'owner@acme.example';
const user = await portal.userId(avery);

beforeEach(async () => {
  await portal.reset();
  await sql(
    `insert into passkeys (user_id, credential_id, public_key, name)
     select $1, decode(md5(name), 'hex'), '\\x00', name from unnest(array['Own phone', 'Stranger']) name`,
    [user],
  );
  await sql(
    `insert into external_logins (user_id, provider, issuer, subject) values ($1, 'google', 'https://accounts.example', 'stranger')`,
    [user],
  );
});
afterEach(async () => {
  for (const table of ['passkeys', 'external_logins', 'second_factors']) await sql(`delete from ${table}`);
  await sql('update accounts set second_factor_required = false');
});

const addFactor = (method: string, target: string | null) =>
  sql('insert into second_factors (user_id, method, target) values ($1, $2, $3)', [user, method, target]);

/** Resets Avery's password by mail. @returns the link's state before, and the numbers of passkeys and external logins left */
async function reset(removeOtherWaysIn: boolean) {
  const browser = await visitor();
  await browser.post('/api/ForgottenPassword', { userName: avery });
  const link = await token(avery, 'passwordReset');
  const checked = (await browser.post('/api/Links/Check', { token: link })).json();
  const passwords = { newPassword, newPasswordConfirmation: newPassword };
  const answer = await browser.post('/api/ResetPassword', { token: link, ...passwords, removeOtherWaysIn });
  expect(answer.statusCode, answer.body).toBe(200);
  const [left] = await sql(
    `select (select count(*)::int from passkeys) as passkeys, (select count(*)::int from external_logins) as "externalLogins"`,
  );
  return { otherWaysIn: checked.otherWaysIn, left, outcome: answer.json() };
}

const noticeOfReset = async () => (await mails(avery, 'securityNotice')).at(-1)?.data;

test('a reset by mail names other ways in, and removes those that a stranger may have added if the user asks for it', async () => {
  const { otherWaysIn, left } = await reset(true);
  expect(otherWaysIn).toEqual({ passkeys: 2, externalLogins: 1, arePasskeysKept: false });
  expect(left).toEqual({ passkeys: 0, externalLogins: 0 });
  expect(await noticeOfReset()).toMatchObject({
    change: 'password',
    removed: { passkeys: true, externalLogins: true },
  });
  const [event] = await sql(`select detail from audit_events where kind = 'passwordReset' order by id desc limit 1`);
  expect(event.detail).toEqual({ passkeysRemoved: 2, externalLoginsRemoved: 1 });
});

test('a reset by mail keeps passkeys and external logins by default', async () => {
  expect((await reset(false)).left).toEqual({ passkeys: 2, externalLogins: 1 });
  expect(await noticeOfReset()).toMatchObject({ removed: { passkeys: false, externalLogins: false } });
});

test('a person who has only the mailbox cannot replace passkeys that are the required second factor', async () => {
  await sql('update accounts set second_factor_required = true');
  const { otherWaysIn, left, outcome } = await reset(true);
  expect(otherWaysIn).toMatchObject({ arePasskeysKept: true });
  expect(left).toEqual({ passkeys: 2, externalLogins: 0 });
  expect(outcome).toMatchObject({ redirectUrl: null, challenge: { methods: [] } });
  expect(await noticeOfReset()).toMatchObject({ removed: { passkeys: false, externalLogins: true } });
});

test('codes in the mailbox of the link do not count as a second factor that may replace passkeys', async () => {
  await addFactor('Email', avery);
  expect(await reset(true)).toMatchObject({ otherWaysIn: { arePasskeysKept: true }, left: { passkeys: 2 } });
});

test('passkeys are removed on request if the sign-in still asks for another second factor', async () => {
  await addFactor('Phone', '+15145550100');
  const { otherWaysIn, left, outcome } = await reset(true);
  expect(otherWaysIn).toMatchObject({ arePasskeysKept: false });
  expect(left).toMatchObject({ passkeys: 0 });
  expect(outcome).toMatchObject({ redirectUrl: null, challenge: { methods: [{ name: 'Phone' }] } });
});
