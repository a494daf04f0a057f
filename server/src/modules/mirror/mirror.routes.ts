import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import { actorOf } from '../../http/request-context.ts';
import type { createMirrorService } from './mirror.service.ts';

export function bindMirrorRoutes(app: FastifyInstance, service: ReturnType<typeof createMirrorService>): void {
  const { mirror } = contract;
  bindEndpoint(app, mirror.getStatus, () => service.getStatus());
  bindEndpoint(app, mirror.listRepairs, ({ query }) => service.listRepairs(query));
  bindEndpoint(app, mirror.beginRepair, ({ session, http }) => service.beginRepair(actorOf(session, http)));
  bindEndpoint(app, mirror.listDifferences, ({ params, query }) => service.listDifferences(params.id, query));
  bindEndpoint(app, mirror.listDeadEvents, ({ query }) => service.listDeadEvents(query));
  bindEndpoint(app, mirror.retryDeadEvents, ({ session, http }) => service.retryAll(actorOf(session, http)));
  bindEndpoint(app, mirror.retryDeadEvent, ({ session, params, http }) =>
    service.retry(params.id, actorOf(session, http)),
  );
}
