import type { SQL } from 'drizzle-orm';
import type { Queryable } from './database.ts';

/**
 * Reads rows in batches, each of which begins after the last row of the batch before.
 * @param read returns at most `size` rows after the given row; from the beginning if undefined
 */
export async function* inBatches<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}

/** The number of rows that one statement of a nightly retention job deletes, so that nobody waits long for it. */
export const retentionBatch = 5_000;

/**
 * Repeats a statement that changes at most `size` rows until it finds fewer. Outside of a transaction, each repetition
 * commits.
 * @returns the number of changed rows
 */
export async function executeInBatches(on: Queryable, size: number, statement: SQL): Promise<number> {
  for (let changed = 0; ; ) {
    const rows = (await on.execute(statement)).rowCount ?? 0;
    changed += rows;
    if (rows < size) return changed;
  }
}
