import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Timeline } from '../timeline/index.ts';
import { createPaymentQueries } from './payments.queries.ts';
import { bindPaymentRoutes } from './payments.routes.ts';
import { createPaymentService } from './payments.service.ts';

/** What an account has paid, and its credit. */
export function createPayments(options: {
  database: Database;
  gateway: Pick<Gateway, 'payments'>;
  timeline: Timeline;
}): { bindRoutes(app: FastifyInstance): void } {
  const service = createPaymentService({ ...options, queries: createPaymentQueries(options.database) });
  return { bindRoutes: (app) => bindPaymentRoutes(app, service) };
}
