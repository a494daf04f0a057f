import type { FastifyInstance } from 'fastify';
import type { MirrorMaintenance } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import { bindMirrorRoutes } from './mirror.routes.ts';
import { createMirrorService } from './mirror.service.ts';

/** What operators see of the copy of the Stripe account, and do about it. */
export function createMirrorReport(options: { maintenance: MirrorMaintenance; audit: Audit }): {
  bindRoutes(app: FastifyInstance): void;
} {
  const service = createMirrorService(options);
  return { bindRoutes: (app) => bindMirrorRoutes(app, service) };
}
