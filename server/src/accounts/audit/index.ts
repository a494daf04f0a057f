import type { PortalModule } from '../../core/portal-module.ts';
import { auditLogRoutes } from './audit-log.routes.ts';
import type { AuditLogContext } from './audit-log.service.ts';
import { retentionJob } from './retention.ts';

export { installRefusalAudit } from './audit.hooks.ts';
export { listActivity } from './audit.queries.ts';
export { type Audit, type AuditDetail, type AuditEvent, type AuditInsertion, createAudit } from './audit.service.ts';
export { describeKind } from './audit-log.presentation.ts';
export { type Changes, changesBetween } from './changes.ts';
export { listLatestEvents } from './latest.queries.ts';

/** The log of what happened in an account, for its admins, and how long it is kept. */
export function auditModule(context: AuditLogContext): PortalModule {
  return { routes: auditLogRoutes(context), jobs: [retentionJob(context)] };
}
