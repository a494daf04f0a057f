import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import type { createInvoiceService } from './invoices.service.ts';
import { withoutPaymentPage } from './payment-page.ts';
import type { createUpcomingService } from './upcoming.service.ts';

export function bindInvoiceRoutes(
  app: FastifyInstance,
  service: ReturnType<typeof createInvoiceService>,
  upcoming: ReturnType<typeof createUpcomingService>,
): void {
  const { invoices } = contract;
  bindEndpoint(app, invoices.getDetails, async ({ session, params, query }) =>
    withoutPaymentPage(session, await service.getDetails(session.account.id, params.id, query)),
  );
  bindEndpoint(app, invoices.listEvents, ({ session, params, query, locale }) =>
    service.listEvents(session.account.id, params.id, query, locale),
  );
  bindEndpoint(app, invoices.listPending, async ({ session, query }) => {
    const list = await service.listPending(session.account.id, query);
    return { ...list, items: list.items.map((invoice) => withoutPaymentPage(session, invoice)) };
  });
  bindEndpoint(app, invoices.listUpcoming, ({ session, query, locale }) =>
    upcoming.list(session.account.id, query, locale),
  );
  bindEndpoint(app, invoices.listUpcomingForSubscription, ({ session, params, locale }) =>
    upcoming.listForSubscription(session.account.id, params.id, locale),
  );
}
