export { installRefusalAudit } from './audit.hooks.ts';
export { type Audit, createAudit } from './audit.service.ts';
