import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../db/database.ts';
import { findLiveOperation, type Operations, registerOperations } from '../../operations/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { AccountHoldings, Catalog } from '../catalog/index.ts';
import { createSubscriptionChanges } from './subscriptions.changes.ts';
import { createSubscriptionOperations } from './subscriptions.operations.ts';
import { createProjection } from './subscriptions.projection.ts';
import { createSubscriptionQueries, type SubscriptionRow } from './subscriptions.queries.ts';
import { bindSubscriptionRoutes } from './subscriptions.routes.ts';
import { createHoldings, createSubscriptionService } from './subscriptions.service.ts';

export type { SubscriptionRow } from './subscriptions.queries.ts';
export { toHeld } from './subscriptions.service.ts';

/** What accounts have subscribed to, as other modules may use it. */
export interface Subscriptions extends Pick<ReturnType<typeof createSubscriptionChanges>, 'cancel'> {
  bindRoutes(app: FastifyInstance): void;
  /** All subscriptions of an account to a product, newest first. */
  listForProduct(on: Queryable, accountId: number, productId: string): Promise<SubscriptionRow[]>;
  findByStripeId(stripeSubscriptionId: string): Promise<SubscriptionRow | undefined>;
  /** The cards that an account's subscriptions are charged to; null stands for its default card. */
  listCardsInUse(on: Queryable, accountId: number): Promise<ReadonlySet<string | null>>;
}

/** The catalogue's view of subscriptions; made first, as the catalogue needs it. */
export function createAccountHoldings(database: Database): AccountHoldings {
  return createHoldings(createSubscriptionQueries(database));
}

export function createSubscriptions(options: {
  database: Database;
  catalog: Catalog;
  gateway: Gateway;
  operations: Operations;
  audit: Audit;
  logger: Logger;
}): Subscriptions {
  const { database, catalog, gateway, operations, audit, logger } = options;
  const queries = createSubscriptionQueries(database);
  registerOperations(operations, createSubscriptionOperations(gateway, audit));
  const service = createSubscriptionService(queries, catalog, async (accountId, productId) => {
    const live = await findLiveOperation(database.query, accountId, productId);
    return live?.state === 'pending' ? live.id : null;
  });
  const changes = createSubscriptionChanges({ database, queries, operations, audit, describe: service.describe });
  gateway.mirror.onSubscription(createProjection(catalog, logger));
  return {
    bindRoutes: (app) => bindSubscriptionRoutes(app, service, changes),
    cancel: changes.cancel,
    listForProduct: (on, accountId, productId) => queries.listForProducts(on, accountId, [productId]),
    findByStripeId: (id) => queries.findByStripeId(database.query, id),
    listCardsInUse: (on, accountId) => queries.listCardsInUse(accountId, on),
  };
}
