import type { Database } from '../../core/db/database.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { allowDeletion, deleteOldest } from './retention.queries.ts';

/** Events deleted in one transaction. */
const defaultBatch = 5_000;

export interface RetentionContext {
  readonly database: Database;
  /** Days for which events are kept, at least 90. */
  readonly auditRetentionDays: number;
}

/**
 * Deletes expired events in short transactions of their own, so that no other transaction waits long (AUD-7). @param
 * batch events per transaction @returns the number of deleted events
 */
export async function deleteExpiredEvents(
  { database, auditRetentionDays }: RetentionContext,
  batch = defaultBatch,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const now = await database.transaction(async (transaction) => {
      await allowDeletion(transaction, auditRetentionDays);
      return deleteOldest(transaction, auditRetentionDays, batch);
    });
    deleted += now;
    if (now < batch) return deleted;
  }
}

/** Runs every night. */
export function retentionJob(context: RetentionContext): JobDefinition<never> {
  return {
    name: 'audit-retention',
    maxAttempts: 3,
    schedule: '41 2 * * *',
    run: async () => void (await deleteExpiredEvents(context)),
  };
}
