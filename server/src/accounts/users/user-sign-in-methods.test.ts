import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { findLink, issueLink } from '../links/links.service.ts';
import { addPasskey, chosenPassword, otherPassword, startUsers } from './users.test-support.ts';

const verified = { verification: 'Called back on the number in the directory' };

describe('another user’s sign-in methods', async () => {
  const { sql, findUserId, addMember, signIn, findAuditEvent, listMailsTo, database, app } = await startUsers();
  const admin = await signIn('admin@acme.example');
  const newPassword = (password = chosenPassword, confirmation = password) => ({
    newPassword: password,
    newPasswordConfirmation: confirmation,
  });
  const setPassword = (id: number, body = newPassword(), browser = admin) =>
    browser.post(`/api/User/ChangePassword/${id}`, body);

  beforeEach(async () => {
    await sql('delete from rate_limits');
    await sql('update sessions set confirmed_at = now()');
  });

  test('a password set by an admin ends sessions and links, works immediately, and is announced by mail', async () => {
    const { id, email } = await addMember();
    const member = await signIn(email);
    const { token } = await issueLink(database.query, { kind: 'resetPassword', userId: id, data: {} });
    expect((await setPassword(id)).statusCode).toBe(200);
    expect((await member.get('/api/User/Current')).statusCode).toBe(401);
    expect(await findLink(database.query, token)).toBeUndefined();
    await expect(signIn(email)).rejects.toThrow('could not sign in');
    await signIn(email, chosenPassword);
    expect((await listMailsTo(email))[0]).toMatchObject({
      template: 'changedByAdmin',
      data: { change: 'password', adminName: 'Morgan Lee' },
    });
    const event = await findAuditEvent('userPasswordChanged');
    expect(event?.detail).toEqual({ userId: id });
    expect(JSON.stringify([event, await sql('select data from mail_messages')])).not.toContain(chosenPassword);
  });

  test('the mail about it is in the language of the user’s latest sign-in, not in the admin’s (MAIL-11)', async () => {
    const { id, email } = await addMember();
    const locale = async () => {
      await setPassword(id);
      const [mail] = await sql('select locale from mail_messages where recipient = $1 order by id desc limit 1', [
        email,
      ]);
      return mail?.locale;
    };
    expect(await locale()).toBe('en');
    const member = new Browser(app);
    await member.open('/login', { headers: { 'accept-language': 'fr' } });
    await member.post(
      '/LoginWithMFA',
      { userName: email, password: chosenPassword },
      { headers: { 'accept-language': 'fr' } },
    );
    expect(await locale()).toBe('fr');
    await sql("update users set locale = 'en' where id = $1", [id]);
    expect(await locale()).toBe('en');
  });

  test('a password set by an admin, and a reset of the second factor, remove passkeys that somebody else may have added', async () => {
    const { id, email } = await addMember();
    const addWaysIn = async () => {
      await addPasskey(sql, id);
      await sql(
        `insert into external_logins (user_id, provider, issuer, subject, email) values ($1, 'google', 'https://accounts.example', $2, null)
         on conflict do nothing`,
        [id, `subject-${id}`],
      );
    };
    const countWaysIn = async () => [
      (await sql('select from passkeys where user_id = $1', [id])).length,
      (await sql('select from external_logins where user_id = $1', [id])).length,
    ];
    await addWaysIn();
    expect((await setPassword(id)).statusCode).toBe(200);
    expect(await countWaysIn()).toEqual([0, 0]);
    expect((await listMailsTo(email))[0]?.data).toMatchObject({ change: 'password', removedOthers: true });
    await addWaysIn();
    const member = await signIn(email, chosenPassword);
    expect((await admin.post(`/api/User/ResetSecondFactor/${id}`, verified)).statusCode).toBe(200);
    expect(await countWaysIn()).toEqual([0, 1]);
    expect((await member.get('/api/User/Current')).statusCode).toBe(401);
  });

  test.each([
    ['newPassword', newPassword('short')],
    ['newPassword', newPassword('Acme2026!')],
    ['newPasswordConfirmation', newPassword(chosenPassword, otherPassword)],
  ])('rejects a bad %s at its field', async (field, body) => {
    const { id } = await addMember();
    const refused = await setPassword(id, body);
    expect([refused.statusCode, Object.keys(refused.json().propertyErrors)]).toEqual([422, [field]]);
  });

  test('removing the second factor also removes recovery codes and ends sessions', async () => {
    const { id, email } = await addMember();
    const member = await signIn(email);
    await sql("insert into second_factors (user_id, method, target) values ($1, 'Email', $2)", [id, email]);
    await sql("insert into recovery_codes (user_id, code_hash) values ($1, '\\x00')", [id]);
    expect((await admin.post(`/api/User/ResetSecondFactor/${id}`, verified)).json()).toMatchObject({
      hasSecondFactor: false,
    });
    expect((await member.get('/api/User/Current')).statusCode).toBe(401);
    expect(await sql('select 1 from recovery_codes where user_id = $1', [id])).toEqual([]);
    await signIn(email);
    expect((await listMailsTo(email))[0]).toMatchObject({
      template: 'changedByAdmin',
      data: { change: 'secondFactor' },
    });
    expect((await findAuditEvent('userSecondFactorReset'))?.detail).toEqual({ userId: id, ...verified });
  });

  test('removing the second factor requires a statement of how the person was verified (USR-33)', async () => {
    const { id } = await addMember();
    for (const body of [undefined, {}, { verification: 'yes' }])
      expect((await admin.post(`/api/User/ResetSecondFactor/${id}`, body)).statusCode).toBe(422);
  });

  test('removing a missing second factor sends no mail and records nothing', async () => {
    const { id, email } = await addMember();
    await admin.post(`/api/User/ResetSecondFactor/${id}`, verified);
    expect(await listMailsTo(email)).toEqual([]);
    expect((await findAuditEvent('userSecondFactorReset'))?.detail.userId).not.toBe(id);
  });

  test('ends all sessions and counts them', async () => {
    const { id, email } = await addMember();
    const [one, other] = [await signIn(email), await signIn(email)];
    expect((await admin.post(`/api/User/EndSessions/${id}`)).json()).toEqual({ ended: 2 });
    expect([
      (await one.get('/api/User/Current')).statusCode,
      (await other.get('/api/User/Current')).statusCode,
    ]).toEqual([401, 401]);
    expect((await findAuditEvent('userSessionsEnded'))?.detail).toEqual({ userId: id, ended: 2 });
  });

  test.each(['ChangePassword', 'ResetSecondFactor', 'EndSessions'])(
    '%s refuses the owner and the caller',
    async (call) => {
      const send = async (email: string) =>
        (await admin.post(`/api/User/${call}/${await findUserId(email)}`, { ...newPassword(), ...verified })).json()
          .message;
      expect(await send('owner@acme.example')).toBe('Only the owner can change the owner’s details.');
      expect(await send('admin@acme.example')).toBe(
        'Change your own password, second factor and sessions in your profile.',
      );
    },
  );

  test.each(['ChangePassword', 'ResetSecondFactor', 'EndSessions'])(
    '%s asks for the password if it was given too long ago',
    async (call) => {
      const { id } = await addMember();
      await sql("update sessions set confirmed_at = now() - interval '11 minutes'");
      const refused = await admin.post(`/api/User/${call}/${id}`, { ...newPassword(), ...verified });
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'ConfirmationRequired']);
    },
  );
});
