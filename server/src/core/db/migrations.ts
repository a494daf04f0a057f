import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { requireDatabase, requireOwnSessions } from './require-database.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The key of the lock; no other lock in the database uses this number. */
const lockKey = 727_466_001;

/** The names of all migrations, in the order in which they are applied. */
export function listMigrations(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort();
}

/**
 * Applies all new migrations, each in its own transaction. A lock makes concurrent starts safe. A changed file is
 * refused.
 * @returns names of the migrations that were applied now.
 * @throws DatabaseError if the database is unreachable, refuses the login or is too old.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const files = listMigrations();
  await requireDatabase(pool);
  await requireOwnSessions(pool);
  const client = await pool.connect();
  try {
    // The time limit of requests must not apply: a large table takes long, and another process may be migrating.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const now: string[] = [];
    for (const name of files) {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known)
        throw new Error(
          `Migration ${name} was applied in another form. Applied migrations never change: add a new one.`,
        );
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      now.push(name);
    }
    return now;
  } finally {
    // Closes the connection, which has the lock and no time limit.
    client.release(true);
  }
}
