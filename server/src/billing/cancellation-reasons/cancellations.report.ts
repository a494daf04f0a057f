import type { CancellationReason, GivenReason, Locale } from '@portico/contract';
import type { CsvCell } from '../../core/http/csv.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { type MessageKey, translate } from '../../core/messages/index.ts';
import type { ReasonRow } from './cancellation-reasons.queries.ts';
import type { CancellationReasonsContext } from './cancellation-reasons.service.ts';
import { listReasonsAfter, type ReasonFilter } from './reports.queries.ts';
import { presentRows } from './reports.ts';

/** Rows that are in memory at once. */
const rowsAtOnce = 1_000;

/** The columns of the report. */
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

/** The rows of the report, in the order of the list (CXL-10). They are read in parts, so that memory does not grow with them. */
export async function* reportRows(
  context: CancellationReasonsContext & Pick<RequestContext, 'locale'>,
  filter: ReasonFilter,
): AsyncGenerator<CsvCell[]> {
  const products = await context.catalog.findProducts();
  for (let after: number | undefined; ; ) {
    const rows: ReasonRow[] = await listReasonsAfter(context.database.query, filter, after, rowsAtOnce);
    for (const said of await presentRows(context, rows, products)) yield reportRow(said, context.locale);
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.id;
  }
}

/** The cells of a cancellation. Money is in units of its currency. */
function reportRow(said: GivenReason, locale: Locale): CsvCell[] {
  return [
    new Date(said.at),
    said.account.name,
    said.productName,
    said.planName,
    said.reason && translate(locale, reasons[said.reason]),
    said.comment,
    translate(locale, outcomes[said.outcome]),
    (said.amountPerMonth / 100).toFixed(2),
    said.currency.toUpperCase(),
  ];
}
