import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { executeInBatches, retentionBatch } from '../../core/db/in-batches.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';

/** Removes the comments of cancellations (RUN-20). The reasons stay, for the report. @returns the number of rows */
export function removeOldComments(on: Queryable, batch = retentionBatch): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`update cancellation_reasons set comment = null where id = any(array(
      select id from cancellation_reasons
      where comment is not null and given_at < ${expiryOf(retention.cancellationComment)} order by given_at limit ${batch}))`,
  );
}
