import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { executeInBatches, retentionBatch } from '../../core/db/in-batches.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';

/** Deletes devices long after their release, with their history and offline requests (RUN-20). Blocked ones stay (DEV-11). @returns the number of rows */
export function deleteReleasedDevices(on: Queryable, batch = retentionBatch): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from devices where id = any(array(
      select id from devices
      where released_at < ${expiryOf(retention.releasedDevice)} and blocked_at is null order by released_at limit ${batch}))`,
  );
}
