import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { orders } from '../../core/db/schema/orders.gen.ts';

/** The part of an order that its license needs. */
export type LicenseOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'number' | 'orderedAt' | 'paymentStatus' | 'stripeSubscriptionId'
>;

/** Orders by id. Each connection plans the statement once, because every list of licenses runs it. */
export async function findOrders(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, LicenseOrder>> {
  if (ids.length === 0) return new Map();
  const found = await on
    .select({
      id: orders.id,
      number: orders.number,
      orderedAt: orders.orderedAt,
      paymentStatus: orders.paymentStatus,
      stripeSubscriptionId: orders.stripeSubscriptionId,
    })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.placeholder('ids')})`)
    .prepare('find-orders')
    .execute({ ids });
  return new Map(found.map((row) => [row.id, row]));
}
