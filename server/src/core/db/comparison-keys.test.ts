import { comparisonKey, searchKey } from '@portico/contract';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { migrate } from './migrations.ts';

const database = await createTestDatabase();

test('the database makes the same keys as comparisonKey and searchKey for every letter it knows, and for sequences', async () => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => !/[\0\p{Cs}\p{Co}\p{Cn}]/u.test(letter),
  );
  const sequences = [
    'H\u0331',
    'e\u200d\u0301',
    '\ufeff ÉLODIE.X\u00a0',
    'ＡＢ＠ａｃｍｅ',
    'ΟΔΟΣ ΟΔΟΣ',
    'İ',
    '\u2028a\t',
    'ﬁ',
  ];
  const names = [...sequences, ...letters, ...letters.map((letter) => `a${letter}b`)];
  const { rows } = await database.pool.query<{ name: string; key: string; search: string }>(
    'select name, comparison_key(name) as key, search_key(name) as search from unnest($1::text[]) with ordinality as given (name, position) where unicode_assigned(name) order by position',
    [names],
  );
  const different = rows.filter(({ name, key, search }) => key !== comparisonKey(name) || search !== searchKey(name));
  expect(different).toEqual([]);
});

test('a search key has no accents, and keeps the marks that make another letter', () => {
  const names = ['Élodie', 'E\u0301LODIE', 'Łukasz', 'Čeněk', 'D’Arcy', 'が', 'हिन्दी'];
  expect(names.map(searchKey)).toEqual(['elodie', 'elodie', 'lukasz', 'cenek', "d'arcy", 'か\u3099', 'हिन्दी']);
});

test('the migration stops with a list if logins or addresses become equal, and renames nobody', async () => {
  const { pool } = await createTestDatabase();
  await pool.query('drop function comparison_key cascade');
  await pool.query("delete from schema_migrations where name = '0079_comparison_keys.sql'");
  await pool.query(
    `with company as (insert into companies (name, slug) values ('Vendor', 'vendor') returning id),
          account as (insert into accounts (company_id, name) select id, 'Account' from company returning id)
     insert into users (account_id, login, email, first_name)
     select id, login, email, 'A' from account, (values ('Élodie.x', 'e@a.example'), ('élodie.x', 'f@a.example')) as given (login, email)`,
  );
  await expect(migrate(pool)).rejects.toThrow(
    /"élodie\.x": user \d+ of account \d+ \(login "Élodie\.x", e-mail "e@a\.example"\), user \d+ of account \d+ \(login "élodie\.x"/,
  );
  expect((await pool.query('select login from users order by id')).rows).toEqual([
    { login: 'Élodie.x' },
    { login: 'élodie.x' },
  ]);
});
