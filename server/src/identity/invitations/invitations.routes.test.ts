import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { changeRolesMeanwhile, demote } from '../../../test/roles-meanwhile.ts';
import { createUser } from '../../accounts/index.ts';
import { deleteExpiredLinks } from '../../accounts/links/links.queries.ts';
import { newPassword, startProfile } from '../profile/profile.test-support.ts';
import { invitationsModule } from './invitations.routes.ts';

const portal = await startProfile((parts) => invitationsModule({ ...parts, hasPaid: async () => hasPaid }));
const { database, sql, mails } = portal;

let admin: Browser;
let owner: Browser;
let readOnly: Browser;
let other: Browser;
let accountId: number;
let nova: number;
let hasPaid = false;

beforeAll(async () => {
  accountId = (await sql("select account_id from users where login = 'owner@acme.example'"))[0].account_id;
});

beforeEach(async () => {
  await portal.reset();
  await sql("delete from users where email like '%@new.example'");
  admin = await portal.signIn('admin@acme.example');
  owner = await portal.signIn('owner@acme.example');
  readOnly = await portal.signIn('readonly@acme.example');
  other = await portal.signIn('owner@globex.example');
  nova = await add('nova');
});

const add = (name: string) =>
  createUser(database, { accountId, login: name, email: `${name}@new.example`, firstName: name, password: null });
const list = async (query = '', browser = admin) => (await browser.get(`/api/Invitations${query}`)).json();
const send = (id = nova, browser = admin) => browser.post(`/api/Invitations/${id}`);
const withdraw = (id = nova, browser = admin) => browser.send('DELETE', `/api/Invitations/${id}`);
const get = (id = nova, browser = admin) => browser.get(`/api/Invitations/${id}`);
const token = () => portal.token('nova@new.example', 'invitation');
async function join(with_: string) {
  const browser = await portal.visitor();
  const body = { token: with_, newPassword, newPasswordConfirmation: newPassword };
  return browser.post('/api/ResetPassword', body);
}

describe('invitations', () => {
  test('lists the invitee, sender, date and expiry', async () => {
    expect((await send()).statusCode).toBe(200);
    const { items, total } = await list();
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        userId: nova,
        login: 'nova',
        email: 'nova@new.example',
        name: 'nova',
        sentAt: expect.any(String),
        sentBy: 'Morgan Lee',
        expiresAt: expect.any(String),
        isExpired: false,
        changeAllowed: true,
      },
    ]);
    const [{ sentAt, expiresAt }] = items;
    expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(7 * 24 * 60 * 60 * 1000);
    expect((await list('', readOnly)).items).toMatchObject([{ userId: nova, changeAllowed: false }]);
    expect((await get()).json()).toMatchObject({ invitation: { userId: nova }, sendAllowed: true });
  });

  test('signs the invitee in, and no longer lists the invitation', async () => {
    await send();
    expect((await join(await token())).statusCode).toBe(200);
    expect((await list()).items).toEqual([]);
    expect((await get()).json()).toEqual({ invitation: null, sendAllowed: false });
    expect((await send()).json()).toMatchObject({ code: 'Conflict' });
    expect((await withdraw()).statusCode).toBe(404);
  });

  test('sends a new link, voids the earlier one and deletes the content of its mail', async () => {
    await send();
    const former = await token();
    await sql("update one_time_links set expires_at = now() + interval '1 hour' where user_id = $1", [nova]);
    const again = (await send(nova, owner)).json();
    expect(again.sentBy).toBe('Avery Stone');
    expect(Date.parse(again.expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1000);
    const latest = await token();
    expect(latest).not.toBe(former);
    expect((await join(former)).json().code).toBe('LinkExpired');
    const sent = await mails('nova@new.example', 'invitation');
    expect(sent.map(({ data }) => data === null)).toEqual([true, false]);
    expect((await join(latest)).statusCode).toBe(200);
  });

  test('lists an expired invitation for 90 days, and can resend it', async () => {
    await send();
    await sql("update one_time_links set expires_at = now() - interval '89 days' where user_id = $1", [nova]);
    await deleteExpiredLinks(database.query);
    expect((await list()).items).toMatchObject([{ userId: nova, isExpired: true }]);
    expect((await join(await token())).json().code).toBe('LinkExpired');
    expect((await send()).json().isExpired).toBe(false);
    await sql("update one_time_links set expires_at = now() - interval '90 days' where user_id = $1", [nova]);
    await deleteExpiredLinks(database.query);
    expect((await list()).items).toEqual([]);
  });

  test('voids the link of a withdrawn invitation, deletes its mail’s content, deactivates the user and audits it', async () => {
    await send();
    const former = await token();
    expect((await withdraw()).statusCode).toBe(200);
    expect((await join(former)).json().code).toBe('LinkExpired');
    expect((await list()).items).toEqual([]);
    expect(await sql('select active from users where id = $1', [nova])).toEqual([{ active: false }]);
    expect((await mails('nova@new.example', 'invitation')).map(({ data }) => data)).toEqual([null]);
    const [event] = await sql("select * from audit_events where kind = 'invitationWithdrawn' order by id desc limit 1");
    expect(event).toMatchObject({ account_id: accountId, detail: { userId: nova, login: 'nova', deactivated: true } });
    expect((await withdraw()).statusCode).toBe(404);
    expect((await send()).json()).toMatchObject({ code: 'Conflict' });
  });

  test('accepts or withdraws an invitation, but not both, under concurrency', async () => {
    await send();
    const used = await token();
    const [joined, withdrawn] = await Promise.all([join(used), withdraw()]);
    const [user] = await sql('select active, password_hash is not null as joined from users where id = $1', [nova]);
    expect([
      [200, 404, { active: true, joined: true }],
      [410, 200, { active: false, joined: false }],
    ]).toContainEqual([joined.statusCode, withdrawn.statusCode, user]);
  });

  test.each([
    ['sent', () => send(), 0],
    ['withdrawn', () => withdraw(), 1],
  ])(
    'allows no invitation to be %s if the caller is no longer an admin at that moment',
    async (_what, call, waiting) => {
      if (waiting > 0) await send();
      const answer = await changeRolesMeanwhile(database, accountId, { call, change: demote('admin@acme.example') });
      await sql("update users set is_admin = true where login = 'admin@acme.example'");
      expect(answer.statusCode).toBe(403);
      expect((await list('', owner)).items).toHaveLength(waiting);
      expect(await sql('select active from users where id = $1', [nova])).toEqual([{ active: true }]);
    },
  );

  test('does not withdraw the last admin’s invitation, which keeps working', async () => {
    await send();
    await sql("update users set is_owner = false, is_admin = false where login = 'owner@acme.example'");
    await sql("update users set expires_at = now() + interval '1 day' where login = 'admin@acme.example'");
    await sql('update users set is_admin = true where id = $1', [nova]);
    const answer = await withdraw();
    await sql("update users set is_owner = true where login = 'owner@acme.example'");
    await sql("update users set expires_at = null where login = 'admin@acme.example'");
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('the last active admin');
    expect(await sql('select active from users where id = $1', [nova])).toEqual([{ active: true }]);
    expect((await join(await token())).statusCode).toBe(200);
  });

  test('voids password links together with a withdrawn invitation', async () => {
    await send();
    const visitor = await portal.visitor();
    await visitor.post('/api/ForgottenPassword', { userName: 'nova' });
    const reset = await portal.token('nova@new.example', 'passwordReset');
    await withdraw();
    await sql('update users set active = true where id = $1', [nova]);
    expect((await join(reset)).json().code).toBe('LinkExpired');
  });

  test.each<[string, { mails: number; failed: number; paid?: boolean; days?: number }, number]>([
    ['50 were sent', { mails: 50, failed: 0 }, 429],
    ['49 were sent', { mails: 49, failed: 0 }, 200],
    ['ten of ten were refused', { mails: 10, failed: 10 }, 429],
    ['50 were sent by an account that has paid', { mails: 50, failed: 10, paid: true }, 200],
    ['50 were sent by an older account', { mails: 50, failed: 10, days: 31 }, 200],
  ])('can be sent or not when %s in a day', async (_when, { mails: count, failed, paid = false, days = 1 }, status) => {
    hasPaid = paid;
    await sql('update accounts set created_at = now() - make_interval(days => $1) where id = $2', [days, accountId]);
    await sql(
      `insert into mail_messages (channel, template, locale, company_id, account_id, recipient, recipient_name, sensitive, keep_until, state, ended_at)
       select 'email', 'invitation', 'en', 1, $1, 'a@new.example', '', true, now(), case when n > $3 then 'sent' else 'failed' end, now()
       from generate_series(1, $2::integer) n`,
      [accountId, count, failed],
    );
    const answer = await send();
    expect(answer.statusCode).toBe(status);
    if (status === 429) {
      expect(answer.json().message).toContain('50 invitations a day');
      expect(Date.parse(answer.json().additionalData.blockedTo)).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);
      expect((await list()).items).toEqual([]);
    }
  });

  test('are five a day for an address, from all accounts and to all users who have had it', async () => {
    await sql(
      `insert into mail_messages (channel, template, locale, company_id, account_id, recipient, recipient_name, sensitive, keep_until, state, ended_at)
       select 'email', 'invitation', 'en', 1, null, 'Nova@new.example', '', true, now(), 'sent', now() from generate_series(1, 5)`,
    );
    const refused = await send();
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      'nova@new.example got 5 invitations within 24 hours. Invite this person again tomorrow.',
    ]);
  });

  test('leaves one working link after five concurrent resends', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await sql('select from one_time_links where user_id = $1 and used_at is null', [nova])).toHaveLength(1);
    expect((await send()).statusCode).toBe(429);
  });

  test('lists invitations in pages, the newest first', async () => {
    for (const name of ['one', 'two', 'three']) await send(await add(name));
    expect((await list('?pageSize=2')).items.map(({ login }: { login: string }) => login)).toEqual(['three', 'two']);
    expect(await list('?pageSize=2&page=2')).toMatchObject({ total: 3, totalPages: 2, items: [{ login: 'one' }] });
  });
});

describe('invitations and permissions', () => {
  test('answers 404 for another account’s invitation', async () => {
    await send();
    for (const answer of [await get(nova, other), await send(nova, other), await withdraw(nova, other)])
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NotFound']);
    expect((await list('', other)).items).toEqual([]);
    expect((await list()).total).toBe(1);
  });

  test('shows a read-only user that nothing may be sent', async () => {
    await send();
    expect((await get(nova, readOnly)).json()).toMatchObject({ sendAllowed: false });
  });

  test('lets only the owner change the owner’s invitation', async () => {
    await sql('update users set password_hash = null where login = $1', ['owner@acme.example']);
    const [{ id }] = await sql('select id from users where login = $1', ['owner@acme.example']);
    expect((await send(id)).statusCode).toBe(403);
    expect((await withdraw(id)).statusCode).toBe(403);
  });
});

test('allows 300 sends and withdrawals an hour', async () => {
  await send();
  await sql("update rate_limits set points = 300 where key like 'invitation:%'");
  expect((await send()).statusCode).toBe(429);
  expect((await withdraw()).statusCode).toBe(429);
});
