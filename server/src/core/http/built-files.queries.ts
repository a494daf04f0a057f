import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { executeInBatches } from '../db/in-batches.ts';
import { builtFiles } from '../db/schema/built-files.gen.ts';

export type StoredFile = Omit<typeof builtFiles.$inferSelect, 'usedAt'>;

/** Records that a running process has these files. @returns those that are stored */
export async function markUsed(on: Queryable, names: readonly string[]): Promise<string[]> {
  const named = sql`name = any(${sql.param([...names])}::text[])`;
  const { rows } = await on.execute<{ name: string }>(
    sql`with used as (
          update built_files set used_at = now()
          where name = any(array(
            select name from built_files where ${named} and used_at < now() - interval '1 day' for update skip locked)))
        select name from built_files where ${named}`,
  );
  return rows.map(({ name }) => name);
}

export async function insertFiles(on: Queryable, files: readonly StoredFile[]): Promise<void> {
  await on
    .insert(builtFiles)
    .values([...files])
    .onConflictDoNothing();
}

/** The stored ones of these files. */
export function findFiles(on: Queryable, names: readonly string[]): Promise<StoredFile[]> {
  const { name, content, isCompressed } = builtFiles;
  return on
    .select({ name, content, isCompressed })
    .from(builtFiles)
    .where(inArray(name, [...names]));
}

/** Deletes files that no running process had for 14 days. @returns the number of files */
export function deleteUnusedFiles(on: Queryable, batch: number): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from built_files where name = any(array(
      select name from built_files where used_at < now() - interval '14 days' order by used_at limit ${batch}))`,
  );
}
