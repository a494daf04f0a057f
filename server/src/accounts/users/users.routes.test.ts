import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { findLink, issueLink } from '../links/links.service.ts';
import { createUser } from './user-creation.ts';
import { listBuyers } from './users.queries.ts';
import { type StartedUsers, startUsers } from './users.test-support.ts';

let database: StartedUsers['database'];
let admin: Browser;
let owner: Browser;
let operator: Browser;
let readOnly: Browser;
let accountId: number;
const ids: Record<string, number> = {};

const adaDetails = {
  login: 'ada',
  email: 'ada@acme.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+1 555 0100',
  comments: '',
};

beforeAll(async () => {
  const started = await startUsers();
  ({ database } = started);
  const { rows } = await database.pool.query('select id, email, account_id from users');
  for (const { id, email } of rows) ids[email] = id;
  accountId = rows.find(({ email }) => email === 'owner@acme.example').account_id;
  ids.ada = await createUser(database, { accountId, ...adaDetails, password: null });
  admin = await started.signIn('admin@acme.example');
  owner = await started.signIn('owner@acme.example');
  operator = await started.signIn('operator@portico.example');
  readOnly = await started.signIn('readonly@acme.example');
});

async function logins(query: string): Promise<string[]> {
  const { items } = (await admin.get(`/api/User/list?${query}`)).json();
  return items.map(({ login }: { login: string }) => login);
}

describe('the list of users', () => {
  test('returns the account’s users, sorted and in pages', async () => {
    const all = await logins('sortField=login&pageSize=100');
    expect(all).toHaveLength(5);
    expect(all).toEqual(all.toSorted());
    expect(await logins('sortField=login&order=desc&pageSize=2&page=2')).toEqual(all.toReversed().slice(2, 4));
  });

  test.each([
    ['a part of a name', 'lovel'],
    ['a part of an email address', 'ADA@acme'],
    ['first and last name', 'ada lovelace'],
  ])('finds users by %s, ignoring upper and lower case', async (_, text) => {
    expect(await logins(`textFilter=${encodeURIComponent(text)}`)).toEqual(['ada']);
  });

  test('sorts names like a dictionary, and finds them without accents and however they are composed', async () => {
    const names = ['emil', 'Zoe', 'Ángel', 'Élodie', 'Öz', 'Čeněk', 'Łukasz'];
    const created = await Promise.all(
      names.map((firstName, index) =>
        createUser(database, {
          accountId,
          firstName,
          login: `named-${index}`,
          email: `named-${index}@acme.example`,
          password: null,
        }),
      ),
    );
    const found = async (query: string) =>
      (await admin.get(`/api/User/list?${query}`)).json().items.map((user: { firstName: string }) => user.firstName);
    expect(await found('textFilter=named-&sortField=firstName')).toEqual([
      ...['Ángel', 'Čeněk', 'Élodie', 'emil', 'Łukasz', 'Öz', 'Zoe'],
    ]);
    expect(await found('sortField=firstName&pageSize=100')).toContain('Öz');
    for (const text of ['elodie', 'E\u0301LODIE', 'Élodie'])
      expect(await found(`textFilter=${encodeURIComponent(text)}`)).toEqual(['Élodie']);
    expect(await found('textFilter=lukasz')).toEqual(['Łukasz']);
    await database.pool.query('delete from users where id = any($1)', [created]);
  });

  test.each(['%', '_', "'", '\\', '%%%%', 'ad_'])('treats %s literally', async (text) => {
    expect(await logins(`textFilter=${encodeURIComponent(text)}`)).toEqual([]);
  });

  test.each([
    ['status=inactive', ['gone', 'past']],
    ['role=owner', ['owner@acme.example']],
    ['role=admin&textFilter=acme', ['admin@acme.example', 'owner@acme.example']],
    ['role=readOnly', ['readonly@acme.example']],
    ['role=user&status=active&textFilter=ada', ['ada']],
  ])('filters by %s', async (query, expected) => {
    const past = { accountId, firstName: 'P', password: null };
    const inactive = [
      await createUser(database, { ...past, login: 'gone', email: 'gone@acme.example' }),
      await createUser(database, { ...past, login: 'past', email: 'past@acme.example' }),
    ];
    await database.pool.query('update users set active = false where id = $1', [inactive[0]]);
    await database.pool.query("update users set expires_at = now() - interval '1 second' where id = $1", [inactive[1]]);
    expect(await logins(query)).toEqual(expected);
    await database.pool.query('delete from users where id = any($1)', [inactive]);
  });

  test('shows who has a second factor, and what the caller may change', async () => {
    await database.pool.query(
      "insert into second_factors (user_id, method, target) values ($1, 'Email', 'ada@acme.example')",
      [ids.ada],
    );
    const { items } = (await admin.get('/api/User/list?textFilter=ada')).json();
    expect(items).toMatchObject([{ login: 'ada', hasSecondFactor: true, roles: ['User'], isLoginChanged: false }]);
    expect(items[0].allowed).toEqual({ details: true, standing: true, grants: true, waysIn: true, ownership: false });
    await database.pool.query('delete from second_factors');
    const reader = (await readOnly.get('/api/User/list?textFilter=ada')).json().items[0];
    expect(Object.values(reader.allowed)).not.toContain(true);
  });

  test('rejects an unknown sort field, and a repeated value', async () => {
    expect((await admin.get('/api/User/list?sortField=password_hash')).statusCode).toBe(400);
    expect((await admin.get('/api/User/list?pageSize=10&pageSize=20')).statusCode).toBe(400);
  });
});

describe('saving a user', () => {
  const save = (browser: Browser, id: number | undefined, change: object) =>
    browser.post(`/api/User/${id}`, { ...adaDetails, ...change });

  test('stores the details and records who changed them', async () => {
    const saved = await save(admin, ids.ada, { phone: '+1 555 0199', comments: 'Head of computing,\nand more' });
    expect(saved.json()).toMatchObject({ id: ids.ada, phone: '+1 555 0199', comments: 'Head of computing,\nand more' });
    expect((await admin.get(`/api/User/${ids.ada}`)).json()).toEqual(saved.json());
    const { rows } = await database.pool.query("select * from audit_events where kind = 'userChanged'");
    expect(rows).toMatchObject([
      {
        account_id: accountId,
        real_user_id: ids['admin@acme.example'],
        detail: {
          userId: ids.ada,
          changes: { phone: ['+1 555 0100', '+1 555 0199'], comments: ['', 'Head of computing,\nand more'] },
        },
      },
    ]);
  });

  test('by two admins at once keeps what the first one saved, and refuses the second one', async () => {
    const [first, second] = [await admin.get(`/api/User/${ids.ada}`), await admin.get(`/api/User/${ids.ada}`)].map(
      (answer) => answer.json(),
    );
    const phone = '+1 555 0177';
    expect((await save(admin, ids.ada, { phone, revision: first.revision })).statusCode).toBe(200);
    const late = await save(admin, ids.ada, { comments: 'Late', revision: second.revision });
    expect([late.statusCode, late.json().code]).toEqual([409, 'Conflict']);
    const { revision, ...now } = (await admin.get(`/api/User/${ids.ada}`)).json();
    expect(now).toMatchObject({ phone, comments: '' });
    expect((await save(admin, ids.ada, { phone, comments: 'Late', revision })).statusCode).toBe(200);
    await save(admin, ids.ada, {});
  });

  test('accepts a stored address that no form would accept, and checks a new one', async () => {
    await database.pool.query("update users set email = 'guest_other.example#EXT#@jürgen' where id = $1", [ids.ada]);
    const email = 'guest_other.example#EXT#@jürgen';
    expect((await save(admin, ids.ada, { email, phone: '1' })).statusCode).toBe(200);
    expect((await save(admin, ids.ada, { email: 'jürgen@acme.example' })).json().propertyErrors).toEqual({
      email: ['Portico cannot send to addresses with letters such as é before the @.'],
    });
    await database.pool.query('update users set email = $1 where id = $2', [adaDetails.email, ids.ada]);
  });

  test.each([
    ['a login', { login: 'ADMIN@acme.example' }, 'login'],
    ['an email address', { email: 'Owner@globex.example' }, 'email'],
  ])('rejects %s that any other user has', async (_, change, field) => {
    const refused = await save(admin, ids.ada, change);
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().propertyErrors)).toEqual([field]);
  });

  test.each([
    ['firstName', { firstName: ' ' }],
    ['login', { login: '' }],
    ['email', { email: 'ada at acme' }],
    ['comments', { comments: 'x'.repeat(2_001) }],
    ['firstName', { firstName: 'Ada\r\nBcc: all@acme.example' }],
    ['lastName', { lastName: 'Love\u0007lace' }],
    ['login', { login: 'ada\nada' }],
    ['phone', { phone: '+1 555\n0100' }],
    ['comments', { comments: 'Head\u0007' }],
  ])('rejects a bad %s at its field (USR-9, USR-21)', async (field, change) => {
    const refused = await save(admin, ids.ada, change);
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().propertyErrors)).toEqual([field]);
  });

  test('limits changes to 300 an hour, because each is stored in the audit log', async () => {
    const spent = `insert into rate_limits (key, points, expire)
      values ('user-change:' || $1, 299, (extract(epoch from now()) * 1000)::bigint + 30000)
      on conflict (key) do update set points = 299`;
    await database.pool.query(spent, [accountId]);
    const answers = [await save(admin, ids.ada, {}), await save(admin, ids.ada, {})];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429]);
    await database.pool.query("delete from rate_limits where key like 'user-change:%'");
  });

  test('only the owner can change the owner', async () => {
    const id = ids['owner@acme.example'];
    const { login, email, firstName, lastName, phone, comments, allowed } = (await owner.get(`/api/User/${id}`)).json();
    expect(allowed.details).toBe(true);
    expect((await admin.get(`/api/User/${id}`)).json()).toMatchObject({ allowed: { details: false } });
    expect((await admin.get(`/api/User/${ids.ada}`)).json()).toMatchObject({ allowed: { details: true } });
    const same = { login, email, firstName, lastName, phone, comments };
    expect((await save(admin, id, { ...same, email: 'admin-in-disguise@acme.example' })).statusCode).toBe(403);
    expect((await save(owner, id, { ...same, phone: '+1 555 0101' })).json()).toMatchObject({ phone: '+1 555 0101' });
  });
});

describe('the users who can buy', () => {
  const buyers = (account = accountId) => listBuyers(database.query, account, 5);
  const emails = async (account?: number) => (await buyers(account)).map(({ email }) => email);

  test('are the owner, then the admins, of one account', async () => {
    expect(await emails()).toEqual(['owner@acme.example', 'admin@acme.example']);
    const { rows } = await database.pool.query("select account_id from users where email = 'owner@globex.example'");
    expect(await emails(rows[0].account_id)).toEqual(['owner@globex.example']);
  });

  test('include at most five users with both features, but no read-only, inactive or only invited ones', async () => {
    const give = (email: string) =>
      database.pool.query(
        "insert into user_features select $1, unnest(array['customerAdmin', 'billing']) on conflict do nothing",
        [ids[email] ?? ids.ada],
      );
    await give('ada');
    const beforeInvitation = await buyers();
    await database.pool.query('update users set last_login_at = now() where id = $1', [ids.ada]);
    const withAda = await buyers();
    expect(withAda).toHaveLength(beforeInvitation.length + 1);
    expect(withAda.at(-1)).toEqual({ name: 'Ada Lovelace', email: 'ada@acme.example' });
    await database.pool.query('update users set read_only = true where id = $1', [ids.ada]);
    expect(await buyers()).toHaveLength(withAda.length - 1);
    await database.pool.query('update users set read_only = false, active = false where id = $1', [ids.ada]);
    expect(await buyers()).toHaveLength(withAda.length - 1);
    await database.pool.query("delete from user_features where user_id = $1 and feature = 'billing'", [ids.ada]);
    await database.pool.query('update users set active = true where id = $1', [ids.ada]);
    expect(await buyers()).toHaveLength(withAda.length - 1);
    for (let number = 1; number <= 5; number += 1) {
      const login = `admin${number}`;
      const user = {
        accountId,
        login,
        email: `${login}@acme.example`,
        firstName: 'Robin',
        password: 'Tall-harbor-4711',
        isAdmin: true,
      };
      await createUser(database, user);
    }
    expect(await buyers()).toHaveLength(5);
  });
});

describe('the names of a user', () => {
  const userDisplayName = async (browser: Browser, email: string) => {
    const { login, firstName, lastName, phone, comments, ...user } = (
      await browser.get(`/api/User/${ids[email]}`)
    ).json();
    return { login, email: user.email as string, firstName, lastName, phone, comments };
  };

  test.each([
    ['an owner', () => owner, 'owner@acme.example'],
    ['an admin', () => admin, 'admin@acme.example'],
  ])(
    '%s can change their own login and address only in the profile, where both addresses are mailed',
    async (_, who, email) => {
      const own = await userDisplayName(who(), email);
      const path = `/api/User/${ids[email]}`;
      const words = ['Change this in your own profile.'];
      const refused = await who().post(path, { ...own, email: 'thief@evil.example' });
      expect([refused.statusCode, refused.json().propertyErrors]).toEqual([422, { email: words }]);
      expect((await who().post(path, { ...own, login: 'thief' })).json().propertyErrors).toEqual({ login: words });
      expect((await who().post(path, { ...own, phone: '+1 555 0199' })).statusCode).toBe(200);
    },
  );

  test('does not let an operator change another operator’s address, only the other details', async () => {
    const { rows } = await database.pool.query(
      `insert into users (account_id, login, email, first_name, is_operator, is_admin)
       select account_id, 'second', 'second@portico.example', 'Second', true, true from users where email = 'operator@portico.example' returning id`,
    );
    const path = `/api/User/${rows[0].id}`;
    const details = {
      login: 'second',
      email: 'second@portico.example',
      firstName: 'S',
      lastName: '',
      phone: '',
      comments: '',
    };
    const refused = await operator.post(path, { ...details, email: 'mine@portico.example' });
    expect([refused.statusCode, Object.keys(refused.json().propertyErrors)]).toEqual([422, ['email']]);
    expect((await operator.post(path, details)).json()).toMatchObject({ firstName: 'S', email: details.email });
    await database.pool.query('delete from users where id = $1', [rows[0].id]);
  });

  test('can be changed only after a recent confirmation', async () => {
    const save = (change: object) => admin.post(`/api/User/${ids.ada}`, { ...adaDetails, ...change });
    await database.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
    expect((await save({ email: 'ada@evil.example' })).json().code).toBe('ConfirmationRequired');
    expect((await save({ login: 'ada.l' })).json().code).toBe('ConfirmationRequired');
    expect((await save({ phone: '' })).statusCode).toBe(200);
    await database.pool.query('update sessions set confirmed_at = now()');
    expect((await save({ login: 'ada.l' })).statusCode).toBe(200);
    await save({});
  });

  test('rejects a stranger’s address as login', async () => {
    const refused = await admin.post(`/api/User/${ids.ada}`, { ...adaDetails, login: 'somebody@else.example' });
    expect(Object.keys(refused.json().propertyErrors)).toEqual(['login']);
    const own = await admin.post(`/api/User/${ids.ada}`, { ...adaDetails, login: adaDetails.email });
    expect(own.statusCode).toBe(200);
    await admin.post(`/api/User/${ids.ada}`, adaDetails);
  });
});

test('voids mailed links when an admin changes the address or the login, and mails the former address', async () => {
  const issue = () =>
    issueLink(database.query, {
      kind: 'invitation',
      userId: ids.ada as number,
      data: { accountId, invitedBy: null },
    }).then(({ token }) => token);
  const save = (email: string, login = adaDetails.login) =>
    admin.post(`/api/User/${ids.ada}`, { ...adaDetails, email, login });
  const listTold = async () =>
    (
      await database.pool.query(
        "select recipient, data ->> 'change' as change from mail_messages where template = 'changedByAdmin' order by id",
      )
    ).rows;
  const kept = await issue();
  expect((await save(adaDetails.email)).statusCode).toBe(200);
  expect(await findLink(database.query, kept)).toBeDefined();
  expect(await listTold()).toEqual([]);
  expect((await save('ada@lovelace.example')).statusCode).toBe(200);
  expect(await findLink(database.query, kept)).toBeUndefined();
  // The mail goes to the former address.
  expect(await listTold()).toEqual([{ recipient: adaDetails.email, change: 'email' }]);
  const ofLogin = await issue();
  await save('ada@lovelace.example', 'ada.renamed');
  expect(await findLink(database.query, ofLogin)).toBeUndefined();
  await save(adaDetails.email);
  const data = { email: 'ada@old.example', changedTo: adaDetails.email };
  const back = await issueLink(database.query, { kind: 'undoEmail', userId: ids.ada as number, data });
  await save('ada@lovelace.example');
  expect(await findLink(database.query, back.token)).toBeUndefined();
  await save(adaDetails.email);
});
