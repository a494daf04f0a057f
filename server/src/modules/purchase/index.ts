import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { JobDefinition } from '../../jobs/queue.ts';
import { type Operations, registerOperations } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Subscriptions } from '../subscriptions/index.ts';
import { createCoupons } from './purchase.coupons.ts';
import { createPurchaseOperation } from './purchase.operation.ts';
import { createPaymentOptions } from './purchase.payment-options.ts';
import { createPurchaseQueries } from './purchase.queries.ts';
import { bindPurchaseRoutes } from './purchase.routes.ts';
import { createPurchaseService } from './purchase.service.ts';

/** Choosing, quoting and buying. */
export interface Purchase extends Pick<ReturnType<typeof createPurchaseService>, 'quote' | 'purchase'> {
  bindRoutes(app: FastifyInstance): void;
  readonly jobs: readonly JobDefinition<never>[];
}

export function createPurchase(options: {
  database: Database;
  gateway: Gateway;
  catalog: Catalog;
  subscriptions: Subscriptions;
  operations: Operations;
  audit: Audit;
  logger: Logger;
  now?: () => Date;
}): Purchase {
  const { database } = options;
  const queries = createPurchaseQueries(database);
  registerOperations(options.operations, [createPurchaseOperation({ ...options, queries })]);
  const coupons = createCoupons({ ...options, queries });
  const paymentOptions = createPaymentOptions(options);
  const service = createPurchaseService({ ...options, queries, coupons, now: options.now ?? (() => new Date()) });
  return {
    quote: service.quote,
    purchase: service.purchase,
    bindRoutes: (app) => bindPurchaseRoutes(app, service, { coupons, paymentOptions }),
    jobs: [
      {
        name: 'purchase-forget-quotes',
        maxAttempts: 3,
        schedule: '17 3 * * *',
        run: () => queries.deleteExpiredQuotes(),
      },
    ],
  };
}
