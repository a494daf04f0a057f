import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { executeInBatches, retentionBatch } from '../../core/db/in-batches.ts';

/** Deletes requests for contact a year after they were made (RUN-20). @returns the number of rows */
export function deleteOldContacts(on: Queryable, batch = retentionBatch): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from closing_contacts where id = any(array(
      select id from closing_contacts where asked_at < now() - interval '1 year' order by asked_at limit ${batch}))`,
  );
}
