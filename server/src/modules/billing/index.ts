import type { ShippingDetails } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../http/session-context.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import { createBillingOperations } from './billing.operations.ts';
import { createBillingQueries } from './billing.queries.ts';
import { bindBillingRoutes } from './billing.routes.ts';
import { createBillingService } from './billing.service.ts';

/** An account's customer and cards, as other modules may use them. */
export interface Billing {
  bindRoutes(app: FastifyInstance): void;
  /** The account's customer at Stripe, made when there is none yet. @throws UnavailableError */
  ensureCustomer(session: Pick<Session, 'account' | 'user'>): Promise<string>;
  /** The customer's id and the address for invoices; each null before the first. */
  find(accountId: number): Promise<{ readonly customerId: string | null; readonly address: ShippingDetails | null }>;
}

export function createBilling(options: {
  database: Database;
  gateway: Gateway;
  audit: Audit;
  listCardsInUse: (accountId: number) => Promise<ReadonlySet<string | null>>;
}): Billing {
  const { gateway, audit } = options;
  const queries = createBillingQueries(options.database);
  for (const kind of createBillingOperations({ gateway, queries, audit })) gateway.operations.register(kind);
  const service = createBillingService({ ...options, queries });
  return {
    bindRoutes: (app) => bindBillingRoutes(app, service),
    ensureCustomer: service.ensureCustomer,
    find: queries.findBillingAccount,
  };
}
