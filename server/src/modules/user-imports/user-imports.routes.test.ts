import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { insertProducts } from '../../../test/products.ts';
import { workOff } from '../../../test/work-off.ts';
import type { Mail } from '../../mail/index.ts';
import { createUser, seedDemonstrationPeople } from '../users/index.ts';
import { userImportsModule } from './index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let mail: Mail;
let admin: Browser;
let readOnly: Browser;
let other: Browser;
let accountId: number;

const header = 'login,email,firstName,lastName,phone,comments,admin,readOnly,expDate';
const lineOf = (name: string, rest = ',,,,,') => `${name},${name}@new.example,${name}${rest}`;
const fileOf = (...lines: readonly string[]) => [header, ...lines, ''].join('\n');

const csv = { headers: { 'content-type': 'text/csv' } };
const preview = async (file: string | Buffer, browser = admin) => browser.post('/api/UserImports/Preview', file, csv);
const importFile = (file: string | Buffer, query = '', browser = admin) =>
  browser.post(`/api/UserImports${query}`, file, csv);
const rows = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows;
const countUsers = async () => Number((await rows('select count(*) from users'))[0].count);

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  await insertProducts(database, 'scan', 'desk');
  const app = await createTestPortal(database, {
    extend: (portal, parts) => {
      ({ mail } = parts);
      for (const route of userImportsModule({ database, ...parts }).routes ?? []) route.bind(portal);
    },
  });
  accountId = (await rows("select account_id from users where login = 'owner@acme.example'"))[0].account_id;
  admin = await new Browser(app).signIn('admin@acme.example');
  readOnly = await new Browser(app).signIn('readonly@acme.example');
  other = await new Browser(app).signIn('owner@globex.example');
});

beforeEach(async () => {
  await database.pool.query("delete from users where email like '%@new.example'");
  for (const table of ['rate_limits', 'mail_messages', 'default_features', 'default_refusals', 'default_products'])
    await database.pool.query(`delete from ${table}`);
});

describe('looking at a file', () => {
  test('says whom it would add, and adds nobody', async () => {
    const before = await countUsers();
    const answer = await preview(
      fileOf(lineOf('ada', ',Lovelace,+1 555 0100,"Head, of computing",yes,,2099-12-31'), lineOf('bob', ',,,,,x,')),
    );
    expect(answer.json()).toEqual({
      rows: 2,
      admins: 1,
      readOnly: 1,
      ignoredColumns: [],
      fileProblem: null,
      badLines: [],
      sample: [
        {
          login: 'ada',
          email: 'ada@new.example',
          firstName: 'ada',
          lastName: 'Lovelace',
          admin: true,
          readOnly: false,
          expDate: '2100-01-01T00:00:00.000Z',
        },
        {
          login: 'bob',
          email: 'bob@new.example',
          firstName: 'bob',
          lastName: '',
          admin: false,
          readOnly: true,
          expDate: null,
        },
      ],
    });
    expect(await countUsers()).toBe(before);
  });

  test('names every bad line with its column and the reason, in the reader’s language', async () => {
    const file = fileOf(
      lineOf('ada'),
      'bob,bob at new,Bob',
      ',c@new.example,C',
      'ADA,d@new.example,D',
      'e,Owner@Globex.example,E',
      'admin@acme.example,f@new.example,,,,,perhaps',
    );
    const { badLines } = (await preview(file)).json();
    expect(badLines).toEqual([
      {
        line: 3,
        login: 'bob',
        problems: [{ column: 'email', message: 'The email field is not a valid e-mail address.' }],
      },
      { line: 4, login: '', problems: [{ column: 'login', message: 'The login field is required.' }] },
      { line: 5, login: 'ADA', problems: [{ column: 'login', message: 'The login is on line 2 already.' }] },
      { line: 6, login: 'e', problems: [{ column: 'email', message: 'The email is already taken.' }] },
      {
        line: 7,
        login: 'admin@acme.example',
        problems: [
          { column: 'firstName', message: 'The firstName field is required.' },
          { column: 'admin', message: 'The admin field should be yes or no.' },
          { column: 'login', message: 'The login is already taken.' },
        ],
      },
    ]);
    const french = await admin.post('/api/UserImports/Preview', file, {
      headers: { ...csv.headers, 'accept-language': 'fr' },
    });
    expect(french.json().badLines[1].problems[0].message).toBe('Le champ login est obligatoire.');
  });

  test('says why a file cannot be read', async () => {
    expect((await preview(Buffer.from([0xff, 0xfe, 0x00]))).json()).toMatchObject({
      rows: 0,
      fileProblem: expect.stringContaining('UTF-8'),
    });
    expect((await preview('')).json().fileProblem).toBe('The file is empty.');
  });

  test('holds an address for whoever can take it back', async () => {
    const [{ id }] = await rows("select id from users where login = 'owner@globex.example'");
    await database.pool.query(
      `insert into one_time_links (token_hash, kind, user_id, data, expires_at)
       values (sha256('x'), 'undoEmail', $1, '{"email": "Former@new.example", "changedTo": "x"}', now() + interval '1 day')`,
      [id],
    );
    const { badLines } = (await preview(fileOf('f,former@new.example,F'))).json();
    expect(badLines).toMatchObject([{ problems: [{ column: 'email' }] }]);
    await database.pool.query("delete from one_time_links where kind = 'undoEmail'");
  });
});

describe('importing a file', () => {
  const imported = () =>
    rows(
      `select login, account_id, is_admin, is_owner, is_operator, read_only, active, phone, comments, expires_at, password_hash,
              array(select feature from user_features where user_id = id order by 1) as features,
              array(select permission from user_refusals where user_id = id order by 1) as refusals,
              array(select product_id from user_products where user_id = id order by 1) as products
       from users where email like '%@new.example' order by login`,
    );

  test('adds its users with the defaults of the account, and says so in the audit log', async () => {
    await database.pool.query("insert into default_features values ($1, 'billing')", [accountId]);
    await database.pool.query("insert into default_refusals values ($1, 'changePassword')", [accountId]);
    await database.pool.query("insert into default_products values ($1, 'scan')", [accountId]);
    const answer = await importFile(
      fileOf(lineOf('ada', ',,+1 555 0100,=1+1,yes,,2099-12-31'), lineOf('bob', ',,,,no,1,')),
    );
    expect(answer.json()).toEqual({ imported: 2, invited: 0 });
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
    expect(await rows('select from mail_messages')).toEqual([]);
  });

  test('mails each an invitation that works, after everything else that waits', async () => {
    const answer = await importFile(fileOf(lineOf('ada'), lineOf('bob')), '?invite=true');
    expect(answer.json()).toEqual({ imported: 2, invited: 2 });
    expect(
      await rows('select distinct priority from graphile_worker._private_jobs where payload::jsonb ? $1', ['id']),
    ).toEqual([{ priority: 10 }]);
    await workOff({ database, app: { jobs: mail.jobs } });
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

  test.each([
    ['a bad line', fileOf(lineOf('ada'), 'bob,,')],
    ['a name that is taken', fileOf(lineOf('ada'), 'owner@acme.example,o@new.example,O')],
    ['a name that is there twice', fileOf(lineOf('ada'), lineOf('ada'))],
    [
      'names that the database alone takes for one',
      fileOf('\u0130x,a@new.example,A', 'i\u0307x,b@new.example,B', lineOf('A'), lineOf('a')),
    ],
    ['a NUL', fileOf(lineOf('ada'), 'b\0b,b@new.example,B')],
    ['half a surrogate', Buffer.concat([Buffer.from(`${header}\nb`), Buffer.of(0xed, 0xa0, 0x80)])],
    ['nothing', ''],
  ])('adds nobody where the file has %s', async (_, file) => {
    const before = await countUsers();
    const answer = await importFile(file, '?invite=true');
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file']);
    expect(await countUsers()).toBe(before);
    expect(await rows('select from mail_messages')).toEqual([]);
  });

  test('adds users to the account of the session alone, none of them an owner or an operator', async () => {
    const file = [
      'login,email,firstName,isOwner,accountId,account_id,is_operator,id,password,passwordHash,active',
      'eve,eve@new.example,Eve,true,1,1,true,1,Portico-demo-1,x,false',
    ].join('\n');
    expect((await preview(file)).json().ignoredColumns).toEqual([
      'isOwner',
      'accountId',
      'account_id',
      'is_operator',
      'id',
      'password',
      'passwordHash',
      'active',
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

  test('adds them once where the same file is imported twice at once', async () => {
    const file = fileOf(...Array.from({ length: 50 }, (_, index) => lineOf(`u${index}`)));
    const answers = await Promise.all([importFile(file), importFile(file, '', other)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect(await imported()).toHaveLength(50);
    expect(new Set((await imported()).map(({ account_id }) => account_id)).size).toBe(1);
  });

  test('and adding one of them by hand at once gives the name to one', async () => {
    const byHand = createUser(database, {
      accountId,
      login: 'u7',
      email: 'hand@new.example',
      firstName: 'H',
      password: null,
    });
    const file = fileOf(...Array.from({ length: 50 }, (_, index) => lineOf(`u${index}`)));
    const [first, second] = await Promise.allSettled([byHand, importFile(file)]);
    const statuses = [first.status, second.status === 'fulfilled' && second.value.statusCode];
    expect([
      ['fulfilled', 422],
      ['rejected', 200],
    ]).toContainEqual(statuses);
    expect(await rows("select from users where login = 'u7'")).toHaveLength(1);
  });

  test('makes as many statements for a thousand users as for one', async () => {
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
      const file = fileOf(...Array.from({ length }, (_, index) => lineOf(`${prefix}${index}`)));
      expect((await importFile(file, '?invite=true')).json().imported).toBe(length);
      database.pool.off('acquire', onAcquire);
      for (const restore of restores.reverse()) restore();
      return count;
    };
    const one = await statementsFor('one', 1);
    expect(one).toBeGreaterThan(5);
    expect(await statementsFor('many', 1_000)).toBe(one);
  });

  test('is refused to a read-only user and without the token of a page', async () => {
    expect((await importFile(fileOf(lineOf('ada')), '', readOnly)).statusCode).toBe(403);
    expect((await preview(fileOf(lineOf('ada')), readOnly)).statusCode).toBe(403);
    const stolen = new Browser(admin.app);
    Object.assign(stolen.cookies, admin.cookies);
    expect((await importFile(fileOf(lineOf('ada')), '', stolen)).json().code).toBe('AntiForgery');
    expect(await imported()).toEqual([]);
  });
});

describe('what is sent', () => {
  test.each(['Preview', ''])('is no longer than 2 MB (%s)', async (path) => {
    const answer = await admin.post(`/api/UserImports/${path}`, Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), csv);
    expect(answer.statusCode).toBe(413);
  });

  test.each([
    ['application/json', '{"users": []}'],
    ['application/x-www-form-urlencoded', 'login=a'],
    ['text/xml', '<a/>'],
  ])('is a CSV file and no %s', async (type, payload) => {
    const answer = await admin.post('/api/UserImports', payload, { headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(415);
  });

  test('is a file only where the contract says so', async () => {
    const answer = await admin.post('/signout', 'a,b', csv);
    expect(answer.statusCode).toBe(415);
  });

  test('is counted: by files and by lines', async () => {
    await preview(fileOf(lineOf('ada'), lineOf('bob')));
    const [{ points }] = await rows("select points from rate_limits where key like 'user-import-lines:%'");
    expect(points).toBe(2);
    await database.pool.query("update rate_limits set points = 49999 where key like 'user-import-lines:%'");
    expect((await preview(fileOf(lineOf('ada'), lineOf('bob')))).statusCode).toBe(429);
    await database.pool.query("update rate_limits set points = 0 where key like 'user-import-lines:%'");
    await database.pool.query("update rate_limits set points = 60 where key like 'user-import:%'");
    expect((await importFile(fileOf(lineOf('ada')))).statusCode).toBe(429);
  });

  test('mails so many invitations a day and no more', async () => {
    await importFile(fileOf(lineOf('ada')), '?invite=true');
    await database.pool.query("update rate_limits set points = 9999 where key like 'user-import-mail:%'");
    expect((await importFile(fileOf(lineOf('bob'), lineOf('cy')), '?invite=true')).statusCode).toBe(429);
    expect((await importFile(fileOf(lineOf('bob'), lineOf('cy')))).json()).toEqual({ imported: 2, invited: 0 });
  });
});

test('the template has the columns of an import, and is a good header', async () => {
  const template = await admin.get('/api/UserImports/Template');
  expect(template.headers['content-disposition']).toBe('attachment; filename="users.csv"');
  expect(template.body).toBe('\ufefflogin,email,firstName,lastName,phone,comments,admin,readOnly,expDate\n');
  expect((await preview(`${template.body}${lineOf('ada')}`)).json()).toMatchObject({
    rows: 1,
    badLines: [],
    ignoredColumns: [],
  });
});
