import { retentionBatch } from '../db/in-batches.ts';
import type { JobDefinition } from '../jobs/queue.ts';
import type { Operations } from './operations.ts';
import { deleteOldOperations, removeOldDetails } from './retention.queries.ts';

/**
 * Deletes operations 90 days after they settled (OPS-13). Kinds with `keptWithout` stay, without their author's details
 * and without those paths of their requests.
 */
export async function forgetOldOperations(
  { database, kinds }: Pick<Operations, 'database' | 'kinds'>,
  batch = retentionBatch,
): Promise<void> {
  const kept = [...kinds.values()].flatMap(({ kind, keptWithout }) => (keptWithout ? [{ kind, keptWithout }] : []));
  await deleteOldOperations(
    database.query,
    kept.map(({ kind }) => kind),
    batch,
  );
  await Promise.all(kept.map(({ kind, keptWithout }) => removeOldDetails(database.query, kind, keptWithout, batch)));
}

/** Runs every night. */
export function operationRetentionJob(operations: Operations): JobDefinition<never> {
  return {
    name: 'operations-retention',
    maxAttempts: 3,
    schedule: '51 2 * * *',
    run: () => forgetOldOperations(operations),
  };
}
