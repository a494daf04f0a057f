import type { Locale, Order, OrderDetails } from '@portico/contract';
import { namePlan, nameProduct, type Product } from '../../catalog/index.ts';
import type { ListedOrder, OrderProductRow, OrderRow } from './orders.queries.ts';

export interface OrderViewer {
  readonly products: ReadonlyMap<string, Product>;
  readonly locale: Locale;
  /** Whether the reader may see prices. */
  readonly mayReadPrices: boolean;
}

/** A row of the list of orders. */
export function presentListed(row: ListedOrder, viewer: OrderViewer): Order {
  return {
    ...presentOrder(row, viewer),
    products: row.productIds.map((id) => nameProduct(viewer.products, id, viewer.locale)),
  };
}

export function presentDetails(
  row: OrderRow,
  products: readonly OrderProductRow[],
  licenseNumber: string | null,
  viewer: OrderViewer,
): OrderDetails {
  return {
    ...presentOrder(row, viewer),
    products: products.map((its) => presentProduct(its, viewer)),
    countsDomains: countsDomains(
      row,
      products.map(({ productId }) => productId),
      viewer,
    ),
    licenseNumber,
    subscriptionId: row.subscriptionId,
    expirationDate: row.expiresAt?.toISOString() ?? null,
  };
}

/** Whether an order has a quantity of domains or package IDs. A limit stays visible if the catalog no longer has them (ORD-14). */
export function countsDomains(
  { domainQuantity }: Pick<OrderRow, 'domainQuantity'>,
  productIds: readonly string[],
  { products }: Pick<OrderViewer, 'products'>,
): boolean {
  const isLimited = domainQuantity !== null && domainQuantity !== -1;
  return isLimited || productIds.some((id) => products.get(id)?.countsDomains);
}

function presentOrder(row: OrderRow, { mayReadPrices }: OrderViewer): Omit<Order, 'products'> {
  return {
    id: row.id,
    number: row.number,
    date: row.orderedAt.toISOString(),
    status: row.status,
    paymentStatus: row.paymentStatus,
    paymentDate: row.paidAt?.toISOString() ?? null,
    processingType: row.stripeSubscriptionId === null ? 1 : 0,
    licenseModel: row.licenseModel,
    licenseId: row.licenseId,
    hardwareIdNumber: row.deviceQuantity,
    domainsNumber: row.domainQuantity,
    price: mayReadPrices ? row.price : null,
    currency: row.currency,
    trial: row.trial,
  };
}

/** The version is the one that was sold, otherwise the product's current one (ORD-6). */
function presentProduct(
  row: OrderProductRow,
  { products, locale, mayReadPrices }: OrderViewer,
): OrderDetails['products'][number] {
  return {
    productId: row.productId,
    product: nameProduct(products, row.productId, locale),
    version: row.version ?? products.get(row.productId)?.version ?? null,
    planId: row.planId,
    plan: namePlan(products, row, locale),
    price: mayReadPrices ? row.price : null,
    quantity: row.quantity,
  };
}
