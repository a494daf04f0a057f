import { contract } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../http/bind-endpoint.ts';
import type { SandboxControl } from '../../stripe/sandbox-control.ts';
import { createSandboxService, type Refresh } from './sandbox.service.ts';

export interface SandboxRouteDependencies {
  readonly control: SandboxControl;
  /** Has the portal read an object again at Stripe. */
  readonly refresh: Refresh;
}

/**
 * What the sandbox page asks for. To be registered in demonstration mode only, where the sandbox is: elsewhere there are no such calls.
 * Operators alone may make them, and only under the portal's own name, as the whole demonstration answers (http/host-check.ts, docs/decisions/0010).
 */
export async function registerSandboxRoutes(
  app: FastifyInstance,
  { control, refresh }: SandboxRouteDependencies,
): Promise<void> {
  const service = createSandboxService(control, refresh);
  const { sandbox } = contract;
  await app.register(async (scope) => {
    bindEndpoint(scope, sandbox.listObjectTypes, () => service.listObjectTypes());
    bindEndpoint(scope, sandbox.listObjects, ({ query }) => service.listObjects(query));
    bindEndpoint(scope, sandbox.getObject, ({ params }) => service.getObject(params.id));
    bindEndpoint(scope, sandbox.listEvents, ({ query }) => service.listEvents(query));
    bindEndpoint(scope, sandbox.redeliverEvent, ({ params }) => service.redeliver(params.id));
    bindEndpoint(scope, sandbox.listClocks, ({ query }) => service.listClocks(query));
    bindEndpoint(scope, sandbox.getClock, ({ params }) => service.getClock(params.id));
    bindEndpoint(scope, sandbox.createClock, ({ body }) => service.createClock(body.customerId));
    bindEndpoint(scope, sandbox.advanceClock, ({ params, body }) => service.advance(params.id, body));
    bindEndpoint(scope, sandbox.setClockRunning, ({ params, body }) => service.setRunning(params.id, body.isRunning));
    bindEndpoint(scope, sandbox.listFaults, () => service.listFaults());
    bindEndpoint(scope, sandbox.addFault, ({ body }) => service.addFault(body));
    bindEndpoint(scope, sandbox.removeFault, async ({ params }) => {
      await service.removeFault(params.id);
      return {};
    });
  });
}
