import type { PortalModule } from '../../core/portal-module.ts';
import { auditLogRoutes } from './audit-log.routes.ts';
import type { AuditLogContext } from './audit-log.service.ts';
import { retentionJob } from './retention.ts';

/** The log of what happened in an account, for its admins, and how long it is kept. */
export function auditModule(context: AuditLogContext): PortalModule {
  return { routes: auditLogRoutes(context), jobs: [retentionJob(context)] };
}
