import { type LicensedFeatures, type OrderDetails, type orders, type ResponseOf, searchKey } from '@portico/contract';
import { findPlan, findProductsAt, nameProduct, presentFeatures } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { OrdersContext } from './orders.context.ts';
import { type OrderViewer, presentDetails, presentListed } from './orders.presentation.ts';
import {
  findOrder,
  listOrderProducts,
  listOrders as listOrderRows,
  type OrderListOptions,
  type OrderMatch,
  type OrderRow,
} from './orders.queries.ts';

type CallContext = OrdersContext & RequestContext;

export async function listOrders(
  context: CallContext,
  { textFilter, ...options }: OrderListOptions,
): Promise<ResponseOf<typeof orders.list>> {
  const { database, accountId } = context;
  const match = textFilter === '' ? undefined : await matchOrders(context, await createViewer(context), textFilter);
  const { items, total, ofAll } = await listOrderRows(database, accountId, { ...options, match });
  const viewer = await createViewer(context, ofAll?.catalogVersion);
  return listAnswer(
    items.map((row) => presentListed(row, viewer)),
    total,
    options,
  );
}

/** What a text filter matches; undefined without a text (ORD-13). */
export async function matchOrders(
  { database, accountId, findLicensesByNumber }: CallContext,
  { products, locale }: OrderViewer,
  text: string,
): Promise<OrderMatch | undefined> {
  if (text === '') return undefined;
  const named = [...products.keys()].filter((id) =>
    searchKey(nameProduct(products, id, locale)).includes(searchKey(text)),
  );
  return { text, productIds: named, licenseIds: await findLicensesByNumber(database.query, accountId, text) };
}

/** @throws NotFoundError also for another account's order */
export async function getOrder(context: CallContext, id: number): Promise<OrderDetails> {
  const row = await getAccountOrder(context, id);
  const [products, licenseNumberOf, viewer] = await Promise.all([
    listOrderProducts(context.database.query, [id]),
    findLicenseNumber(context, context.database.query, [row]),
    createViewer(context),
  ]);
  return presentDetails(row, products, licenseNumberOf(row), viewer);
}

/** @throws NotFoundError also for another account's order, and if the order is not for the product */
export async function getFeatures(context: CallContext, id: number, productId: string): Promise<LicensedFeatures> {
  await getAccountOrder(context, id);
  const [rows, viewer] = await Promise.all([listOrderProducts(context.database.query, [id]), createViewer(context)]);
  const row = rows.find((its) => its.productId === productId);
  if (!row) throw new NotFoundError();
  const product = viewer.products.get(productId) ?? { featureScopes: [] };
  return presentFeatures(product, findPlan(viewer.products, row), context.locale);
}

/** @returns a function that returns the number of an order's license, or null if it has none */
export async function findLicenseNumber(
  { findLicenseNumbers }: OrdersContext,
  on: Queryable,
  rows: readonly Pick<OrderRow, 'licenseId'>[],
): Promise<(row: Pick<OrderRow, 'licenseId'>) => string | null> {
  const ids = rows.flatMap(({ licenseId }) => (licenseId === null ? [] : [licenseId]));
  const numbers = ids.length === 0 ? new Map<number, string>() : await findLicenseNumbers(on, ids);
  return ({ licenseId }) => (licenseId === null ? null : (numbers.get(licenseId) ?? null));
}

/** Readers without the feature `billing` see no prices (ACC-12). */
export async function createViewer(
  { catalog, locale, session }: CallContext,
  catalogVersion?: number,
): Promise<OrderViewer> {
  const products = await findProductsAt(catalog, catalogVersion);
  return { products, locale, mayReadPrices: session.features.includes('billing') };
}

async function getAccountOrder({ database, accountId }: CallContext, id: number): Promise<OrderRow> {
  const found = await findOrder(database.query, accountId, id);
  if (!found) throw new NotFoundError();
  return found;
}
