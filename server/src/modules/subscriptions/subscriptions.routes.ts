import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { actorOf } from '../audit/index.ts';
import type { createSubscriptionChanges } from './subscriptions.changes.ts';
import type { createSubscriptionService } from './subscriptions.service.ts';

export function bindSubscriptionRoutes(
  app: FastifyInstance,
  service: ReturnType<typeof createSubscriptionService>,
  changes: ReturnType<typeof createSubscriptionChanges>,
): void {
  const { subscriptions } = contract;
  bindEndpoint(app, subscriptions.list, ({ session, query, locale }) =>
    service.list(session.account.id, query, locale),
  );
  bindEndpoint(app, subscriptions.listForProduct, ({ session, params, query, locale }) =>
    service.list(session.account.id, query, locale, params.id),
  );
  bindEndpoint(app, subscriptions.listInvoices, ({ session, query }) =>
    service.listInvoices(session.account.id, query),
  );
  bindEndpoint(app, subscriptions.get, ({ session, params, locale }) =>
    service.get(session.account.id, params.id, locale),
  );
  bindEndpoint(app, subscriptions.listSubscriptionInvoices, ({ session, params, query }) =>
    service.listSubscriptionInvoices(session.account.id, params.id, query),
  );
  bindEndpoint(app, subscriptions.cancel, ({ session, params, locale, http }) =>
    changes.cancel(session, params.id, locale, actorOf(session, http)),
  );
  bindEndpoint(app, subscriptions.restore, ({ session, params, locale, http }) =>
    changes.restore(session, params.id, locale, actorOf(session, http)),
  );
  bindEndpoint(app, subscriptions.sendToPay, ({ session, params, http }) =>
    changes.sendToPay(session, params.id, actorOf(session, http)),
  );
}
