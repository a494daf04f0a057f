import { eq, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { listMigrations } from './migrations.ts';
import { installation } from './schema/installation.gen.ts';

/** The key under which a backup records its time in `installation` (docs/operations.md). */
const backupKey = 'backup';

/** State of the database: its size in bytes, its migrations, and the time of the last backup. */
export async function findDatabaseCondition({ query }: Pick<Database, 'query'>): Promise<{
  bytes: number;
  migrations: { applied: number; expected: number };
  backupAt: Date | null;
}> {
  const [{ rows }, [backup]] = await Promise.all([
    query.execute<{ bytes: string; applied: number }>(sql`
      select pg_database_size(current_database())::text as bytes, (select count(*)::int from schema_migrations) as applied`),
    query.select({ at: installation.at }).from(installation).where(eq(installation.key, backupKey)),
  ]);
  return {
    bytes: Number(rows[0]?.bytes ?? 0),
    migrations: { applied: rows[0]?.applied ?? 0, expected: listMigrations().length },
    backupAt: backup?.at ?? null,
  };
}
