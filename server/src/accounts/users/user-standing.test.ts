import { beforeEach, describe, expect, test } from 'vitest';
import { findLink, issueLink } from '../links/links.service.ts';
import { startUsers } from './users.test-support.ts';

describe('the activation, role and end of access of a user', async () => {
  const { sql, findUserId, addMember, signIn, findAuditEvent, listMailsTo, accountId, database } = await startUsers();
  const admin = await signIn('admin@acme.example');
  const owner = await signIn('owner@acme.example');
  const activate = (browser: typeof admin, id: number, active: boolean) =>
    browser.post(`/api/User/changeActivation/${id}?active=${active}`);
  const save = async (browser: typeof admin, id: number, change: object) => {
    const { login, email, firstName, lastName, phone, comments } = (await browser.get(`/api/User/${id}`)).json();
    return browser.post(`/api/User/${id}`, { login, email, firstName, lastName, phone, comments, ...change });
  };
  const listProblems = (response: Awaited<ReturnType<typeof save>>) => [
    response.statusCode,
    Object.keys(response.json().propertyErrors ?? {}),
  ];

  beforeEach(() => sql('delete from rate_limits'));

  describe('activation', () => {
    test('deactivation immediately ends sessions and mailed links, and the user can be activated again', async () => {
      const { id, email } = await addMember();
      const member = await signIn(email);
      const { token } = await issueLink(database.query, { kind: 'resetPassword', userId: id, data: {} });
      const gone = await activate(admin, id, false);
      expect(gone.json()).toMatchObject({ id, active: false });
      expect((await member.get('/api/User/Current')).statusCode).toBe(401);
      expect(await findLink(database.query, token)).toBeUndefined();
      await expect(signIn(email)).rejects.toThrow('could not sign in');
      expect((await findAuditEvent('userDeactivated'))?.detail).toEqual({
        userId: id,
        changes: { active: [true, false] },
      });
      expect((await activate(admin, id, true)).json()).toMatchObject({ active: true });
      await signIn(email);
      expect((await member.get('/api/User/Current')).statusCode).toBe(401);
    });

    test('records only actual changes', async () => {
      const { id } = await addMember();
      await activate(admin, id, false);
      const before = await sql("select count(*) from audit_events where kind = 'userDeactivated'");
      expect((await activate(admin, id, false)).statusCode).toBe(200);
      expect(await sql("select count(*) from audit_events where kind = 'userDeactivated'")).toEqual(before);
    });

    test('the owner, operators and the caller cannot be deactivated', async () => {
      const refusals = [
        await activate(admin, await findUserId('owner@acme.example'), false),
        await activate(owner, await findUserId('owner@acme.example'), false),
        await activate(admin, await findUserId('admin@acme.example'), false),
      ];
      expect(refusals.map((one) => [one.statusCode, one.json().message])).toEqual([
        [403, 'Only the owner can change the owner’s details.'],
        [409, 'The owner keeps full access. Transfer the ownership first.'],
        [409, 'You cannot deactivate yourself.'],
      ]);
      const operator = await signIn('operator@portico.example');
      await sql(`insert into users (account_id, login, email, first_name, is_operator)
                 select account_id, 'second', 'second@portico.example', 'Second', true from users where is_operator`);
      const refused = await activate(operator, await findUserId('second@portico.example'), false);
      expect([refused.statusCode, refused.json().message]).toEqual([
        403,
        'Users of the vendor’s staff are not changed here.',
      ]);
    });

    test.each(['', '?active=', '?active=maybe'])('rejects a path without a value: "%s"', async (query) => {
      const { id } = await addMember();
      expect((await admin.post(`/api/User/changeActivation/${id}${query}`)).statusCode).toBe(400);
    });
  });

  describe('the end of access', () => {
    test('ends sessions and stops every kind of sign-in', async () => {
      const { id, email } = await addMember();
      const member = await signIn(email);
      const expDate = new Date(Date.now() + 86_400_000).toISOString();
      expect((await save(admin, id, { expDate })).json()).toMatchObject({ expDate, active: true });
      expect((await member.get('/api/User/Current')).statusCode).toBe(200);
      await sql("update users set expires_at = now() - interval '1 millisecond' where id = $1", [id]);
      expect((await member.get('/api/User/Current')).statusCode).toBe(401);
      await expect(signIn(email)).rejects.toThrow('could not sign in');
      expect((await findAuditEvent('userChanged'))?.detail).toEqual({
        userId: id,
        changes: { expDate: [null, expDate] },
      });
      expect((await save(admin, id, { expDate: null })).json()).toMatchObject({ expDate: null });
      await signIn(email);
    });

    test('rejects an end in the past, and an end for the owner', async () => {
      const { id } = await addMember();
      expect(listProblems(await save(admin, id, { expDate: '2020-01-01T00:00:00.000Z' }))).toEqual([422, ['expDate']]);
      expect(listProblems(await save(admin, id, { expDate: 'tomorrow' }))).toEqual([422, ['expDate']]);
      const ownerId = await findUserId('owner@acme.example');
      expect(listProblems(await save(owner, ownerId, { expDate: '2999-01-01T00:00:00.000Z' }))).toEqual([
        422,
        ['expDate'],
      ]);
    });
  });

  describe('the role', () => {
    test('applies from the next request on', async () => {
      const { id, email } = await addMember();
      const member = await signIn(email);
      expect((await member.get('/api/User/list')).statusCode).toBe(403);
      expect((await save(admin, id, { admin: true })).json()).toMatchObject({ admin: true, roles: ['Admin'] });
      expect((await member.get('/api/User/list')).statusCode).toBe(200);
      await save(admin, id, { readOnly: true });
      expect((await activate(member, id, false)).statusCode).toBe(403);
      await save(admin, id, { admin: false, readOnly: false });
      expect((await member.get('/api/User/list')).statusCode).toBe(403);
    });

    test('a user who becomes an admin has all permissions', async () => {
      const { id } = await addMember();
      await sql("insert into user_refusals values ($1, 'changePassword')", [id]);
      await save(admin, id, { admin: true });
      expect(await sql('select * from user_refusals where user_id = $1', [id])).toEqual([]);
    });

    test('stays unchanged if omitted, and no other field is written', async () => {
      const { id } = await addMember({ isAdmin: true });
      const other = {
        isOwner: true,
        isOperator: true,
        accountId: 1,
        active: false,
        id: 1,
        passwordHash: 'x',
        roles: [],
      };
      expect((await save(admin, id, { phone: '1', ...other })).statusCode).toBe(200);
      expect(await sql('select * from users where id = $1', [id])).toMatchObject([
        { is_admin: true, is_owner: false, is_operator: false, active: true, account_id: accountId, phone: '1' },
      ]);
    });

    test('reports whether the login changed since the user was added', async () => {
      const { id } = await addMember();
      expect((await save(admin, id, { phone: '1' })).json()).toMatchObject({ isLoginChanged: false });
      expect((await save(admin, id, { login: `renamed${id}` })).json()).toMatchObject({ isLoginChanged: true });
      expect((await save(admin, id, { phone: '2' })).json()).toMatchObject({ isLoginChanged: true });
    });
  });

  describe('two concurrent admins', () => {
    /** An account with two admins and no owner, as an import may leave it. */
    async function startPair() {
      const [account] = (await sql("insert into accounts (company_id, name) values (1, 'Pair') returning id")) as [
        { id: number },
      ];
      await sql("insert into account_features values ($1, 'customerAdmin')", [account.id]);
      const one = await addMember({ accountId: account.id, isAdmin: true });
      const other = await addMember({ accountId: account.id, isAdmin: true });
      return {
        one: { ...one, browser: await signIn(one.email) },
        other: { ...other, browser: await signIn(other.email) },
      };
    }
    const admins = async (...ids: number[]) =>
      (await sql('select id from users where id = any($1) and is_admin and active', [ids])).length;

    test.each(Array.from({ length: 5 }))('if both demote themselves, one stays an admin', async () => {
      const { one, other } = await startPair();
      const answers = await Promise.all([
        save(one.browser, one.id, { admin: false }),
        save(other.browser, other.id, { admin: false }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
      const refused = answers.find(({ statusCode }) => statusCode === 422)?.json();
      expect(refused.propertyErrors).toEqual({
        admin: ['This is the last active admin of the account. Make another user an admin first.'],
      });
      expect(await admins(one.id, other.id)).toBe(1);
    });

    test.each(Array.from({ length: 5 }))('if they demote each other, only one succeeds', async () => {
      const { one, other } = await startPair();
      const answers = await Promise.all([
        save(one.browser, other.id, { admin: false }),
        save(other.browser, one.id, { admin: false }),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses[0]).toBe(200);
      expect([403, 422]).toContain(statuses[1]);
      expect(await admins(one.id, other.id)).toBe(1);
    });

    test.each(Array.from({ length: 5 }))('if they deactivate each other, only one succeeds', async () => {
      const { one, other } = await startPair();
      const answers = await Promise.all([
        activate(one.browser, other.id, false),
        activate(other.browser, one.id, false),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses[0]).toBe(200);
      // The second request comes late: its session has ended, or the caller is no longer an admin.
      expect([401, 403]).toContain(statuses[1]);
      expect(await admins(one.id, other.id)).toBe(1);
    });
  });

  test('sends no mail for changes that do not affect sign-in', async () => {
    const { id, email } = await addMember();
    await save(admin, id, { admin: true });
    await activate(admin, id, false);
    expect(await listMailsTo(email)).toEqual([]);
  });
});
