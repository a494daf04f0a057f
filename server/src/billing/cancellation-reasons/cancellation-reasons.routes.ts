import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import {
  type CancellationReasonsContext,
  findGivenReason,
  giveReason,
  noteCanceled,
  noteRestored,
} from './cancellation-reasons.service.ts';
import { reportColumns, reportRows } from './cancellations.report.ts';
import { listGivenReasons, listMonths } from './reports.ts';

const { cancellationReasons } = contract;

function cancellationReasonRoutes(context: CancellationReasonsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(cancellationReasons.give, ({ context, params, body }) => giveReason(context, params.id, body)),
    route(cancellationReasons.list, ({ context, query }) => listGivenReasons(context, query)),
    route(cancellationReasons.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'cancellations', columns: reportColumns, rows: reportRows(context, query) }, context),
    ),
    route(cancellationReasons.listMonths, ({ context, query }) => listMonths(context, query.productId, new Date())),
  ];
}

/** The reasons for cancellations, and the report of them. */
export const cancellationNotes = { findGivenReason, noteCanceled, noteRestored };

/** Why customers cancel, and what came of it. */
export function cancellationReasonsModule(context: CancellationReasonsContext): PortalModule {
  return { routes: cancellationReasonRoutes(context) };
}
