import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import type { SandboxControl } from '../../stripe/sandbox-control.ts';
import { createDeveloperService, type Refresh } from './developer.service.ts';

export interface DeveloperRouteDependencies {
  readonly control: SandboxControl;
  /** Has the portal read an object again at Stripe. */
  readonly refresh: Refresh;
}

/**
 * What the developer's page asks for. To be registered in demonstration mode only, where the sandbox is: elsewhere there are no such calls.
 * Operators alone may make them, and only under the portal's own name, as the whole demonstration answers (http/host-check.ts, docs/decisions/0010).
 */
export async function registerDeveloperRoutes(
  app: FastifyInstance,
  { control, refresh }: DeveloperRouteDependencies,
): Promise<void> {
  const service = createDeveloperService(control, refresh);
  const { developer } = contract;
  await app.register(async (scope) => {
    bindEndpoint(scope, developer.listObjectTypes, () => service.listObjectTypes());
    bindEndpoint(scope, developer.listObjects, ({ query }) => service.listObjects(query));
    bindEndpoint(scope, developer.getObject, ({ params }) => service.getObject(params.id));
    bindEndpoint(scope, developer.listEvents, ({ query }) => service.listEvents(query));
    bindEndpoint(scope, developer.redeliverEvent, ({ params }) => service.redeliver(params.id));
    bindEndpoint(scope, developer.listClocks, ({ query }) => service.listClocks(query));
    bindEndpoint(scope, developer.getClock, ({ params }) => service.getClock(params.id));
    bindEndpoint(scope, developer.createClock, ({ body }) => service.createClock(body.customerId));
    bindEndpoint(scope, developer.advanceClock, ({ params, body }) => service.advance(params.id, body));
    bindEndpoint(scope, developer.setClockRunning, ({ params, body }) => service.setRunning(params.id, body.isRunning));
    bindEndpoint(scope, developer.listFaults, () => service.listFaults());
    bindEndpoint(scope, developer.addFault, ({ body }) => service.addFault(body));
    bindEndpoint(scope, developer.removeFault, async ({ params }) => {
      await service.removeFault(params.id);
      return {};
    });
  });
}
