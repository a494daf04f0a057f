import type { FastifyInstance } from 'fastify';
import type { Database, Queryable } from '../../db/database.ts';
import type { Person } from '../../http/session-context.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import { createBillingOperations } from './billing.operations.ts';
import { type BillingAccount, createBillingQueries } from './billing.queries.ts';
import { bindBillingRoutes } from './billing.routes.ts';
import { type CustomerOptions, createBillingService } from './billing.service.ts';

export type { BillingAccount } from './billing.queries.ts';

/** An account's customer and cards, as other modules may use them. */
export interface Billing
  extends Pick<ReturnType<typeof createBillingService>, 'listCards' | 'addSource' | 'deleteCard' | 'holdCard'> {
  bindRoutes(app: FastifyInstance): void;
  /** The account's customer at Stripe, made when there is none yet. @throws UnavailableError */
  ensureCustomer(session: Person, options?: CustomerOptions): Promise<string>;
  find(accountId: number): Promise<BillingAccount>;
}

export function createBilling(options: {
  database: Database;
  gateway: Gateway;
  audit: Audit;
  listCardsInUse: (accountId: number, on?: Queryable) => Promise<ReadonlySet<string | null>>;
}): Billing {
  const { gateway, audit } = options;
  const queries = createBillingQueries(options.database);
  for (const kind of createBillingOperations({ gateway, queries, audit })) gateway.operations.register(kind);
  const service = createBillingService({ ...options, queries });
  return {
    bindRoutes: (app) => bindBillingRoutes(app, service),
    ensureCustomer: service.ensureCustomer,
    find: queries.findBillingAccount,
    listCards: service.listCards,
    addSource: service.addSource,
    deleteCard: service.deleteCard,
    holdCard: service.holdCard,
  };
}
