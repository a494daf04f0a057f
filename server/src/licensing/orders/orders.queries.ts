import type { orders as endpoints, Order, orderSortFields, ParsedRequestOf } from '@portico/contract';
import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from '../../core/db/database.ts';
import {
  catalogVersion,
  type ListWithTotal,
  listedColumns,
  listWithKeptTotal,
  type WithCatalogVersion,
} from '../../core/db/kept-total.ts';
import { orderProducts, orders } from '../../core/db/schema/orders.gen.ts';
import { textPatterns } from '../../core/db/text-patterns.ts';

export type OrderRow = typeof orders.$inferSelect;
export type OrderProductRow = typeof orderProducts.$inferSelect;
export type ListedOrder = OrderRow & { readonly productIds: readonly string[] };
export type OrderSortField = (typeof orderSortFields)[number];
export type OrderListOptions = ParsedRequestOf<typeof endpoints.list>['query'];

/** What a text filter matches: orders with this text in their number, with one of the products, or with one of the licenses. */
export interface OrderMatch {
  readonly text: string;
  readonly productIds: readonly string[];
  readonly licenseIds: readonly number[];
}

/** The filter and the order of a list. */
export interface OrderSelection {
  readonly status?: Order['status'] | undefined;
  readonly match?: OrderMatch | undefined;
  readonly sortField: OrderSortField;
  readonly order: 'asc' | 'desc';
}

/** Each has an index that begins with the account and ends with the id. */
const orderSortColumns: Record<OrderSortField, AnyPgColumn> = {
  date: orders.orderedAt,
  number: orders.number,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
};

/** The products of a listed order, ordered by id. */
const productIds = sql<string[]>`array(
  select ${orderProducts.productId} from ${orderProducts} where ${orderProducts.orderId} = ${orders.id} order by 1
)`;

export const listedOrder = { ...getTableColumns(orders), productIds };

/** The id makes the order total, so that pages never overlap. */
export function orderBy({ sortField, order }: Pick<OrderSelection, 'sortField' | 'order'>): SQL[] {
  const direction = order === 'asc' ? asc : desc;
  return [direction(orderSortColumns[sortField]), direction(orders.id)];
}

type OrderFilter = Pick<OrderSelection, 'status' | 'match'>;

function whereSelected(accountId: number, { status, match }: OrderFilter): SQL | undefined {
  return and(
    eq(orders.accountId, accountId),
    status === undefined ? undefined : eq(orders.status, status),
    match && matches(match),
  );
}

function matches({ text, productIds, licenseIds }: OrderMatch): SQL | undefined {
  const ofProduct = sql`exists (select from ${orderProducts}
    where ${orderProducts.orderId} = ${orders.id} and ${inArray(orderProducts.productId, [...productIds])})`;
  return or(
    sql`search_key(${orders.number}) like ${textPatterns(text).has}`,
    licenseIds.length > 0 ? inArray(orders.licenseId, [...licenseIds]) : undefined,
    productIds.length > 0 ? ofProduct : undefined,
  );
}

/** A page of an account's orders. With a filter, the matching orders are counted. */
export async function listOrders(
  database: Database,
  accountId: number,
  options: OrderSelection & Pick<OrderListOptions, 'page' | 'pageSize'>,
): Promise<{ items: ListedOrder[]; total: number; ofAll?: WithCatalogVersion | undefined }> {
  if (options.status === undefined && !options.match)
    return listWithKeptTotal(database, allOrdersList(options), accountId, options);
  const { page, pageSize } = options;
  const where = whereSelected(accountId, options);
  const [items, total] = await Promise.all([
    database.query
      .select(listedOrder)
      .from(orders)
      .where(where)
      .orderBy(...orderBy(options))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    database.query.$count(orders, where),
  ]);
  return { items, total };
}

function allOrdersList({ sortField, order }: Pick<OrderSelection, 'sortField' | 'order'>): ListWithTotal {
  const { name } = orderSortColumns[sortField];
  return {
    name: `list-orders-${sortField}-${order}`,
    from: 'orders',
    columns: `${listedColumns(getTableColumns(orders))},
  array(select product_id from order_products where order_id = listed.id order by 1) as "productIds"`,
    owner: 'account_id',
    orderBy: (of) => `${of}${name} ${order}, ${of}id ${order}`,
    totals: { table: 'order_totals', column: 'orders' },
    ofAll: catalogVersion,
  };
}

/** The orders that come next in a list. @param after the id of the last order that was read; null for the first ones */
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
    .select(listedOrder)
    .from(orders)
    .where(and(whereSelected(accountId, selection), follows))
    .orderBy(...orderBy(selection))
    .limit(most);
}

/** @returns undefined also for another account's order */
export async function findOrder(on: Queryable, accountId: number, id: number): Promise<OrderRow | undefined> {
  const [found] = await on
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.id, id)));
  return found;
}

/** The products of orders. */
export function listOrderProducts(on: Queryable, orderIds: readonly number[]): Promise<OrderProductRow[]> {
  return on
    .select()
    .from(orderProducts)
    .where(inArray(orderProducts.orderId, [...orderIds]))
    .orderBy(orderProducts.orderId, orderProducts.productId);
}

/** The next number of the portal's own (ORD-1). */
export async function nextOrderNumber(on: Queryable): Promise<string> {
  const { rows } = await on.execute<{ number: string }>(sql`select 'OR-' || nextval('order_numbers') as number`);
  return (rows[0] as { number: string }).number;
}

/** Some orders of all accounts whose number begins with a text, ignoring case. */
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
