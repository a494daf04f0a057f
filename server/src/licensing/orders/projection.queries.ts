import { and, asc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { orderProducts, orders } from '../../core/db/schema/orders.gen.ts';

const columns = {
  id: orders.id,
  accountId: orders.accountId,
  number: orders.number,
  stripeSubscriptionId: orders.stripeSubscriptionId,
  subscriptionId: orders.subscriptionId,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  orderedAt: orders.orderedAt,
  paidAt: orders.paidAt,
  licenseModel: orders.licenseModel,
  deviceQuantity: orders.deviceQuantity,
  price: orders.price,
  currency: orders.currency,
  expiresAt: orders.expiresAt,
  endedAt: orders.endedAt,
  trial: orders.trial,
  licenseId: orders.licenseId,
  productId: orderProducts.productId,
  planId: orderProducts.planId,
  version: orderProducts.version,
};

/** An order with its one product. */
export type StoredOrder = Awaited<ReturnType<typeof listOrdersOfProducts>>[number];

/** The order of a subscription. */
export type SubscriptionOrder = StoredOrder & { readonly stripeSubscriptionId: string };

export interface AccountProduct {
  readonly accountId: number;
  readonly productId: string;
}

const withProduct = (on: Queryable) =>
  on.select(columns).from(orders).innerJoin(orderProducts, eq(orderProducts.orderId, orders.id));

/**
 * The orders of the accounts' products, ordered by id. Locks them until the transaction ends, so that changes of an account's licenses never run concurrently.
 */
export function listOrdersOfProducts(on: Queryable, pairs: readonly AccountProduct[]) {
  const accountIds = sql.param(pairs.map(({ accountId }) => accountId));
  const productIds = sql.param(pairs.map(({ productId }) => productId));
  return withProduct(on)
    .where(
      and(
        // The account's index finds the rows, because an account has few orders.
        sql`${orders.accountId} = any(${accountIds}::bigint[])`,
        sql`(${orders.accountId}, ${orderProducts.productId}) in (select * from unnest(${accountIds}::bigint[], ${productIds}::text[]))`,
      ),
    )
    .orderBy(asc(orders.id))
    .for('update', { of: orders });
}

/** Orders by the ids of their subscriptions at Stripe. */
export async function findOrdersByStripeIds(
  on: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredOrder>> {
  if (ids.length === 0) return new Map();
  const found = await withProduct(on).where(inArray(orders.stripeSubscriptionId, [...ids]));
  return new Map(found.map((order) => [order.stripeSubscriptionId ?? '', order]));
}

export async function findOrderWithProduct(on: Queryable, id: number): Promise<StoredOrder | undefined> {
  const [found] = await withProduct(on).where(eq(orders.id, id));
  return found;
}

/** An order of which only payment and end changed. */
export interface ExtendedOrder {
  readonly stripeSubscriptionId: string;
  readonly orderId: number;
  readonly expiresAt: Date | null;
}

/** Stores what a renewal or a payment changes, in one statement. Orders with any other difference are unchanged. @returns the orders that were written */
export async function extendOrders(
  on: Queryable,
  rows: readonly Omit<SubscriptionOrder, 'id' | 'number' | 'licenseId' | 'version'>[],
): Promise<ExtendedOrder[]> {
  if (rows.length === 0) return [];
  const { rows: written } = await on.execute<{ id: string; orderId: number }>(sql`
    update orders set payment_status = given."paymentStatus", paid_at = given."paidAt", expires_at = given."expiresAt", updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      "accountId" bigint, "stripeSubscriptionId" text, "subscriptionId" bigint, status smallint, "paymentStatus" smallint, "orderedAt" timestamptz,
      "paidAt" timestamptz, "licenseModel" smallint, "deviceQuantity" integer, price bigint, currency text, "expiresAt" timestamptz,
      "endedAt" timestamptz, trial boolean, "productId" text, "planId" text
    ), order_products
    where orders.stripe_subscription_id = given."stripeSubscriptionId" and order_products.order_id = orders.id
      and orders.license_id is not null
      and (orders.payment_status, orders.paid_at, orders.expires_at) is distinct from (given."paymentStatus", given."paidAt", given."expiresAt")
      and (orders.account_id, orders.subscription_id, orders.status, orders.ordered_at, orders.license_model, orders.device_quantity, orders.price,
           orders.currency, orders.ended_at, orders.trial, order_products.product_id, order_products.plan_id)
        is not distinct from
          (given."accountId", given."subscriptionId", given.status, given."orderedAt", given."licenseModel", given."deviceQuantity", given.price,
           given.currency, given."endedAt", given.trial, given."productId", given."planId")
    returning orders.stripe_subscription_id as id, orders.id as "orderId"`);
  const ends = new Map(rows.map(({ stripeSubscriptionId, expiresAt }) => [stripeSubscriptionId, expiresAt]));
  return written.map(({ id, orderId }) => ({
    stripeSubscriptionId: id,
    orderId,
    expiresAt: ends.get(id) ?? null,
  }));
}

const nextNumber = sql`'OR-' || nextval('order_numbers')`;

const changing = [
  'subscriptionId',
  'status',
  'paymentStatus',
  'orderedAt',
  'paidAt',
  'licenseModel',
  'deviceQuantity',
  'price',
  'currency',
  'expiresAt',
  'endedAt',
  'trial',
] as const;

const excluded = Object.fromEntries(
  changing.map((column) => [column, sql`excluded.${sql.identifier(orders[column].name)}`]),
);

/** Inserts or updates orders of subscriptions, ordered by their ids at Stripe. A known order keeps its number and uses up no new one. */
export async function upsertOrders(
  on: Queryable,
  rows: readonly {
    readonly facts: Omit<SubscriptionOrder, 'id' | 'number' | 'licenseId' | 'version'>;
    readonly stored: StoredOrder | undefined;
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  const sorted = rows.toSorted((a, b) => (a.facts.stripeSubscriptionId < b.facts.stripeSubscriptionId ? -1 : 1));
  const written = await on
    .insert(orders)
    .values(
      sorted.map(({ facts: { productId: _, planId: __, ...facts }, stored }) => ({
        ...facts,
        number: stored?.number ?? nextNumber,
      })),
    )
    .onConflictDoUpdate({ target: orders.stripeSubscriptionId, set: { ...excluded, updatedAt: sql`now()` } })
    .returning({ id: orders.id, stripeSubscriptionId: orders.stripeSubscriptionId });
  const ids = new Map(written.map(({ id, stripeSubscriptionId }) => [stripeSubscriptionId, id]));
  const products = sorted
    .filter(({ facts, stored }) => !stored || !isSameProduct(facts, stored))
    .map(({ facts }) => ({
      orderId: ids.get(facts.stripeSubscriptionId) as number,
      productId: facts.productId,
      planId: facts.planId,
      quantity: facts.deviceQuantity,
      price: facts.price,
    }));
  await writeProducts(on, products);
}

function isSameProduct(
  facts: Pick<StoredOrder, 'productId' | 'planId' | 'deviceQuantity' | 'price'>,
  stored: StoredOrder,
) {
  return (
    facts.productId === stored.productId &&
    facts.planId === stored.planId &&
    facts.deviceQuantity === stored.deviceQuantity &&
    facts.price === stored.price
  );
}

async function writeProducts(on: Queryable, rows: readonly (typeof orderProducts.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await on
    .insert(orderProducts)
    .values([...rows])
    .onConflictDoUpdate({
      target: [orderProducts.orderId, orderProducts.productId],
      set: { planId: sql`excluded.plan_id`, quantity: sql`excluded.quantity`, price: sql`excluded.price` },
    });
  await on.delete(orderProducts).where(
    and(
      inArray(
        orderProducts.orderId,
        rows.map(({ orderId }) => orderId),
      ),
      notInArray(
        sql`(${orderProducts.orderId}, ${orderProducts.productId})`,
        rows.map(({ orderId, productId }) => sql`(${orderId}::bigint, ${productId}::text)`),
      ),
    ),
  );
}

/** Ends the orders of subscriptions without a row. Drafts, which were never paid, are deleted. @returns the affected products of accounts */
export async function endOrders(on: Queryable, stripeSubscriptionIds: readonly string[]): Promise<AccountProduct[]> {
  if (stripeSubscriptionIds.length === 0) return [];
  const found = await findOrdersByStripeIds(on, stripeSubscriptionIds);
  if (found.size === 0) return [];
  const ids = [...found.values()].map(({ id }) => id);
  await on.delete(orders).where(and(inArray(orders.id, ids), eq(orders.status, 0)));
  await on
    .update(orders)
    .set({ status: 2, endedAt: sql`now()`, expiresAt: sql`least(${orders.expiresAt}, now())`, updatedAt: sql`now()` })
    .where(and(inArray(orders.id, ids), ne(orders.status, 2)));
  return [...found.values()].map(({ accountId, productId }) => ({ accountId, productId }));
}

/** Live orders whose subscription no longer has a row. */
export function listLostOrders(on: Queryable, limit: number) {
  return withProduct(on)
    .where(and(isNull(orders.subscriptionId), isNotNull(orders.stripeSubscriptionId), sql`${orders.status} <> 2`))
    .orderBy(asc(orders.id))
    .limit(limit);
}

/** Manual orders after a given one, by the time of the order. */
export function listManualOrdersAfter(
  on: Queryable,
  after: Pick<StoredOrder, 'orderedAt' | 'id'> | null,
  limit: number,
) {
  return withProduct(on)
    .where(
      and(
        isNull(orders.stripeSubscriptionId),
        after
          ? sql`(${orders.orderedAt}, ${orders.id}) > (${after.orderedAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(orders.orderedAt), asc(orders.id))
    .limit(limit);
}

/** Stores the license of each order. */
export async function setLicenses(on: Queryable, licenses: ReadonlyMap<number, number>): Promise<void> {
  if (licenses.size === 0) return;
  await on.execute(sql`
    update ${orders} set license_id = given.license_id
    from unnest(${sql.param([...licenses.keys()])}::bigint[], ${sql.param([...licenses.values()])}::bigint[])
      as given (order_id, license_id)
    where ${orders.id} = given.order_id`);
}
