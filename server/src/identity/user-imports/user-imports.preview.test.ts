import { describe, expect, test } from 'vitest';
import { createFile, createLine, csv, startUserImports } from './user-imports.test-support.ts';

const { database, paid, rows, admin, preview, importFile, countUsers } = await startUserImports();

describe('the preview of an import', () => {
  test('lists the users to be added, and adds none', async () => {
    const before = await countUsers();
    const answer = await preview(
      createFile(
        createLine('ada', ',Lovelace,+1 555 0100,"Head, of computing",yes,,,2099-12-31'),
        createLine('bob', ',,,,,x,,'),
      ),
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
          active: true,
          expDate: '2100-01-01T00:00:00.000Z',
        },
        {
          login: 'bob',
          email: 'bob@new.example',
          firstName: 'bob',
          lastName: '',
          admin: false,
          readOnly: true,
          active: true,
          expDate: null,
        },
      ],
    });
    expect(await countUsers()).toBe(before);
  });

  test('lists every bad line with column and reason, in the reader’s language', async () => {
    const file = createFile(
      createLine('ada'),
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
        problems: [{ column: 'email', message: 'The email field is not a valid email address.' }],
      },
      { line: 4, login: '', problems: [{ column: 'login', message: 'The login field is required.' }] },
      { line: 5, login: 'ADA', problems: [{ column: 'login', message: 'The login is on line 2 already.' }] },
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

  test('explains why a file cannot be read', async () => {
    expect((await preview(Buffer.from([0xff, 0xfe, 0x00]))).json()).toMatchObject({
      rows: 0,
      fileProblem: expect.stringContaining('UTF-8'),
    });
    expect((await preview('')).json().fileProblem).toBe('The file is empty.');
  });

  test('does not reveal an address that its former user can restore, and the import does not add it', async () => {
    const [{ id }] = await rows("select id from users where login = 'owner@globex.example'");
    await database.pool.query(
      `insert into one_time_links (token_hash, kind, user_id, data, expires_at)
       values (sha256('x'), 'undoEmail', $1, '{"email": "Former@new.example", "changedTo": "x"}', now() + interval '1 day')`,
      [id],
    );
    const file = createFile('f,former@new.example,F');
    expect((await preview(file)).json().badLines).toEqual([]);
    expect((await importFile(file)).json()).toMatchObject({ imported: 0, notAdded: ['former@new.example'] });
    await database.pool.query("delete from one_time_links where kind = 'undoEmail'");
  });
});

describe('an uploaded file', () => {
  test.each(['Preview', ''])('is refused above 2 MB (%s)', async (path) => {
    const answer = await admin.post(`/api/UserImports/${path}`, Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), csv);
    expect(answer.statusCode).toBe(413);
  });

  test.each([
    ['application/json', '{"users": []}'],
    ['application/x-www-form-urlencoded', 'login=a'],
    ['text/xml', '<a/>'],
  ])('is refused as %s', async (type, payload) => {
    const answer = await admin.post('/api/UserImports', payload, { headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(415);
  });

  test('is refused at an endpoint without a file', async () => {
    const answer = await admin.post('/signout', 'a,b', csv);
    expect(answer.statusCode).toBe(415);
  });

  test('counts toward the limits of files and lines', async () => {
    await preview(createFile(createLine('ada'), createLine('bob')));
    const [{ points }] = await rows("select points from rate_limits where key like 'user-import-lines:%'");
    expect(points).toBe(2);
    await database.pool.query("update rate_limits set points = 49999 where key like 'user-import-lines:%'");
    expect((await preview(createFile(createLine('ada'), createLine('bob')))).statusCode).toBe(429);
    await database.pool.query("update rate_limits set points = 0 where key like 'user-import-lines:%'");
    await database.pool.query("update rate_limits set points = 60 where key like 'user-import:%'");
    expect((await importFile(createFile(createLine('ada')))).statusCode).toBe(429);
  });

  test('is refused if a new account that never paid would send more than 50 invitations', async () => {
    const file = createFile(...Array.from({ length: 51 }, (_, index) => createLine(`new${index}`)));
    const before = await countUsers();
    expect((await importFile(file, '?invite=true')).statusCode).toBe(429);
    expect(await countUsers()).toBe(before);
    paid.current = true;
    expect((await importFile(file, '?invite=true')).json().invited).toBe(51);
  });

  test('is refused if it exceeds the daily limit of invitations', async () => {
    await importFile(createFile(createLine('ada')), '?invite=true');
    await database.pool.query("update rate_limits set points = 9999 where key like 'user-import-mail:%'");
    expect((await importFile(createFile(createLine('bob'), createLine('cy')), '?invite=true')).statusCode).toBe(429);
    expect((await importFile(createFile(createLine('bob'), createLine('cy')))).json()).toEqual({
      imported: 2,
      invited: 0,
      notAdded: [],
    });
  });
});

test('the template has the columns of an import, and is a valid header', async () => {
  const template = await admin.get('/api/UserImports/Template');
  expect(template.headers['content-disposition']).toBe('attachment; filename="users.csv"');
  expect(template.body).toBe('\ufefflogin,email,firstName,lastName,phone,comments,admin,readOnly,active,expDate\n');
  expect((await preview(`${template.body}${createLine('ada')}`)).json()).toMatchObject({
    rows: 1,
    badLines: [],
    ignoredColumns: [],
  });
});
