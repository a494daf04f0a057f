import { and, gt, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';
import { inBatches } from './in-batches.ts';

const batchSize = 500;

interface SealedColumn {
  readonly table: PgTable;
  /** Identifies the row among those that have a sealed value. */
  readonly key: PgColumn;
  readonly sealed: PgColumn;
}

export interface ResealResult {
  /** Number of rows that were sealed again. */
  readonly resealed: number;
  /** Keys of the rows that neither secret opens. */
  readonly unreadable: readonly string[];
}

/**
 * Seals the values of a column again, in batches. A value that changes meanwhile stays as it is (RUN-16).
 * @param reseal returns null if the value is sealed with the present secret, and throws if it cannot be opened
 */
export async function resealColumn(
  on: Queryable,
  { table, key, sealed }: SealedColumn,
  reseal: (key: string, sealed: Buffer) => Buffer | null,
): Promise<ResealResult> {
  const unreadable: string[] = [];
  let resealed = 0;
  const batches = inBatches<{ key: unknown; sealed: unknown }>(batchSize, (after) =>
    on
      .select({ key, sealed })
      .from(table)
      .where(and(isNotNull(sealed), after && gt(key, after.key)))
      .orderBy(key)
      .limit(batchSize),
  );
  for await (const rows of batches) {
    const changes = rows.flatMap((row) => {
      const [owner, before] = [String(row.key), row.sealed as Buffer];
      try {
        const after = reseal(owner, before);
        return after ? [{ owner, before, after }] : [];
      } catch {
        unreadable.push(owner);
        return [];
      }
    });
    const column = (name: 'owner' | 'before' | 'after') => sql.param(changes.map((change) => change[name]));
    const { rowCount } = await on.execute(sql`
      update ${table} set ${sql.identifier(sealed.name)} = given.after
      from unnest(${column('owner')}::text[], ${column('before')}::bytea[], ${column('after')}::bytea[]) as given (owner, before, after)
      where ${key} = given.owner::${sql.raw(key.getSQLType())} and ${sealed} = given.before`);
    resealed += rowCount ?? 0;
  }
  return { resealed, unreadable };
}
