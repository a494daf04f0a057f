import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { can } from '../../http/access.ts';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { actorOf } from '../../http/request-context.ts';
import { withoutPaymentPage } from '../invoices/index.ts';
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
  bindEndpoint(app, subscriptions.listForProduct, async ({ session, params, query, locale }) => {
    const list = await service.list(session.account.id, query, locale, params.id);
    // Everybody of the account sees what it has; cards are for those who may see billing.
    if (can('cards.view', session)) return list;
    return { ...list, items: list.items.map((subscription) => ({ ...subscription, paymentMethodId: null })) };
  });
  bindEndpoint(app, contract.invoices.list, async ({ session, query }) => {
    const list = await service.listInvoices(session.account.id, query);
    return { ...list, items: list.items.map((invoice) => withoutPaymentPage(session, invoice)) };
  });
  bindEndpoint(app, subscriptions.get, ({ session, params, locale }) =>
    service.get(session.account.id, params.id, locale),
  );
  bindEndpoint(app, contract.invoices.listForSubscription, async ({ session, params, query }) => {
    const list = await service.listSubscriptionInvoices(session.account.id, params.id, query);
    return { ...list, items: list.items.map((invoice) => withoutPaymentPage(session, invoice)) };
  });
  bindEndpoint(app, subscriptions.cancel, ({ session, params, locale, http }) =>
    changes.cancel(session, params.id, locale, actorOf(session, http)),
  );
  bindEndpoint(app, subscriptions.restore, ({ session, params, locale, http }) =>
    changes.restore(session, params.id, locale, actorOf(session, http)),
  );
  bindEndpoint(app, contract.invoices.sendToPay, ({ session, params, http }) =>
    changes.sendToPay(session, params.id, actorOf(session, http)),
  );
}
