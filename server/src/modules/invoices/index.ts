import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { JobDefinition } from '../../jobs/queue.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Timeline } from '../timeline/index.ts';
import { createInvoiceQueries } from './invoices.queries.ts';
import { bindInvoiceRoutes } from './invoices.routes.ts';
import { createInvoiceService } from './invoices.service.ts';
import { createUpcomingQueries } from './upcoming.queries.ts';
import { createUpcomingService } from './upcoming.service.ts';

export { selectInvoices } from './invoice-list.queries.ts';
export { presentPreview } from './invoices.preview.ts';
export { withoutPaymentPage } from './payment-page.ts';

/** An account's invoices one by one, what it will be charged next, and what is pending. */
export interface Invoices {
  bindRoutes(app: FastifyInstance): void;
  readonly jobs: readonly JobDefinition<never>[];
}

export function createInvoices(options: {
  database: Database;
  gateway: Pick<Gateway, 'previews'>;
  catalog: Catalog;
  timeline: Timeline;
}): Invoices {
  const service = createInvoiceService({ ...options, queries: createInvoiceQueries(options.database) });
  const upcomingQueries = createUpcomingQueries(options.database);
  const upcoming = createUpcomingService({ ...options, queries: upcomingQueries });
  return {
    bindRoutes: (app) => bindInvoiceRoutes(app, service, upcoming),
    jobs: [
      {
        name: 'invoices-forget-upcoming',
        maxAttempts: 3,
        schedule: '23 3 * * *',
        run: () => upcomingQueries.deleteOlderThan(2),
      },
    ],
  };
}
