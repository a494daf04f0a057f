import type { orders as endpoints, ParsedRequestOf } from '@portico/contract';
import { and, count, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { orderProducts, orders } from '../../core/db/schema/orders.gen.ts';
import { type ListedOrder, listedOrder, type OrderProductRow, type OrderRow, orderBy } from './orders.queries.ts';

export type ManualListOptions = ParsedRequestOf<typeof endpoints.listManual>['query'];
/** A manual order with its one product. */
export type ManualOrderRow = OrderRow & { readonly product: OrderProductRow };
export type NewOrder = typeof orders.$inferInsert;
export type NewOrderProduct = Omit<typeof orderProducts.$inferInsert, 'orderId'>;

const isManual = isNull(orders.stripeSubscriptionId);

/** A page of the manual orders of all accounts. @param accountIds accounts whose names contain the search text */
export async function listManualOrders(
  on: Queryable,
  options: ManualListOptions,
  accountIds: readonly number[],
): Promise<{ items: ListedOrder[]; total: number }> {
  const { page, pageSize, status } = options;
  const where = and(
    isManual,
    status === undefined ? undefined : eq(orders.status, status),
    matchesText(options, accountIds),
  );
  const [items, [counted]] = await Promise.all([
    on
      .select(listedOrder)
      .from(orders)
      .where(where)
      .orderBy(...orderBy(options))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(orders).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

function matchesText({ textFilter }: ManualListOptions, accountIds: readonly number[]): SQL | undefined {
  if (!textFilter) return undefined;
  const isInNumber = sql`position(lower(${textFilter}) in lower(${orders.number})) > 0`;
  return accountIds.length === 0 ? isInNumber : or(isInNumber, inArray(orders.accountId, [...accountIds]));
}

/** @returns undefined also for the order of a subscription */
export async function findManualOrder(on: Queryable, id: number): Promise<ManualOrderRow | undefined> {
  const [order] = await on
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isManual));
  return order && withProduct(on, order);
}

/**
 * Like `findManualOrder`, with the order locked until the transaction ends, so that changes of an order never run
 * concurrently.
 */
export async function lockManualOrder(on: Queryable, id: number): Promise<ManualOrderRow | undefined> {
  const [order] = await on
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isManual))
    .for('update');
  return order && withProduct(on, order);
}

async function withProduct(on: Queryable, order: OrderRow): Promise<ManualOrderRow> {
  const [product] = await on.select().from(orderProducts).where(eq(orderProducts.orderId, order.id));
  if (!product) throw new Error(`The order ${order.id} has no product`);
  return { ...order, product };
}

/** @returns the new order's id @throws the violation of the unique number */
export async function insertOrder(on: Queryable, order: NewOrder, product: NewOrderProduct): Promise<number> {
  const [inserted] = await on.insert(orders).values(order).returning({ id: orders.id });
  const { id } = inserted as { id: number };
  await on.insert(orderProducts).values({ orderId: id, ...product });
  return id;
}

export async function isNumberUsed(on: Queryable, number: string): Promise<boolean> {
  const found = await on.select({ id: orders.id }).from(orders).where(eq(orders.number, number));
  return found.length > 0;
}

/** @throws the violation of the unique number */
export async function updateOrder(on: Queryable, id: number, change: Partial<NewOrder>): Promise<void> {
  await on
    .update(orders)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(orders.id, id));
}

export async function replaceProduct(on: Queryable, orderId: number, product: NewOrderProduct): Promise<void> {
  await on.delete(orderProducts).where(eq(orderProducts.orderId, orderId));
  await on.insert(orderProducts).values({ orderId, ...product });
}

/** A subquery of the accounts that have one of these plans through a manual order that is not canceled. */
export function selectAccountsWithOrders(on: Queryable, planIds: readonly string[]) {
  return on
    .select({ planId: orderProducts.planId, accountId: orders.accountId })
    .from(orderProducts)
    .innerJoin(orders, eq(orders.id, orderProducts.orderId))
    .where(and(inArray(orderProducts.planId, [...planIds]), isManual, ne(orders.status, 2)));
}
