import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { executeInBatches } from '../db/in-batches.ts';
import { expiryOf, retention } from '../db/retention.ts';

const isOld = sql`settled_at < ${expiryOf(retention.settledOperation)} and details_removed_at is null`;

/** Deletes old operations. @param keptKinds kinds that stay @returns the number of operations */
export function deleteOldOperations(on: Queryable, keptKinds: readonly string[], batch: number): Promise<number> {
  return executeInBatches(
    on,
    batch,
    sql`delete from stripe_operations where id = any(array(
      select id from stripe_operations
      where ${isOld} and kind <> all(${sql.param([...keptKinds])}::text[]) order by settled_at limit ${batch}))`,
  );
}

/** Removes author and personal data from old operations of a kind. @param paths of the request's parts with personal data */
export function removeOldDetails(
  on: Queryable,
  kind: string,
  paths: readonly (readonly string[])[],
  batch: number,
): Promise<number> {
  const removed = paths.map((path) => sql` #- ${sql.param([...path])}::text[]`);
  return executeInBatches(
    on,
    batch,
    sql`update stripe_operations
      set details_removed_at = now(), actor = null, request = request${sql.join(removed)}
      where id = any(array(
        select id from stripe_operations where ${isOld} and kind = ${kind} order by settled_at limit ${batch}))`,
  );
}
