import type { orders as endpoints, Order, orderSortFields, ParsedRequestOf } from '@portico/contract';
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../db/database.ts';
import { orderProducts, orders } from '../../db/schema/orders.gen.ts';

export type OrderRow = typeof orders.$inferSelect;
export type OrderProductRow = typeof orderProducts.$inferSelect;
export type ListedOrder = OrderRow & { readonly productIds: readonly string[] };
export type OrderSortField = (typeof orderSortFields)[number];
export type OrderListOptions = ParsedRequestOf<typeof endpoints.list>['query'];

/** What decides which orders a list has, and how they are sorted. */
export interface OrderSelection {
  readonly status?: Order['status'] | undefined;
  readonly sortField: OrderSortField;
  readonly order: 'asc' | 'desc';
}

/** Each has an index with the account first and the id last. */
const orderSortColumns: Record<OrderSortField, AnyPgColumn> = {
  date: orders.orderedAt,
  number: orders.number,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
};

/** The products of a listed order, in the order of their ids. */
const productIds = sql<string[]>`array(
  select ${orderProducts.productId} from ${orderProducts} where ${orderProducts.orderId} = ${orders.id} order by 1
)`;

export const listedColumns = { ...getTableColumns(orders), productIds };

/** The id makes the order total, so that pages never overlap. */
export function orderedBy({ sortField, order }: Pick<OrderSelection, 'sortField' | 'order'>): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  return [direction(orderSortColumns[sortField]), direction(orders.id)];
}

function ofAccount(accountId: number, { status }: Pick<OrderSelection, 'status'>): SQL | undefined {
  return and(eq(orders.accountId, accountId), status === undefined ? undefined : eq(orders.status, status));
}

/** A page of an account's orders. */
export async function listOrders(
  on: Queryable,
  accountId: number,
  options: OrderListOptions,
): Promise<{ items: ListedOrder[]; total: number }> {
  const { page, pageSize } = options;
  const where = ofAccount(accountId, options);
  const [items, [counted]] = await Promise.all([
    on
      .select(listedColumns)
      .from(orders)
      .where(where)
      .orderBy(...orderedBy(options))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(orders).where(where),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/**
 * The orders that follow another one in a list, for reports.
 * @param after the id of the last order that was read; null begins
 */
export function listOrdersAfter(
  on: Queryable,
  accountId: number,
  selection: OrderSelection,
  after: number | null,
  most: number,
): Promise<ListedOrder[]> {
  const column = orderSortColumns[selection.sortField];
  const isLater = sql.raw(selection.order === 'asc' ? '>' : '<');
  // PostgreSQL compares with the stored value, because a Date has no microseconds.
  const place = sql`(select ${column}, ${orders.id} from ${orders} where ${orders.id} = ${after})`;
  const follows = after === null ? undefined : sql`(${column}, ${orders.id}) ${isLater} ${place}`;
  return on
    .select(listedColumns)
    .from(orders)
    .where(and(ofAccount(accountId, selection), follows))
    .orderBy(...orderedBy(selection))
    .limit(most);
}

/** @returns undefined also for another account's. */
export async function findOrder(on: Queryable, accountId: number, id: number): Promise<OrderRow | undefined> {
  const [found] = await on
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.id, id)));
  return found;
}

/** What orders are for, by product. */
export function listOrderProducts(on: Queryable, orderIds: readonly number[]): Promise<OrderProductRow[]> {
  return on
    .select()
    .from(orderProducts)
    .where(inArray(orderProducts.orderId, [...orderIds]))
    .orderBy(orderProducts.orderId, orderProducts.productId);
}

/** The next number that the portal gives to an order (ORD-1). */
export async function nextOrderNumber(on: Queryable): Promise<string> {
  const { rows } = await on.execute<{ number: string }>(sql`select 'OR-' || nextval('order_numbers') as number`);
  return (rows[0] as { number: string }).number;
}
