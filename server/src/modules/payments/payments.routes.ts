import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import type { createPaymentService } from './payments.service.ts';

export function bindPaymentRoutes(app: FastifyInstance, service: ReturnType<typeof createPaymentService>): void {
  const { payments } = contract;
  bindEndpoint(app, payments.list, ({ session, query }) => service.list(session.account.id, query));
  bindEndpoint(app, payments.get, ({ session, params, locale }) => service.get(session.account.id, params.id, locale));
  bindEndpoint(app, payments.listEvents, ({ session, params, query, locale }) =>
    service.listEvents(session.account.id, params.id, query, locale),
  );
}
