import {
  type CancellationReason,
  type cancellations,
  type GivenReason,
  type Locale,
  monthsOfReasons,
  type ResponseOf,
} from '@portico/contract';
import { findAccountNames } from '../../accounts/index.ts';
import { namePlan, nameProduct, type Product } from '../../catalog/index.ts';
import { amountCell, type CsvCell } from '../../core/http/csv.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { CancellationsContext } from './cancellations.operations.ts';
import type { CancellationRow } from './cancellations.queries.ts';
import {
  type CancellationFilter,
  type CancellationListOptions,
  listCancellationsAfter,
  listCancellationsPage,
  listProducts,
  sumMonths,
} from './report.queries.ts';

type ReportContext = Pick<CancellationsContext, 'database' | 'catalog'> & Pick<RequestContext, 'locale'>;

/** Cancellations of all accounts, for operators (CXL-10). */
export async function listCancellations(
  { database, catalog, locale }: ReportContext,
  options: CancellationListOptions,
): Promise<ResponseOf<typeof cancellations.list>> {
  const [{ items, total }, products] = await Promise.all([
    listCancellationsPage(database.query, options),
    catalog.findProducts(),
  ]);
  return listAnswer(await presentRows({ database, locale }, items, products), total, options);
}

/** How often each reason was given in each of the last twelve months (CXL-11). */
export async function listMonths(
  { database, catalog, locale }: ReportContext,
  productId: string | undefined,
  now: Date,
): Promise<ResponseOf<typeof cancellations.listMonths>> {
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsOfReasons + 1, 1));
  const [items, ids, products] = await Promise.all([
    sumMonths(database.query, since, productId),
    listProducts(database.query, since),
    catalog.findProducts(),
  ]);
  const named = ids.map((id) => ({ id, name: nameProduct(products, id, locale) }));
  return { items, products: named.sort((one, other) => one.name.localeCompare(other.name, locale)) };
}

/** The number of rows of the CSV file that are read per batch. */
const batchSize = 200;

export const reportColumns = [
  'report.cancellation.at',
  'report.cancellation.account',
  'report.cancellation.product',
  'report.cancellation.plan',
  'report.cancellation.reason',
  'report.cancellation.comment',
  'report.cancellation.outcome',
  'report.cancellation.amountPerMonth',
  'report.cancellation.currency',
] as const satisfies readonly MessageKey[];

const outcomes: Readonly<Record<GivenReason['outcome'], MessageKey>> = {
  canceled: 'cancellation.outcome.canceled',
  restored: 'cancellation.outcome.restored',
  saved: 'cancellation.outcome.saved',
};

const reasons: Readonly<Record<CancellationReason, MessageKey>> = {
  too_expensive: 'cancellation.reason.tooExpensive',
  missing_features: 'cancellation.reason.missingFeatures',
  switched_service: 'cancellation.reason.switchedService',
  unused: 'cancellation.reason.unused',
  customer_service: 'cancellation.reason.customerService',
  too_complex: 'cancellation.reason.tooComplex',
  low_quality: 'cancellation.reason.lowQuality',
  other: 'cancellation.reason.other',
};

/** The rows of the CSV file, in the order of the list (CXL-10). */
export async function* reportRows(context: ReportContext, filter: CancellationFilter): AsyncGenerator<CsvCell[]> {
  const products = await context.catalog.findProducts();
  for (let after: number | undefined; ; ) {
    const rows: CancellationRow[] = await listCancellationsAfter(context.database.query, filter, after, batchSize);
    for (const cancellation of await presentRows(context, rows, products))
      yield reportRow(cancellation, context.locale);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id;
  }
}

function reportRow(cancellation: GivenReason, locale: Locale): CsvCell[] {
  return [
    new Date(cancellation.at),
    cancellation.account.name,
    cancellation.productName,
    cancellation.planName,
    cancellation.reason && translate(locale, reasons[cancellation.reason]),
    cancellation.comment,
    translate(locale, outcomes[cancellation.outcome]),
    amountCell(cancellation.amountPerMonth),
    cancellation.currency.toUpperCase(),
  ];
}

async function presentRows(
  { database, locale }: Pick<ReportContext, 'database' | 'locale'>,
  rows: readonly CancellationRow[],
  products: ReadonlyMap<string, Product>,
): Promise<GivenReason[]> {
  const names = await findAccountNames(database.query, [...new Set(rows.map(({ accountId }) => accountId))]);
  return rows.map((row) => ({
    id: row.id,
    at: (row.decidedAt ?? row.givenAt ?? new Date(0)).toISOString(),
    account: { id: row.accountId, name: names.get(row.accountId) ?? '' },
    productId: row.productId,
    productName: nameProduct(products, row.productId, locale),
    planName: namePlan(products, row, locale),
    reason: row.reason,
    comment: row.comment,
    outcome: row.savedAt ? 'saved' : row.restoredAt ? 'restored' : 'canceled',
    amountPerMonth: row.amountPerMonth,
    currency: row.currency,
  }));
}
