import { and, asc, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';

/** Active licenses of all accounts with devices that have no place. */
export function listExceeded(on: Queryable, limit: number) {
  return on
    .select({
      accountId: licenses.accountId,
      number: licenses.number,
      quantity: licenses.quantity,
      exceeded: licenses.exceededQuantity,
    })
    .from(licenses)
    .where(and(eq(licenses.status, 1), gt(licenses.exceededQuantity, 0)))
    .orderBy(asc(licenses.id))
    .limit(limit);
}
