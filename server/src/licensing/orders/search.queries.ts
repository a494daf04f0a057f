import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { orders } from '../../core/db/schema/orders.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

/** Some orders of all accounts whose numbers begin with a text, in any case. */
export function searchOrders(on: Queryable, text: string, limit: number) {
  return on
    .select({
      id: orders.id,
      accountId: orders.accountId,
      number: orders.number,
      isManual: sql<boolean>`${orders.stripeSubscriptionId} is null`,
    })
    .from(orders)
    .where(sql`lower(${orders.number}) like ${textPatterns(text).begins}`)
    .limit(limit);
}
