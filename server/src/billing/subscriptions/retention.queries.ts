import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { executeInBatches, retentionBatch } from '../../core/db/in-batches.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';

/** Deletes old requests for contact (RUN-20). @returns the number of rows */
export function deleteOldContacts(on: Queryable, batch = retentionBatch): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from closing_contacts where id = any(array(
      select id from closing_contacts where asked_at < ${expiryOf(retention.contactRequest)} order by asked_at limit ${batch}))`,
  );
}
