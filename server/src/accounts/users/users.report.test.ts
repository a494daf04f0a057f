import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { readByCursor } from '../../core/db/cursor.ts';
import { issueLink } from '../links/links.service.ts';
import { seedDemonstrationPeople } from './demonstration.ts';
import { createUser } from './user-creation.ts';
import { userReportModule } from './users.routes.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: Awaited<ReturnType<typeof createTestPortal>>;
let admin: Browser;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  app = await createTestPortal(database, {
    extend: (portal) => {
      for (const route of userReportModule({ database }).routes ?? []) route.bind(portal);
    },
  });
  const { rows } = await database.pool.query("select account_id from users where login = 'owner@acme.example'");
  accountId = rows[0].account_id;
  admin = await new Browser(app).signIn('admin@acme.example');
});

beforeEach(() => database.pool.query('delete from rate_limits'));

const report = (query = '', browser = admin, locale = 'en') =>
  browser.get(`/Reports/CustomerUsersReport?format=csv${query}`, { headers: { 'accept-language': locale } });
const splitLines = (body: string) => body.replace('\ufeff', '').trimEnd().split('\n');

describe('the report of users', () => {
  test('has the users that the list finds, in its order, with formulas made inert', async () => {
    const id = await createUser(database, {
      accountId,
      login: '=HYPERLINK("http://x")',
      email: 'formula@acme.example',
      firstName: '@SUM(A1)',
      lastName: ' +1',
      phone: '+1 555 0100',
      comments: '-2\nlines',
      password: null,
    });
    await database.transaction((transaction) =>
      issueLink(transaction, { kind: 'invitation', userId: id, data: { accountId, invitedBy: null } }),
    );
    const answer = await report('&sortField=email&order=desc&textFilter=acme&pageSize=1&page=9');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="users.csv"',
    });
    const [header, ...lines] = splitLines(answer.body);
    expect(header).toBe(
      'Login,Email,First name,Last name,Phone,Comments,Role,Read only,Status,Access ends (UTC),Last login (UTC)',
    );
    expect(lines.join('\n')).toContain(
      `"'=HYPERLINK(""http://x"")",formula@acme.example,'@SUM(A1),' +1,'+1 555 0100,"'-2\nlines",User,No,Invited,,`,
    );
    const mails = lines.flatMap((line) => line.match(/[a-z]+@acme\.example(?=,[A-Z'])/) ?? []);
    expect(mails).toEqual(mails.toSorted().toReversed());
    expect(mails).toHaveLength(5);
    await database.pool.query('delete from users where id = $1', [id]);
  });

  test('contains only users of the caller’s account, in the reader’s language', async () => {
    const other = await new Browser(app).signIn('owner@globex.example');
    const [header, ...lines] = splitLines((await report('', other, 'fr')).body);
    expect(header).toMatch(/^Identifiant;Courriel;/);
    expect(lines).toEqual([expect.stringMatching(/^owner@globex\.example;.*;Propriétaire;Non;Actif;;\d{4}-/)]);
  });

  test('uses the account’s time zone, or the reader’s own time zone if the reader chose one', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    const set = (sql: string) => database.pool.query(sql);
    await set("update users set expires_at = '2099-01-01T03:30:00Z' where login = 'user@acme.example'");
    await set("update accounts set time_zone = 'America/Toronto' where name = 'Acme Security'");
    const read = async (locale?: string) => splitLines((await report('&textFilter=user@acme', owner, locale)).body);
    expect(await read()).toEqual([
      expect.stringMatching(/Access ends \(America\/Toronto\),Last login \(America\/Toronto\)$/),
      expect.stringContaining(',Active,12/31/2098 10:30 PM,'),
    ]);
    await set("update users set time_zone = 'Asia/Kolkata' where login = 'owner@acme.example'");
    expect(await read('fr')).toEqual([
      expect.stringContaining('Fin de l’accès (Asia/Kolkata)'),
      expect.stringContaining(';Actif;2099-01-01 09:00;'),
    ]);
    await set(`update users set time_zone = null, expires_at = null where account_id = ${accountId}`);
    await set("update accounts set time_zone = 'UTC' where name = 'Acme Security'");
  });

  test('shows deactivated and expired users as inactive', async () => {
    const set = (column: string) => database.pool.query(`update users set ${column} where login = 'user@acme.example'`);
    const status = async () => splitLines((await report('&textFilter=user@acme')).body)[1]?.split(',')[8];
    await set('active = false');
    expect(await status()).toBe('Inactive');
    await set("active = true, expires_at = now() - interval '1 second'");
    expect(await status()).toBe('Inactive');
    await set('expires_at = null');
    expect(await status()).toBe('Active');
  });

  test('is a CSV file without a format', async () => {
    expect((await admin.get('/Reports/CustomerUsersReport')).headers['content-type']).toContain('text/csv');
  });

  test.each(['?format=', '?format=xlsx', '?format=csv%00', '?format=csv&format=pdf'])(
    'rejects the format %j',
    async (query) => {
      const answer = await admin.get(`/Reports/CustomerUsersReport${query}`, { headers: { 'accept-language': 'en' } });
      expect(answer.statusCode).toBe(400);
      if (!query.includes('%00') && !query.includes('&'))
        expect(answer.json()).toMatchObject({ code: 'BadRequest', message: 'Error while generating the report' });
    },
  );

  test('reports a failure before the first row, and leaves every connection usable', async () => {
    await database.pool.query('alter table users rename column comments to remarks');
    const answer = await report();
    await database.pool.query('alter table users rename column remarks to comments');
    expect(answer.json()).toMatchObject({ code: 'InternalError', message: 'Error while generating the report' });
    for (let time = 0; time < 10; time += 1) expect((await report()).statusCode).toBe(200);
    await database.pool.query('delete from rate_limits');
  });

  test('serves one reader of an account at a time, and asks another one to retry', async () => {
    await database.pool.query(
      `insert into users (account_id, login, email, first_name, comments)
       select $1, 'many' || n, 'many' || n || '@many.example', 'Many', repeat('x', 2000) from generate_series(1, 6000) n`,
      [accountId],
    );
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const cookie = Object.entries(admin.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const open = () => fetch(`${address}/Reports/CustomerUsersReport?format=csv`, { headers: { cookie } });
    const [reader, abandoned] = [await open(), await open()];
    await abandoned.body?.cancel();
    expect([reader.status, abandoned.status, abandoned.headers.get('retry-after')]).toEqual([200, 503, '5']);
    expect(splitLines(await reader.text())).toHaveLength(6_005);
    const next = await open();
    expect(next.status).toBe(200);
    await next.body?.cancel();
    await expect
      .poll(async () => {
        const { body, status } = await open();
        // A reader who neither continues nor cancels keeps its connection, and the portal could not close.
        await body?.cancel();
        return status;
      })
      .toBe(200);
    await database.pool.query("delete from users where login like 'many%'");
  });

  test('limits reports to 60 an hour', async () => {
    await report();
    await database.pool.query("update rate_limits set points = 60 where key like 'user-report:%'");
    expect((await report()).statusCode).toBe(429);
  });
});

describe('a cursor', () => {
  const read = async (rows: number) => {
    const parts: number[] = [];
    for await (const part of readByCursor(database, sql`select n from generate_series(1, ${rows}::integer) n`))
      parts.push(part.length);
    return parts;
  };

  test('returns the rows in batches', async () => {
    expect(await read(0)).toEqual([]);
    expect(await read(200)).toEqual([200]);
    expect(await read(401)).toEqual([200, 200, 1]);
  });

  test('releases its connection when the reader stops and when the query fails', async () => {
    for (let time = 0; time < 20; time += 1) {
      for await (const part of readByCursor(database, sql`select n from generate_series(1, 5000) n`)) {
        expect(part).toHaveLength(200);
        break;
      }
      const failing = readByCursor(database, sql`select 1 / (n - 600) from generate_series(1, 5000) n`);
      const readAll = async () => {
        for await (const part of failing) expect(part).toHaveLength(200);
      };
      await expect(readAll()).rejects.toThrow();
    }
    expect(await read(1)).toEqual([1]);
  });
});
