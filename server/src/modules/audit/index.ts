export { installRefusalAudit } from './audit.hooks.ts';
export { type Actor, actorOf, type Audit, createAudit } from './audit.service.ts';
