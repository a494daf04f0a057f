import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { type Route, routesOf } from '../../core/http/route.ts';
import { reportColumns, reportRows } from './audit-log.report.ts';
import { type AuditLogContext, listKinds, listLog } from './audit-log.service.ts';

const { audit } = contract;

export function auditLogRoutes(context: AuditLogContext): Route[] {
  const route = routesOf(context);
  return [
    route(audit.list, ({ context, query }) => listLog(context, query)),
    route(audit.listKinds, ({ context }) => listKinds(context)),
    route(audit.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'audit-log', columns: reportColumns, rows: reportRows(context, query) }, context),
    ),
  ];
}
