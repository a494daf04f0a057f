import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { type Route, routesOf } from '../../core/http/route.ts';
import { type CancellationReasonsContext, giveReason } from './cancellation-reasons.service.ts';
import { reportColumns, reportRows } from './cancellations.report.ts';
import { listGivenReasons, listMonths } from './reports.ts';

const { cancellationReasons } = contract;

export function cancellationReasonRoutes(context: CancellationReasonsContext): Route[] {
  const route = routesOf(context);
  return [
    route(cancellationReasons.give, ({ context, params, body }) => giveReason(context, params.id, body)),
    route(cancellationReasons.list, ({ context, query }) => listGivenReasons(context, query)),
    route(cancellationReasons.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'cancellations', columns: reportColumns, rows: reportRows(context, query) }, context),
    ),
    route(cancellationReasons.listMonths, ({ context, query }) => listMonths(context, query.productId, new Date())),
  ];
}
