import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema/index.ts';

describe('migrations', async () => {
  const database = await createTestDatabase();
  const tables = Object.values(schema).filter((value) => is(value, PgTable)) as PgTable[];

  test('are applied once', async () => {
    expect(await migrate(database.pool)).toEqual([]);
  });

  test('are applied once, also by processes that start on an empty database at the same moment', async () => {
    const empty = await createTestDatabase('template1');
    const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: empty.url, max: 1 }));
    const applied = await Promise.all(pools.map((pool) => migrate(pool)));
    await Promise.all(pools.map((pool) => pool.end()));
    const [first, ...others] = applied.toSorted((one, other) => other.length - one.length);
    expect(first?.length).toBeGreaterThan(5);
    expect(others).toEqual([[], []]);
  });

  test('leave the tables that the schema in TypeScript describes', async () => {
    const { rows } = await database.pool.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name || case is_nullable when 'NO' then '' else '?' end order by column_name) as columns
       from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations' group by table_name order by table_name`,
    );
    const described = tables
      .map((table) => ({
        name: getTableName(table),
        columns: Object.values(getTableColumns(table))
          .map((column) => column.name + (column.notNull ? '' : '?'))
          .sort(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(described).toEqual(rows.map((row) => ({ ...row, columns: [...row.columns].sort() })));
  });

  test('give every foreign key an index', async () => {
    const { rows } = await database.pool.query(
      `select c.conrelid::regclass::text as "table", a.attname as "column"
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
    );
    expect(rows).toEqual([]);
  });

  test('keep the audit log append only', async () => {
    await database.pool.query("insert into audit_events (kind) values ('test')");
    await expect(database.pool.query("update audit_events set kind = 'other'")).rejects.toThrow(/append only/);
    await expect(database.pool.query('delete from audit_events')).rejects.toThrow(/append only/);
    await expect(database.pool.query('truncate audit_events')).rejects.toThrow(/append only/);
  });
});
