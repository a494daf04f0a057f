import type { Database } from '../../core/db/database.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { allowDeletion, deleteOldest } from './retention.queries.ts';

/** Events that one transaction deletes. */
const defaultBatch = 5_000;

export interface RetentionContext {
  readonly database: Database;
  /** Days for which events are kept, 90 or more. */
  readonly auditRetentionDays: number;
}

/**
 * Deletes events that are older than the retention, in transactions of their own, so that nothing waits long for one (AUD-7).
 * @param batch events in a transaction
 * @returns the number of deleted events
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

/** Each night. */
export function retentionJob(context: RetentionContext): JobDefinition<never> {
  return {
    name: 'audit-retention',
    maxAttempts: 3,
    schedule: '41 2 * * *',
    run: async () => void (await deleteExpiredEvents(context)),
  };
}
