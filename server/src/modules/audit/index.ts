export { installRefusalAudit } from './audit.hooks.ts';
export { type Audit, type AuditEvent, createAudit } from './audit.service.ts';
