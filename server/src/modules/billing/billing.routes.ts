import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { actorOf } from '../audit/index.ts';
import type { createBillingService } from './billing.service.ts';

export function bindBillingRoutes(app: FastifyInstance, service: ReturnType<typeof createBillingService>): void {
  const { billing } = contract;
  bindEndpoint(app, billing.getBusinessAddress, ({ session }) => service.getBusinessAddress(session.account.id));
  bindEndpoint(app, billing.listCards, ({ session, query }) => service.listCards(session.account.id, query));
  bindEndpoint(app, billing.listSourceCards, ({ session, query }) => service.listCards(session.account.id, query));
  bindEndpoint(app, billing.addSource, ({ session, body, http }) =>
    service.addSource(session, body, actorOf(session, http)),
  );
  bindEndpoint(app, billing.addCard, ({ session }) => service.beginCard(session));
  bindEndpoint(app, billing.confirmCard, ({ session, params, body, http }) =>
    service.confirmCard(session, params.id, body?.makeDefault ?? false, actorOf(session, http)),
  );
  bindEndpoint(app, billing.makeCardDefault, ({ session, params, http }) =>
    service.makeDefault(session, params.id, actorOf(session, http)),
  );
  bindEndpoint(app, billing.deleteCard, ({ session, params, http }) =>
    service.deleteCard(session, params.id, actorOf(session, http)),
  );
  bindEndpoint(app, contract.operations.list, ({ session }) => service.listLiveOperations(session.account.id));
  bindEndpoint(app, contract.operations.get, ({ session, params, locale }) =>
    service.getOperation(session.account.id, params.operationId, locale),
  );
}
