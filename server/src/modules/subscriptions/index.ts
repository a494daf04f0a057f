import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../db/database.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { AccountHoldings, Catalog } from '../catalog/index.ts';
import { createSubscriptionChanges } from './subscriptions.changes.ts';
import { createSubscriptionOperations } from './subscriptions.operations.ts';
import { createProjection } from './subscriptions.projection.ts';
import { createSubscriptionQueries, type SubscriptionRow } from './subscriptions.queries.ts';
import { bindSubscriptionRoutes } from './subscriptions.routes.ts';
import { createHoldings, createSubscriptionService } from './subscriptions.service.ts';

export { withoutPaymentPage } from './payment-page.ts';
export type { SubscriptionRow } from './subscriptions.queries.ts';
export { toHeld } from './subscriptions.service.ts';

/** What accounts have subscribed to, as other modules may use it. */
export interface Subscriptions extends Pick<ReturnType<typeof createSubscriptionChanges>, 'cancel'> {
  bindRoutes(app: FastifyInstance): void;
  /** All subscriptions of an account to a product, newest first. */
  listForProduct(on: Queryable, accountId: number, productId: string): Promise<SubscriptionRow[]>;
  findByStripeId(stripeSubscriptionId: string): Promise<SubscriptionRow | undefined>;
  /** The cards that an account's subscriptions are charged to; null stands for its default card. */
  listCardsInUse(accountId: number, on?: Queryable): Promise<ReadonlySet<string | null>>;
}

/** The catalogue's view of subscriptions; made first, as the catalogue needs it. */
export function createAccountHoldings(database: Database): AccountHoldings {
  return createHoldings(createSubscriptionQueries(database));
}

export function createSubscriptions(options: {
  database: Database;
  catalog: Catalog;
  gateway: Gateway;
  audit: Audit;
  logger: Logger;
}): Subscriptions {
  const { database, catalog, gateway, audit, logger } = options;
  const queries = createSubscriptionQueries(database);
  for (const kind of createSubscriptionOperations(gateway, audit)) gateway.operations.register(kind);
  const service = createSubscriptionService(queries, catalog, async (accountId, productId) => {
    const live = await gateway.operations.findLive(accountId, productId);
    return live?.state === 'pending' ? live.id : null;
  });
  const changes = createSubscriptionChanges({ database, queries, gateway, audit, describe: service.describe });
  gateway.mirror.onSubscription(createProjection(catalog, logger));
  return {
    bindRoutes: (app) => bindSubscriptionRoutes(app, service, changes),
    cancel: changes.cancel,
    listForProduct: (on, accountId, productId) => queries.listForProducts(on, accountId, [productId]),
    findByStripeId: (id) => queries.findByStripeId(database.query, id),
    listCardsInUse: queries.listCardsInUse,
  };
}
