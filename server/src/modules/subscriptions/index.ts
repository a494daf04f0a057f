import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../db/database.ts';
import type { Mirror } from '../../stripe/index.ts';
import type { AccountHoldings, Catalog } from '../catalog/index.ts';
import { createProjection } from './subscriptions.projection.ts';
import { createSubscriptionQueries, type SubscriptionRow } from './subscriptions.queries.ts';
import { bindSubscriptionRoutes } from './subscriptions.routes.ts';
import { createHoldings, createSubscriptionService } from './subscriptions.service.ts';

export type { SubscriptionRow } from './subscriptions.queries.ts';
export { toHeld } from './subscriptions.service.ts';

/** What accounts have subscribed to, as other modules may use it. */
export interface Subscriptions {
  bindRoutes(app: FastifyInstance): void;
  /** All subscriptions of an account to a product, newest first. */
  listForProduct(on: Queryable, accountId: number, productId: string): Promise<SubscriptionRow[]>;
  findByStripeId(stripeSubscriptionId: string): Promise<SubscriptionRow | undefined>;
  /** Whether a live subscription is charged to a card. */
  usesCard(accountId: number, paymentMethodId: string): Promise<boolean>;
}

/** The catalogue's view of subscriptions; made first, as the catalogue needs it. */
export function createAccountHoldings(database: Database): AccountHoldings {
  return createHoldings(createSubscriptionQueries(database));
}

export function createSubscriptions(options: {
  database: Database;
  catalog: Catalog;
  mirror: Mirror;
  logger: Logger;
}): Subscriptions {
  const queries = createSubscriptionQueries(options.database);
  const service = createSubscriptionService(queries, options.catalog);
  options.mirror.onSubscription(createProjection(queries, options.catalog, options.logger));
  return {
    bindRoutes: (app) => bindSubscriptionRoutes(app, service),
    listForProduct: (on, accountId, productId) => queries.listForProducts(on, accountId, [productId]),
    findByStripeId: (id) => queries.findByStripeId(options.database.query, id),
    usesCard: queries.usesCard,
  };
}
