import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';

/** Allows the transaction to delete events that are older than so many days. The table's trigger refuses all else (AUD-7). */
export async function allowDeletion(transaction: Queryable, retentionDays: number): Promise<void> {
  await transaction.execute(sql`select set_config('portico.audit_retention_days', ${String(retentionDays)}, true)`);
}

/**
 * Deletes those of the `batch` oldest events that are older than so many days. Ids grow with time, but for transactions that run side by side.
 * @returns the number of deleted events
 */
export async function deleteOldest(transaction: Queryable, retentionDays: number, batch: number): Promise<number> {
  const { rowCount } = await transaction.execute(sql`
    delete from audit_events where id = any(array(
      select id from (select id, at from audit_events order by id limit ${batch}) oldest
      where at < now() - make_interval(days => ${retentionDays})))`);
  return rowCount ?? 0;
}
