import { beforeEach, describe, expect, test } from 'vitest';
import { findBrand, issueLink } from '../../accounts/index.ts';
import { linkCodeOf } from '../../core/link-codes.ts';
import { renderMail } from '../../core/mail/render/render.ts';
import { mailTemplates } from '../../core/mail/templates/index.ts';
import { newPassword, publicUrl, startProfile } from './profile.test-support.ts';

const portal = await startProfile();
const { sql, visitor } = portal;
const avery = 'owner@acme.example';

beforeEach(() => portal.reset());

async function enter(email: string, code: string, page = 'resetPassword') {
  const answer = await (await visitor()).post('/api/Links/Code', { page, email, code });
  return { status: answer.statusCode, ...answer.json() };
}
async function forget() {
  await (await visitor()).post('/api/ForgottenPassword', { userName: avery });
  return portal.token(avery, 'passwordReset');
}
const setPassword = async (token: string) =>
  (await (await visitor()).post('/api/ResetPassword', { token, newPassword, newPasswordConfirmation: newPassword }))
    .statusCode;

describe('the code of a mailed link', () => {
  test('is in the mail and not in the database, and continues with a new token as often as needed until the link is used', async () => {
    const mailed = await forget();
    const code = linkCodeOf(mailed);
    const [{ data }] = await sql("select data from mail_messages where template = 'passwordReset'");
    const brand = await findBrand(portal.database.query, 1);
    const { html, text } = renderMail(mailTemplates.passwordReset, data, { locale: 'en', brand, publicUrl });
    for (const version of [html, text]) expect(version).toContain(`${code.slice(0, 5)}-${code.slice(5)}`);
    const stored = await sql('select l::text as row from one_time_links l');
    expect(JSON.stringify([stored, data])).not.toContain(code);

    const first = await enter(avery, code);
    const typed = `\u200b${code.slice(0, 5)} \u2011 ${code.slice(5)}`
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    const second = await enter(avery.toUpperCase(), typed);
    expect(await setPassword(mailed)).toBe(410);
    expect(await setPassword(first.token)).toBe(410);
    expect(await setPassword(second.token)).toBe(200);
    expect((await enter(avery, code)).code).toBe('InvalidCode');
  });

  test('works for the address that the mail was sent to, and for its own page', async () => {
    const userId = await portal.userId(avery);
    const data = { email: 'new@acme.example', formerEmail: avery };
    const link = await issueLink(portal.database.query, { kind: 'confirmEmail', userId, data });
    const code = linkCodeOf(link.token);
    expect((await enter(avery, code, 'confirmEmail')).status).toBe(422);
    expect((await enter('new@acme.example', code, 'undoEmail')).status).toBe(422);
    expect((await enter('New@acme.example', code, 'confirmEmail')).status).toBe(200);
  });

  test('gets the same answer if it is wrong, expired, or its address is unknown, for ten times an hour', async () => {
    const code = linkCodeOf(await forget());
    await sql("update one_time_links set expires_at = now() - interval '1 second'");
    const withoutId = ({ requestId: _, ...rest }: Record<string, unknown>) => rest;
    const answers = [
      await enter(avery, code),
      await enter(avery, 'AAAAA-AAAAA'),
      await enter('nobody@acme.example', code),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(withoutId(answer)))).size).toBe(1);
    for (let count = 3; count < 10; count += 1) expect((await enter('nobody@acme.example', code)).status).toBe(422);
    expect((await enter('another@acme.example', code)).status).toBe(429);
    await sql("delete from rate_limits where key like 'link-code-address:%'");
    await sql("update rate_limits set points = 10 where key like 'link-code-email:%'");
    await sql("update one_time_links set expires_at = now() + interval '1 hour'");
    expect((await enter(avery, code)).status).toBe(429);
    await sql('delete from rate_limits');
    expect((await enter(avery, code)).status).toBe(200);
    expect(await sql("select key from rate_limits where key like 'link-code-%' and points > 0")).toEqual([]);
  });
});
