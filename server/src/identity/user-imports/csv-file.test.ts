import { describe, expect, test } from 'vitest';
import { readUserFile, UnreadableFileError } from './csv-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readUserFile(bytes(text));
const refused = async (file: string | Uint8Array) => {
  const error = await readUserFile(typeof file === 'string' ? bytes(file) : file).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnreadableFileError);
  return (error as UnreadableFileError).said;
};

describe('a file of users', () => {
  test.each([
    ['commas', 'login,email,firstName\nada,ada@x.example,Ada\n'],
    ['semicolons', 'login;email;firstName\nada;ada@x.example;Ada\n'],
    ['tabs', 'login\temail\tfirstName\nada\tada@x.example\tAda\n'],
    ['a byte order mark', '\ufefflogin,email,firstName\nada,ada@x.example,Ada\n'],
    ['Windows line endings', 'login,email,firstName\r\nada,ada@x.example,Ada\r\n'],
    ['no line ending after the last line', 'login,email,firstName\nada,ada@x.example,Ada'],
    ['quoted cells', '"login","email","firstName"\n"ada","ada@x.example","Ada"\n'],
    ['the columns of the French report', 'Identifiant;Courriel;Prénom\nada;ada@x.example;Ada\n'],
    ['French names without accents', 'IDENTIFIANT;Adresse e-mail;Prenom\nada;ada@x.example;Ada\n'],
    ['column names in other spellings', ' Login ,E-Mail,First name\nada,ada@x.example,Ada\n'],
  ])('is read with %s', async (_, text) => {
    const { lines, ignoredColumns } = await read(text);
    expect(lines).toMatchObject([
      { line: 2, cells: { login: 'ada', email: 'ada@x.example', firstName: 'Ada', admin: '' }, isTooLong: false },
    ]);
    expect(ignoredColumns).toEqual([]);
  });

  test('is read with the separator of its first line, which counts as a line', async () => {
    const { lines } = await read('sep=|\r\nlogin|email|firstName|comments\r\nada|ada@x.example|Ada|a, b; c\r\n');
    expect(lines).toMatchObject([{ line: 3, cells: { login: 'ada', comments: 'a, b; c' } }]);
  });

  test('numbers lines like an editor, with multi-line cells and empty lines', async () => {
    const { lines } = await read(
      'login,email,firstName,comments\n\na,a@x.example,A,"one\ntwo\r\nthree"\n,,,\n\nb,b@x.example,B,\n"c",c@x.example,C,x',
    );
    expect(lines.map(({ line, cells }) => [line, cells.login])).toEqual([
      [3, 'a'],
      [8, 'b'],
      [9, 'c'],
    ]);
    expect(lines[0]?.cells.comments).toBe('one\ntwo\nthree');
  });

  test('reports columns that are not imported, and reads the others', async () => {
    const { lines, ignoredColumns } = await read(
      `login,isOwner,email,accountId,firstName,,${'x'.repeat(60)},a\u0007b\nada,true,ada@x.example,7,Ada,,,\n`,
    );
    expect(ignoredColumns).toEqual(['isOwner', 'accountId', `${'x'.repeat(40)}…`, 'a b']);
    expect(lines[0]?.cells).toMatchObject({ login: 'ada', email: 'ada@x.example', firstName: 'Ada' });
    expect(JSON.stringify(lines)).not.toContain('accountId');
  });

  test('may have lines shorter than the header, and reports longer ones', async () => {
    const { lines } = await read(
      'login,email,firstName,phone\na,a@x.example,A\nb,b@x.example,B,,,\nc,c@x.example,C,1,2\n',
    );
    expect(lines.map(({ isTooLong }) => isTooLong)).toEqual([false, false, true]);
  });

  test.each([
    'Login,Email,First name,Last name,Phone,Comments,Role,Read only,Status,Access ends (America/Toronto),Last login (America/Toronto)',
    'Identifiant,Courriel,Prénom,Nom,Téléphone,Commentaires,Rôle,Lecture seule,État,Fin de l’accès (America/Toronto),Dernière connexion (America/Toronto)',
  ])('reads a whole report of users: %s', async (header) => {
    const { lines, ignoredColumns } = await read(
      `${header}\na,a@x.example,A,B,1,c,Admin,No,Active,2030-12-31 10:00,\n`,
    );
    expect(lines[0]).toMatchObject({
      cells: { lastName: 'B', admin: 'Admin', readOnly: 'No', active: 'Active', expDate: '2030-12-31 10:00' },
      timeZone: 'America/Toronto',
    });
    expect(ignoredColumns).toEqual([header.split(',').at(-1)]);
  });

  test('restores cells in which a report neutralized formulas', async () => {
    const { lines } = await read(
      "login,email,firstName,phone\na,a@x.example,'=A,'+1 555 0100\nb,b@x.example,'tHooft,'1\n",
    );
    expect(lines.map(({ cells: { firstName, phone } }) => [firstName, phone])).toEqual([
      ['=A', '+1 555 0100'],
      ["'tHooft", "'1"],
    ]);
  });

  test.each([
    ['', { key: 'import.empty' }],
    ['\n\n , ,\n', { key: 'import.empty' }],
    ['login,email,firstName\n', { key: 'import.noUsers' }],
    ['login,email\na,a@x.example\n', { key: 'import.columnsMissing', values: { columns: 'firstName', count: 1 } }],
    ['a,b,c\n1,2,3\n', { key: 'import.columnsMissing', values: { columns: 'login, email, firstName', count: 3 } }],
    ['login,email,firstName,LOGIN\na,b,c,d\n', { key: 'import.columnTwice', values: { column: 'login' } }],
    ['login,email,firstName\na,b,"c\n', { key: 'import.quotes', values: { line: 2 } }],
    ['login,email,firstName\na,b,c\na,b,c"d"\n', { key: 'import.quotes', values: { line: 3 } }],
    [`login${','.repeat(200)}\n`, { key: 'import.tooWide', values: { most: 100 } }],
    [`login,email,firstName\n${'a,b,c\n'.repeat(5_001)}`, { key: 'import.tooLong', values: { most: 5_000 } }],
  ])('is refused if it cannot be parsed (%#)', async (text, said) => {
    expect(await refused(text)).toEqual(said);
  });

  test.each([
    ['ISO 8859-1', Uint8Array.of(0x6c, 0xe9, 0x0a)],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x6c, 0x00)],
    ['half a character', Uint8Array.of(0x6c, 0xc3)],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
  ])('is refused if it is %s', async (_, file) => {
    expect(await refused(file)).toEqual({ key: 'import.notUtf8' });
  });

  test('may have 5,000 users', async () => {
    expect((await read(`login,email,firstName\n${'a,b,c\n'.repeat(5_000)}`)).lines).toHaveLength(5_000);
  });
});
