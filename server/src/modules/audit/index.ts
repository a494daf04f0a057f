export { installRefusalAudit } from './audit.hooks.ts';
export { type Actor, type Audit, actorOf, createAudit } from './audit.service.ts';
