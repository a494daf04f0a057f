import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { reportColumns, reportRows } from './audit-log.report.ts';
import { type AuditLogContext, listKinds, listLog } from './audit-log.service.ts';
import { retentionJob } from './retention.ts';

const { audit } = contract;

function auditLogRoutes(context: AuditLogContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(audit.list, ({ context, query }) => listLog(context, query)),
    route(audit.listKinds, ({ context }) => listKinds(context)),
    route(audit.export, ({ context, query, reply }) =>
      sendReport(
        reply,
        { name: 'audit-log', columns: reportColumns, rows: reportRows(context, query) },
        context,
        query,
      ),
    ),
  ];
}

/** The account's audit log, for its admins, and the deletion of old events. */
export function auditModule(context: AuditLogContext): PortalModule {
  return { routes: auditLogRoutes(context), jobs: [retentionJob(context)] };
}
