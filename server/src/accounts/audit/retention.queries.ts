import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';

/** Allows the transaction to delete events older than `retentionDays`. The table's trigger refuses all other deletions (AUD-7). */
export async function allowDeletion(transaction: Queryable, retentionDays: number): Promise<void> {
  await transaction.execute(sql`select set_config('portico.audit_retention_days', ${String(retentionDays)}, true)`);
}

/**
 * Deletes the expired ones among the `batch` oldest events. Ids grow with time, except in concurrent transactions.
 * @returns the number of deleted events
 */
export async function deleteOldest(transaction: Queryable, retentionDays: number, batch: number): Promise<number> {
  const { rowCount } = await transaction.execute(sql`
    delete from audit_events where id = any(array(
      select id from (select id, at from audit_events order by id limit ${batch}) oldest
      where at < now() - make_interval(days => ${retentionDays})))`);
  return rowCount ?? 0;
}
