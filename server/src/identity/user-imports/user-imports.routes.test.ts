import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { changeRolesMeanwhile, demote } from '../../../test/roles-meanwhile.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { createUser } from '../../accounts/index.ts';
import { createFile, createLine, header, startUserImports } from './user-imports.test-support.ts';

const { database, mail, paid, rows, accountId, other, preview, importFile, countUsers } = await startUserImports();

describe('importing a file', () => {
  const imported = () =>
    rows(
      `select login, account_id, is_admin, is_owner, is_operator, read_only, active, phone, comments, expires_at, password_hash,
              array(select feature from user_features where user_id = id order by 1) as features,
              array(select permission from user_refusals where user_id = id order by 1) as refusals,
              array(select product_id from user_products where user_id = id order by 1) as products
       from users where email like '%@new.example' order by login`,
    );

  test('adds its users with the defaults of the account, and audits it', async () => {
    await database.pool.query("insert into default_features values ($1, 'billing')", [accountId]);
    await database.pool.query("insert into default_refusals values ($1, 'changePassword')", [accountId]);
    await database.pool.query("insert into default_products values ($1, 'scan')", [accountId]);
    const answer = await importFile(
      createFile(createLine('ada', ',,+1 555 0100,=1+1,yes,,,2099-12-31'), createLine('bob', ',,,,no,1,,')),
    );
    expect(answer.json()).toEqual({ imported: 2, invited: 0, notAdded: [] });
    const common = { account_id: accountId, is_owner: false, is_operator: false, active: true, password_hash: null };
    expect(await imported()).toEqual([
      {
        ...common,
        login: 'ada',
        is_admin: true,
        read_only: false,
        phone: '+1 555 0100',
        comments: '=1+1',
        expires_at: new Date('2100-01-01T00:00:00Z'),
        features: [],
        refusals: [],
        products: [],
      },
      {
        ...common,
        login: 'bob',
        is_admin: false,
        read_only: true,
        phone: '',
        comments: '',
        expires_at: null,
        features: ['billing'],
        refusals: ['changePassword'],
        products: ['scan'],
      },
    ]);
    const [event] = await rows("select * from audit_events where kind = 'usersImported' order by id desc limit 1");
    expect(event).toMatchObject({ account_id: accountId, detail: { count: 2, admins: 1, invited: 0 } });
  });

  test('mails each user an invitation that works, after all other waiting mail', async () => {
    const answer = await importFile(createFile(createLine('ada'), createLine('bob')), '?invite=true');
    expect(answer.json()).toEqual({ imported: 2, invited: 2, notAdded: [] });
    expect(
      await rows('select distinct priority from graphile_worker._private_jobs where payload::jsonb ? $1', ['id']),
    ).toEqual([{ priority: 10 }]);
    await runDueJobs({ database, app: { jobs: mail.jobs } });
    const sent = await rows(
      'select recipient, template, state, data, account_id from mail_messages order by recipient',
    );
    expect(sent).toMatchObject([
      { recipient: 'ada@new.example', template: 'invitation', state: 'kept', account_id: accountId },
      { recipient: 'bob@new.example' },
    ]);
    expect(sent[0].data).toMatchObject({ accountName: 'Acme Security', inviterName: 'Morgan Lee', days: 7 });
    const links = await rows(
      `select u.login, l.data, l.message_id = m.id as is_its, l.token_hash = sha256(split_part(m.data ->> 'path', '#', 2)::bytea) as works
       from one_time_links l join users u on u.id = l.user_id join mail_messages m on m.recipient = u.email where l.kind = 'invitation' order by 1`,
    );
    expect(links).toEqual(
      ['ada', 'bob'].map((login) => ({
        login,
        data: { accountId, invitedBy: expect.any(Number) },
        is_its: true,
        works: true,
      })),
    );
  });

  test('needs a confirmation if it adds an admin, and mails the owner about that admin (USR-36)', async () => {
    await rows("update sessions set confirmed_at = now() - interval '3 hours'");
    const file = createFile(createLine('ada', ',,,,yes,,,'), createLine('bob'));
    expect((await importFile(file)).json().code).toBe('ConfirmationRequired');
    await rows('update sessions set confirmed_at = now()');
    expect((await importFile(file)).statusCode).toBe(200);
    expect(await rows('select recipient, template, data from mail_messages')).toMatchObject([
      { recipient: 'owner@acme.example', template: 'adminsAdded', data: { emails: ['ada@new.example'], count: 1 } },
    ]);
  });

  test('adds an inactive user as such, without an invitation', async () => {
    const answer = await importFile(createFile(createLine('ada', ',,,,,,no,2020-12-31')), '?invite=true');
    expect(answer.json()).toEqual({ imported: 1, invited: 0, notAdded: [] });
    expect(await imported()).toMatchObject([{ active: false, expires_at: new Date('2021-01-01T00:00:00Z') }]);
    expect(await rows('select from mail_messages')).toEqual([]);
  });

  test.each([
    ['a bad line', createFile(createLine('ada'), 'bob,,')],
    ['a taken name', createFile(createLine('ada'), 'owner@acme.example,o@new.example,O')],
    ['the same name twice', createFile(createLine('ada'), createLine('ada'))],
    [
      'names that only the database considers equal',
      createFile('\u0130x,a@new.example,A', 'i\u0307x,b@new.example,B', createLine('A'), createLine('a')),
    ],
    ['a NUL', createFile(createLine('ada'), 'b\0b,b@new.example,B')],
    ['half a surrogate', Buffer.concat([Buffer.from(`${header}\nb`), Buffer.of(0xed, 0xa0, 0x80)])],
    ['nothing', ''],
  ])('adds nobody if the file has %s', async (_, file) => {
    const before = await countUsers();
    const answer = await importFile(file, '?invite=true');
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file']);
    expect(await countUsers()).toBe(before);
    expect(await rows('select from mail_messages')).toEqual([]);
  });

  test('does not reveal who is a customer: neither adds nor refuses users of other accounts, and mails them', async () => {
    const foreign = 'owner@globex.example,Owner@Globex.example,A';
    const [{ email }] = await rows('select email from users where is_operator limit 1');
    const file = createFile(createLine('ada'), foreign, `someone,${email},B`);
    expect((await preview(file)).json().badLines).toEqual([]);
    const answer = await importFile(file);
    expect(answer.json()).toEqual({ imported: 1, invited: 0, notAdded: ['Owner@Globex.example', email] });
    expect(await imported()).toMatchObject([{ login: 'ada', account_id: accountId }]);
    const mails = await rows('select recipient, template, data from mail_messages order by recipient');
    const expected = ['owner@globex.example', email].sort();
    expect(mails).toEqual(
      expected.map((recipient) => ({ recipient, template: 'wantedElsewhere', data: { accountName: 'Acme Security' } })),
    );
    await rows("delete from users where email like '%@new.example'");
    expect((await importFile(file)).statusCode).toBe(200);
    expect(await rows('select from mail_messages')).toHaveLength(2);
    await rows("update rate_limits set points = 99 where key like 'user-import-foreign:%'");
    expect((await importFile(createFile(foreign, createLine('bob'), `someone,${email},B`))).statusCode).toBe(429);
  });

  test('adds users only to the session’s account, and neither owners nor operators', async () => {
    const file = [
      'login,email,firstName,isOwner,accountId,account_id,is_operator,id,password,passwordHash',
      'eve,eve@new.example,Eve,true,1,1,true,1,Portico-demo-1,x',
    ].join('\n');
    expect((await preview(file)).json().ignoredColumns).toEqual([
      'isOwner',
      'accountId',
      'account_id',
      'is_operator',
      'id',
      'password',
      'passwordHash',
    ]);
    const answer = await importFile(file, '?accountId=1&invite=false', other);
    expect(answer.statusCode).toBe(200);
    const [{ account_id }] = await rows("select account_id from users where login = 'owner@globex.example'");
    expect(await imported()).toMatchObject([
      {
        login: 'eve',
        account_id,
        is_owner: false,
        is_operator: false,
        is_admin: false,
        active: true,
        password_hash: null,
      },
    ]);
  });

  test('adds users once for two concurrent imports of the same file', async () => {
    const file = createFile(...Array.from({ length: 50 }, (_, index) => createLine(`u${index}`)));
    const answers = await Promise.all([importFile(file), importFile(file, '', other)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect(await imported()).toHaveLength(50);
    expect(new Set((await imported()).map(({ account_id }) => account_id)).size).toBe(1);
  });

  test('adds nobody if the caller is no longer an admin at that moment', async () => {
    const call = () => importFile(createFile(createLine('late', ',,,,yes,,')), '?invite=true');
    const answer = await changeRolesMeanwhile(database, accountId, { call, change: demote('admin@acme.example') });
    await rows("update users set is_admin = true where login = 'admin@acme.example'");
    expect(answer.statusCode).toBe(403);
    expect(await imported()).toEqual([]);
    expect(await rows('select from mail_messages')).toEqual([]);
  });

  test('adds one user with a name that is also added by hand concurrently', async () => {
    const byHand = createUser(database, {
      accountId,
      login: 'u7',
      email: 'hand@new.example',
      firstName: 'H',
      password: null,
    });
    const file = createFile(...Array.from({ length: 50 }, (_, index) => createLine(`u${index}`)));
    const [first, second] = await Promise.allSettled([byHand, importFile(file)]);
    const statuses = [first.status, second.status === 'fulfilled' && second.value.statusCode];
    expect([
      ['fulfilled', 422],
      ['rejected', 200],
    ]).toContainEqual(statuses);
    expect(await rows("select from users where login = 'u7'")).toHaveLength(1);
  });

  test('executes the same number of statements for 1,000 users as for one', async () => {
    await database.pool.query("insert into default_features values ($1, 'billing')", [accountId]);
    await database.pool.query("insert into default_products values ($1, 'scan')", [accountId]);
    const statementsFor = async (prefix: string, length: number) => {
      let count = 0;
      const restores: (() => void)[] = [];
      const onAcquire = (client: pg.PoolClient) => {
        const query = client.query as (...given: unknown[]) => unknown;
        client.query = ((...given: unknown[]) => {
          count += 1;
          return Reflect.apply(query, client, given);
        }) as typeof client.query;
        restores.push(() => {
          client.query = query as typeof client.query;
        });
      };
      database.pool.on('acquire', onAcquire);
      paid.current = true;
      const file = createFile(...Array.from({ length }, (_, index) => createLine(`${prefix}${index}`)));
      expect((await importFile(file, '?invite=true')).json().imported).toBe(length);
      database.pool.off('acquire', onAcquire);
      for (const restore of restores.reverse()) restore();
      return count;
    };
    const one = await statementsFor('one', 1);
    expect(one).toBeGreaterThan(5);
    expect(await statementsFor('many', 1_000)).toBe(one);
  });
});
