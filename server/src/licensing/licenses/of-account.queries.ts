import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { licenses } from '../../core/db/schema/licenses.gen.ts';

/** How many devices hold a place of an account's active licenses, and how many are without one. */
export async function countPlaces(on: Queryable, accountId: number): Promise<{ withPlace: number; exceeded: number }> {
  const [counted] = await on
    .select({
      withPlace: sql<number>`coalesce(sum(${licenses.usedQuantity}), 0)`.mapWith(Number),
      exceeded: sql<number>`coalesce(sum(${licenses.exceededQuantity}), 0)`.mapWith(Number),
    })
    .from(licenses)
    .where(and(eq(licenses.accountId, accountId), eq(licenses.status, 1)));
  return counted ?? { withPlace: 0, exceeded: 0 };
}
