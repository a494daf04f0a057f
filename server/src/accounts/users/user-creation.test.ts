import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { createAccount, createCompany, findCompany } from '../accounts/accounts.service.ts';
import { demonstrationPassword, seedDemonstrationPeople } from './demonstration.ts';
import { passwordProblems } from './password-rule.ts';
import { verifyPassword } from './passwords.ts';
import { updatePassword } from './people.queries.ts';
import { replaceHash } from './user-creation.queries.ts';
import { createUser, type NewUser } from './user-creation.ts';

const missing = (password: string) =>
  passwordProblems(password).map((said) => ('key' in said ? said.key.split('.').at(-1) : said.text));

describe('passwords', () => {
  test.each([
    ['Portico-demo-1', []],
    ['Ab1!', ['length']],
    ['ABCDEFG1!', ['lowercase']],
    ['abcdefg1!', ['uppercase']],
    ['Abcdefgh!', ['digit']],
    ['Abcdefgh1', ['special']],
    ['aaaaaaaa', ['uppercase', 'digit', 'special', 'unique']],
    ['', ['length', 'lowercase', 'uppercase', 'digit', 'special', 'unique']],
    ['Çédille ñ 42 €', []],
    ['correct horse Battery staple 9', []],
    ['P@ssw0rd', ['common']],
    ['Password1!', ['common']],
    ['Dragon2024!', ['common']],
    ['1Qaz@wsx', ['common']],
    ['!!Monkey12', ['common']],
    ['Tr0ub4dor&3', []],
  ])('%s lacks %j', (password, problems) => {
    expect(missing(password)).toEqual(problems);
  });

  test('accepts a long password without truncating it', async () => {
    const database = await createTestDatabase();
    await createCompany(database.query, { name: 'V', slug: 'v' });
    const accountId = await createAccount(database.query, { companyId: 1, name: 'A', features: [] });
    const long = `Aa1!${'x'.repeat(995)}`;
    await createUser(database, { accountId, login: 'l', email: 'l@a.example', firstName: 'L', password: `${long}y` });
    const { rows } = await database.pool.query("select password_hash from users where login = 'l'");
    expect(await verifyPassword(rows[0].password_hash, `${long}y`)).toBe(true);
    expect(await verifyPassword(rows[0].password_hash, `${long}z`)).toBe(false);
    expect(await verifyPassword(rows[0].password_hash, long)).toBe(false);
    expect(missing(`${long}yz`)).toEqual(['tooLong']);
  });
});

test('rejects every password of an unknown user', async () => {
  expect(await verifyPassword(null, '')).toBe(false);
});

describe('accounts', async () => {
  const database = await createTestDatabase();
  let accountId = 0;
  const person: Omit<NewUser, 'accountId'> = {
    login: 'Ada',
    email: 'Ada@Hooli.example',
    firstName: 'Ada',
    password: 'Portico-demo-1',
    isOwner: true,
  };
  const refused = (change: Partial<NewUser>) =>
    createUser(database, { ...person, accountId, isOwner: false, ...change }).then(
      () => null,
      (error: unknown) => (error instanceof InvalidInputError ? Object.keys(error.propertyErrors ?? {}) : error),
    );

  beforeAll(async () => {
    await createCompany(database.query, { id: 1, name: 'Veriscan', slug: 'veriscan' });
    accountId = await createAccount(database.query, { companyId: 1, name: 'Hooli', features: ['billing'] });
    await createUser(database, { ...person, accountId });
  });

  test('can belong to another brand than the default one, which gets the next id', async () => {
    const next = await createCompany(database.query, { name: 'Other', slug: 'other', accentLight: '#123456' });
    expect(next).toBe(2);
    expect(await findCompany(database, next)).toMatchObject({ name: 'Other', accentLight: '#123456' });
    expect(await findCompany(database)).toMatchObject({ id: 1, name: 'Veriscan' });
    await expect(createCompany(database.query, { name: 'X', slug: 'other' })).rejects.toBeInstanceOf(InvalidInputError);
    await expect(createCompany(database.query, { name: 'X', slug: 'Not a slug' })).rejects.toBeInstanceOf(
      InvalidInputError,
    );
  });

  test('show the default brand, id 1, if the requested brand is missing', async () => {
    expect(await findCompany(database, 99)).toMatchObject({ id: 1, name: 'Portico' });
  });

  test('have users whose names are unique among all logins and email addresses, ignoring case', async () => {
    expect(await refused({ login: 'ADA', email: 'other@hooli.example' })).toEqual(['login']);
    expect(await refused({ login: 'other', email: 'ADA@hooli.example' })).toEqual(['email']);
    expect(await refused({ login: 'ada@HOOLI.example', email: 'other@hooli.example' })).toEqual(['login']);
    expect(await refused({ login: 'other', email: 'ada' })).toEqual(['email']);
    expect(await refused({})).toEqual(['login', 'email']);
  });

  test('give a name to only one of many concurrent users', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        refused(
          index % 2 ? { login: 'wanted', email: `w${index}@hooli.example` } : { login: `w${index}`, email: 'wanted' },
        ),
      ),
    );
    expect(results.filter((answer) => answer === null)).toHaveLength(1);
    expect(results.filter(Array.isArray)).toHaveLength(9);
  });

  test('have one owner', async () => {
    expect(await refused({ login: 'second', email: 'second@hooli.example', isOwner: true })).toEqual(['isOwner']);
  });

  test('reject users with a bad password, and accept users without a last name', async () => {
    expect(await refused({ login: 'p', email: 'p@hooli.example', password: 'password' })).toEqual(['password']);
    expect(await refused({ login: 'p', email: 'p@hooli.example', lastName: '' })).toBeNull();
  });
});

describe('a stronger hash of the same password', async () => {
  const database = await createTestDatabase();

  test('replaces the weak hash, but not the hash of a password that changed meanwhile', async () => {
    await createCompany(database.query, { name: 'V', slug: 'v' });
    const accountId = await createAccount(database.query, { companyId: 1, name: 'A', features: [] });
    const person = { accountId, login: 'l', email: 'l@a.example', firstName: 'L', password: 'Portico-demo-1' };
    const userId = await createUser(database, person);
    const stored = async () =>
      (await database.pool.query('select password_hash from users where id = $1', [userId])).rows[0].password_hash;
    const seen = await stored();
    await replaceHash(database.query, userId, seen, 'stronger');
    expect(await stored()).toBe('stronger');
    await updatePassword(database.query, userId, 'of another password');
    const changed = await stored();
    await replaceHash(database.query, userId, 'stronger', 'of the former password');
    expect(await stored()).toBe(changed);
  });
});

describe('the demo’s users', async () => {
  const database = await createTestDatabase();

  test('are created once by concurrent starts', async () => {
    const made = await Promise.all([seedDemonstrationPeople(database), seedDemonstrationPeople(database)]);
    expect(made.sort()).toEqual([false, true]);
    expect(await seedDemonstrationPeople(database)).toBe(false);
    const { rows } = await database.pool.query(
      `select u.email, a.name as account, u.is_owner, u.is_admin, u.read_only, u.is_operator, u.password_hash,
              array(select feature from user_features f where f.user_id = u.id order by feature) as features
       from users u join accounts a on a.id = u.account_id order by u.email`,
    );
    expect(rows.map(({ password_hash: _, ...row }) => row)).toEqual([
      {
        email: 'admin@acme.example',
        account: 'Acme Security',
        is_owner: false,
        is_admin: true,
        read_only: false,
        is_operator: false,
        features: [],
      },
      {
        email: 'operator@portico.example',
        account: 'Veriscan',
        is_owner: true,
        is_admin: false,
        read_only: false,
        is_operator: true,
        features: [],
      },
      {
        email: 'owner@acme.example',
        account: 'Acme Security',
        is_owner: true,
        is_admin: false,
        read_only: false,
        is_operator: false,
        features: [],
      },
      {
        email: 'owner@globex.example',
        account: 'Globex',
        is_owner: true,
        is_admin: false,
        read_only: false,
        is_operator: false,
        features: [],
      },
      {
        email: 'readonly@acme.example',
        account: 'Acme Security',
        is_owner: false,
        is_admin: false,
        read_only: true,
        is_operator: false,
        features: ['billing', 'customerAdmin'],
      },
      {
        email: 'user@acme.example',
        account: 'Acme Security',
        is_owner: false,
        is_admin: false,
        read_only: false,
        is_operator: false,
        features: [],
      },
    ]);
    for (const { password_hash } of rows) expect(await verifyPassword(password_hash, demonstrationPassword)).toBe(true);
  });
});
