import type { Locale, Order } from '@portico/contract';
import { amountCell, type CsvCell } from '../../core/http/csv.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { OrdersContext } from './orders.context.ts';
import { countsDomains, type OrderViewer, presentListed } from './orders.presentation.ts';
import { type ListedOrder, listOrdersAfter, type OrderSelection } from './orders.queries.ts';
import { createViewer, findLicenseNumber, matchOrders } from './orders.service.ts';

/** The maximum number of rows in memory at a time. */
const rowsAtOnce = 200;

export const reportColumns = [
  'report.order.number',
  'report.order.date',
  'report.order.status',
  'report.order.products',
  'report.order.paymentType',
  'report.order.paymentStatus',
  'report.order.paymentDate',
  'report.order.licenseModel',
  'report.order.license',
  'report.order.devices',
  'report.order.domains',
  'report.order.price',
  'report.order.currency',
  'report.order.expirationDate',
] as const satisfies readonly MessageKey[];

const statuses = ['order.status.draft', 'order.status.active', 'order.status.canceled'] as const;
const paymentStatuses = ['order.notPaid', 'order.paid'] as const;
const paymentTypes = ['order.online', 'order.manual'] as const;
const licenseModels = ['license.hostLocked', 'license.floatingModel'] as const;

/** The rows of the report, in the order of the list. They are read in parts, so that memory does not grow with them. */
export async function* reportRows(
  context: OrdersContext & RequestContext,
  { textFilter, ...filter }: Omit<OrderSelection, 'match'> & { readonly textFilter: string },
): AsyncGenerator<CsvCell[]> {
  const { database, accountId } = context;
  const viewer = await createViewer(context);
  const selection = { ...filter, match: await matchOrders(context, viewer, textFilter) };
  let after: number | null = null;
  for (;;) {
    const rows: ListedOrder[] = await listOrdersAfter(database.query, accountId, selection, after, rowsAtOnce);
    const licenseNumberOf = await findLicenseNumber(context, database.query, rows);
    for (const row of rows) yield reportRow(row, licenseNumberOf(row), viewer);
    if (rows.length < rowsAtOnce) return;
    after = (rows.at(-1) as ListedOrder).id;
  }
}

/** The cells of an order. The quantity of domains is empty if the order has none (ORD-14). */
function reportRow(row: ListedOrder, license: string | null, viewer: OrderViewer): CsvCell[] {
  const { locale } = viewer;
  const order = presentListed(row, viewer);
  const say = (key: MessageKey) => translate(locale, key);
  return [
    order.number,
    row.orderedAt,
    say(statuses[order.status]),
    order.products.join(', '),
    say(paymentTypes[order.processingType]),
    say(paymentStatuses[order.paymentStatus]),
    row.paidAt,
    say(licenseModels[order.licenseModel]),
    license,
    quantityText(order.hardwareIdNumber, locale),
    countsDomains(row, row.productIds, viewer) ? quantityText(order.domainsNumber, locale) : null,
    order.price === null ? null : amountCell(order.price),
    order.currency.toUpperCase(),
    row.expiresAt,
  ];
}

/** -1 and null are unlimited (ORD-5). */
function quantityText(quantity: Order['domainsNumber'], locale: Locale): CsvCell {
  return quantity === null || quantity === -1 ? translate(locale, 'order.unlimited') : quantity;
}
