import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { createAudit } from '../audit/index.ts';
import { findLink, issueLink } from '../links/index.ts';
import { createUser, seedDemonstrationPeople } from '../users/index.ts';
import { listBuyers, usersModule } from './index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: Browser;
let owner: Browser;
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
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const audit = createAudit({ database, appSecret: 'a secret of the tests, long enough' });
  const app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of usersModule({ database, audit }).routes ?? []) route.bind(portal);
    },
  });
  const { rows } = await database.pool.query('select id, email, account_id from users');
  for (const { id, email } of rows) ids[email] = id;
  accountId = rows.find(({ email }) => email === 'owner@acme.example').account_id;
  ids.ada = await createUser(database, { accountId, ...adaDetails, password: null });
  admin = await new Browser(app).signIn('admin@acme.example');
  owner = await new Browser(app).signIn('owner@acme.example');
});

async function logins(query: string): Promise<string[]> {
  const { items } = (await admin.get(`/api/User/list?${query}`)).json();
  return items.map(({ login }: { login: string }) => login);
}

describe('the list of users', () => {
  test('returns the users of the account, sorted and in pages', async () => {
    const all = await logins('sortField=login&pageSize=100');
    expect(all).toHaveLength(5);
    expect(all).toEqual(all.toSorted());
    expect(await logins('sortField=login&order=desc&pageSize=2&page=2')).toEqual(all.toReversed().slice(2, 4));
  });

  test.each([
    ['a part of a name', 'lovel'],
    ['a part of an e-mail address', 'ADA@acme'],
    ['first and last name', 'ada lovelace'],
  ])('finds users by %s, in any case', async (_, text) => {
    expect(await logins(`textFilter=${encodeURIComponent(text)}`)).toEqual(['ada']);
  });

  test.each(['%', '_', "'", '\\'])('takes %s literally', async (text) => {
    expect(await logins(`textFilter=${encodeURIComponent(text)}`)).toEqual([]);
  });

  test('rejects a sort field that is not known', async () => {
    expect((await admin.get('/api/User/list?sortField=password_hash')).statusCode).toBe(400);
  });
});

describe('saving a user', () => {
  const save = (browser: Browser, id: number | undefined, change: object) =>
    browser.post(`/api/User/${id}`, { ...adaDetails, ...change });

  test('keeps the details and records who changed them', async () => {
    const saved = await save(admin, ids.ada, { phone: '+1 555 0199', comments: 'Head of computing,\nand more' });
    expect(saved.json()).toMatchObject({ id: ids.ada, phone: '+1 555 0199', comments: 'Head of computing,\nand more' });
    expect((await admin.get(`/api/User/${ids.ada}`)).json()).toEqual(saved.json());
    const { rows } = await database.pool.query("select * from audit_events where kind = 'userChanged'");
    expect(rows).toMatchObject([
      { account_id: accountId, real_user_id: ids['admin@acme.example'], detail: { userId: ids.ada } },
    ]);
  });

  test.each([
    ['a login', { login: 'ADMIN@acme.example' }, 'login'],
    ['an e-mail address', { email: 'Owner@globex.example' }, 'email'],
  ])('rejects %s that somebody has, whoever it is', async (_, change, field) => {
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

  test('is done three hundred times an hour, as each change is in the audit log', async () => {
    const spent = `insert into rate_limits (key, points, expire)
      values ('user-change:' || $1, 299, (extract(epoch from now()) * 1000)::bigint + 30000)
      on conflict (key) do update set points = 299`;
    await database.pool.query(spent, [accountId]);
    const answers = [await save(admin, ids.ada, {}), await save(admin, ids.ada, {})];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429]);
    await database.pool.query("delete from rate_limits where key like 'user-change:%'");
  });

  test('lets nobody but the owner change the owner', async () => {
    const id = ids['owner@acme.example'];
    const { login, email, firstName, lastName, phone, comments, editingAllowed } = (
      await owner.get(`/api/User/${id}`)
    ).json();
    expect(editingAllowed).toBe(true);
    expect((await admin.get(`/api/User/${id}`)).json()).toMatchObject({ editingAllowed: false });
    expect((await admin.get(`/api/User/${ids.ada}`)).json()).toMatchObject({ editingAllowed: true });
    const same = { login, email, firstName, lastName, phone, comments };
    expect((await save(admin, id, { ...same, email: 'admin-in-disguise@acme.example' })).statusCode).toBe(403);
    expect((await save(owner, id, { ...same, phone: '+1 555 0101' })).json()).toMatchObject({ phone: '+1 555 0101' });
  });
});

describe('who can buy', () => {
  const buyers = (account = accountId) => listBuyers(database.query, account, 5);
  const emails = async (account?: number) => (await buyers(account)).map(({ email }) => email);

  test('returns the owner, then admins, of one account alone', async () => {
    expect(await emails()).toEqual(['owner@acme.example', 'admin@acme.example']);
    const { rows } = await database.pool.query("select account_id from users where email = 'owner@globex.example'");
    expect(await emails(rows[0].account_id)).toEqual(['owner@globex.example']);
  });

  test('returns users with both features, but no read-only and no inactive ones, and five at most', async () => {
    const give = (email: string) =>
      database.pool.query(
        "insert into user_features select $1, unnest(array['customerAdmin', 'billing']) on conflict do nothing",
        [ids[email] ?? ids.ada],
      );
    await give('ada');
    const withAda = await buyers();
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
        password: null,
        isAdmin: true,
      };
      await createUser(database, user);
    }
    expect(await buyers()).toHaveLength(5);
  });
});

test('voids the links that were mailed to an address when an admin saves another one', async () => {
  const issue = () =>
    issueLink(database.query, { kind: 'invitation', userId: ids.ada as number, data: {} }).then(({ token }) => token);
  const save = (email: string) => admin.post(`/api/User/${ids.ada}`, { ...adaDetails, email });
  const kept = await issue();
  expect((await save(adaDetails.email)).statusCode).toBe(200);
  expect(await findLink(database.query, kept)).toBeDefined();
  expect((await save('ada@lovelace.example')).statusCode).toBe(200);
  expect(await findLink(database.query, kept)).toBeUndefined();
  await save(adaDetails.email);
});
