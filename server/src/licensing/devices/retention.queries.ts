import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { executeInBatches, retentionBatch } from '../../core/db/in-batches.ts';

/** Deletes devices two years after their release, with their history and offline requests (RUN-20). Blocked ones stay (DEV-11). @returns the number of rows */
export function deleteReleasedDevices(on: Queryable, batch = retentionBatch): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from devices where id = any(array(
      select id from devices
      where released_at < now() - interval '2 years' and blocked_at is null order by released_at limit ${batch}))`,
  );
}
