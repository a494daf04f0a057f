import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { listMigrations, migrate } from './migrations.ts';
import { generateSchema, parseUnion } from './schema/generate.ts';

const schemaFolder = new URL('./schema/', import.meta.url);

describe('migrations', async () => {
  const database = await createTestDatabase();

  test('are applied once', async () => {
    expect(await migrate(database.pool)).toEqual([]);
  });

  test('are applied once, even by processes that start on an empty database at the same moment', async () => {
    const empty = await createTestDatabase('template1');
    const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: empty.url, max: 1 }));
    const applied = await Promise.all(pools.map((pool) => migrate(pool)));
    await Promise.all(pools.map((pool) => pool.end()));
    const [first, ...others] = applied.toSorted((one, other) => other.length - one.length);
    expect(first?.length).toBeGreaterThan(5);
    expect(others).toEqual([[], []]);
  });

  test.each(listMigrations())('never change once they are applied: %s', (name) => {
    const sql = readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8');
    expect(createHash('sha256').update(sql).digest('hex')).toMatchSnapshot();
  });

  test('generate the committed schema', async () => {
    const files = readdirSync(schemaFolder).filter((name) => name.endsWith('.gen.ts'));
    const committed = files.map((name) => [name, readFileSync(new URL(name, schemaFolder), 'utf8')] as const);
    // After a new migration: npm run db:schema
    expect(Object.fromEntries(await generateSchema(database.pool))).toEqual(Object.fromEntries(committed));
  });

  test.each([
    ['create table strays (id bigint primary key)', 'The table strays has no owner in owners.ts'],
    ['alter table users add column place point', 'The type point of users.place has no builder in generate.ts'],
  ])('reject a schema that cannot be generated: %s', async (change, message) => {
    const changed = await createTestDatabase();
    await changed.pool.query(change);
    await expect(generateSchema(changed.pool)).rejects.toThrow(message);
  });

  test('generate a union for a check against a list of values, and none for other checks', () => {
    expect(parseUnion(`CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`)).toBe("'a' | 'b'");
    expect(parseUnion(`CHECK (("interval" = ANY (ARRAY['Day'::text])))`)).toBe("'Day'");
    expect(parseUnion('CHECK ((processing_type = ANY (ARRAY[0, 1])))')).toBe('0 | 1');
    expect(parseUnion(`CHECK ((slug ~ '^[a-z]+$'::text))`)).toBeUndefined();
    expect(parseUnion(`CHECK (((settled_at IS NULL) = (state = ANY (ARRAY['a'::text]))))`)).toBeUndefined();
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

  describe('database constraints ensure, whatever the code does,', async () => {
    const { rows } = await database.pool.query<{ account: number }>(
      `with company as (insert into companies (name, slug) values ('Vendor', 'vendor') returning id)
       insert into accounts (company_id, name) select id, 'Account' from company returning id as account`,
    );
    const account = rows[0]?.account;
    const addUser = (login: string, columns: string, values: string) =>
      database.pool.query(
        `insert into users (account_id, login, email, first_name, ${columns}) values ($1, $2, $3, 'A', ${values})`,
        [account, login, `${login}@a.example`],
      );

    test.each([1_799, 86_401])('that the idle limit of sessions cannot be %i seconds', async (seconds) => {
      const change = database.pool.query('update accounts set session_idle_seconds = $1', [seconds]);
      await expect(change).rejects.toThrow(/session_idle_seconds/);
      await database.pool.query('update accounts set session_idle_seconds = $1', [seconds < 2_000 ? 1_800 : 86_400]);
    });

    test.each([
      ['inactive', 'is_owner, active', 'true, false'],
      ['read-only', 'is_owner, read_only', 'true, true'],
    ])('that no owner is %s', async (what, columns, values) => {
      await expect(addUser(what, columns, values)).rejects.toThrow(/users_check/);
    });

    test('that an account has one owner, and that a login or an email address has one user, ignoring case', async () => {
      await addUser('first', 'is_owner', 'true');
      await expect(addUser('second', 'is_owner', 'true')).rejects.toThrow(/users_one_owner_key/);
      await expect(addUser('FIRST', 'is_owner', 'false')).rejects.toThrow(/users_login_key/);
      await expect(
        database.pool.query("update users set login = 'x', email = 'FIRST@a.example'"),
      ).resolves.toBeDefined();
      await expect(addUser('first', 'is_owner', 'false')).rejects.toThrow(/users_email_key/);
    });

    test('that an operator acts for a limited time, and that a session’s id is stored only as a hash', async () => {
      const add = (columns: string, values: string) =>
        database.pool.query(
          `insert into sessions (id_hash, user_id, marker, expires_at, ${columns}) select ${values} from users limit 1`,
        );
      const common = "id, 'm', now()";
      await expect(add('operator_user_id', `sha256('a'), ${common}, id`)).rejects.toThrow(/sessions_check/);
      await expect(add('acting_until', `sha256('a'), ${common}, now()`)).rejects.toThrow(/sessions_check/);
      await expect(add('address', `'the id itself', ${common}, null`)).rejects.toThrow(/sessions_id_hash_check/);
    });
  });

  test('wait for another migrating process, and are not limited by the time limit of requests', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1, statement_timeout: 200 });
    const other = await database.pool.connect();
    await other.query('select pg_advisory_lock(727466001)');
    const migrating = migrate(pool);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await other.query('select pg_advisory_unlock(727466001)');
    other.release();
    expect(await migrating).toEqual([]);
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '200ms' }]);
    await pool.end();
  });

  test('are applied completely or not at all: a failing migration leaves nothing, and earlier migrations stay applied', async () => {
    const empty = await createTestDatabase('template1');
    await empty.pool.query(
      `create table schema_migrations (name text primary key check (name not like '0002%'), checksum text not null, applied_at timestamptz not null default now())`,
    );
    await expect(migrate(empty.pool)).rejects.toThrow('Migration 0002_catalog.sql failed');
    const there = async () =>
      (
        await empty.pool.query(
          "select to_regclass('users') is not null as users, to_regclass('plans') is not null as plans",
        )
      ).rows;
    expect(await there()).toEqual([{ users: true, plans: false }]);
    await empty.pool.query('alter table schema_migrations drop constraint schema_migrations_name_check');
    expect((await migrate(empty.pool))[0]).toBe('0002_catalog.sql');
    expect(await there()).toEqual([{ users: true, plans: true }]);
  });

  test('never change after they were applied: a different file is rejected', async () => {
    await database.pool.query("update schema_migrations set checksum = 'another' where name like '0002%'");
    await expect(migrate(database.pool)).rejects.toThrow('Migration 0002_catalog.sql was applied in another form');
  });

  test('keep the audit log append-only', async () => {
    await database.pool.query("insert into audit_events (kind) values ('test')");
    await expect(database.pool.query("update audit_events set kind = 'other'")).rejects.toThrow(/append only/);
    await expect(database.pool.query('delete from audit_events')).rejects.toThrow(/append only/);
    await expect(database.pool.query('truncate audit_events')).rejects.toThrow(/append only/);
  });

  test.each([
    ['no retention days', ''],
    ['a retention of less than 90 days', '30'],
    ['a retention longer than the row’s age', '120'],
  ])('prevent deleting an audit event with %s', async (_, days) => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query("insert into audit_events (kind, at) values ('old', now() - interval '100 days')");
      await client.query("select set_config('portico.audit_retention_days', $1, true)", [days]);
      await expect(client.query("delete from audit_events where kind = 'old'")).rejects.toThrow(/append only/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('allow deleting an old audit event only in the transaction that sets the retention, and never changing one', async () => {
    await database.pool.query("insert into audit_events (kind, at) values ('old', now() - interval '100 days')");
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('portico.audit_retention_days', '90', true)");
      await client.query('savepoint before_change');
      await expect(client.query("update audit_events set kind = 'x' where kind = 'old'")).rejects.toThrow(
        /append only/,
      );
      await client.query('rollback to before_change');
      await client.query('commit');
      await expect(client.query("delete from audit_events where kind = 'old'")).rejects.toThrow(/append only/);
    } finally {
      client.release();
    }
  });
});
