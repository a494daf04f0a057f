import { contract } from '@portico/contract';
import { sendCsv } from '../../http/csv.ts';
import { type Route, routesOf } from '../../http/route.ts';
import { reportHeader, reportRows } from './audit-log.report.ts';
import { type AuditLogContext, listKinds, listLog } from './audit-log.service.ts';

const { audit } = contract;

export function auditLogRoutes(context: AuditLogContext): Route[] {
  const route = routesOf(context);
  return [
    route(audit.list, ({ context, query }) => listLog(context, query)),
    route(audit.listKinds, ({ context }) => listKinds(context)),
    route(audit.export, ({ context, query, reply }) =>
      sendCsv(reply, 'audit-log', reportHeader(context.locale), reportRows(context, query)),
    ),
  ];
}
