export { installRefusalAudit } from './audit.hooks.ts';
export { listActivity } from './audit.queries.ts';
export { type Audit, type AuditInsertion, type AuditKind, createAudit } from './audit.service.ts';
