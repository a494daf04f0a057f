import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { SandboxContext } from './sandbox.service.ts';
import {
  addFault,
  advanceClock,
  createClock,
  getClock,
  getObject,
  listClocks,
  listEvents,
  listFaults,
  listObjects,
  listObjectTypes,
  redeliverEvent,
  removeFault,
  setClockRunning,
} from './sandbox.service.ts';

const { sandbox } = contract;

function sandboxRoutes(context: SandboxContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(sandbox.listObjectTypes, ({ context }) => listObjectTypes(context)),
    route(sandbox.listObjects, ({ context, query }) => listObjects(context, query)),
    route(sandbox.getObject, ({ context, params }) => getObject(context, params.id)),
    route(sandbox.listEvents, ({ context, query }) => listEvents(context, query)),
    route(sandbox.redeliverEvent, ({ context, params }) => redeliverEvent(context, params.id)),
    route(sandbox.listClocks, ({ context, query }) => listClocks(context, query)),
    route(sandbox.getClock, ({ context, params }) => getClock(context, params.id)),
    route(sandbox.createClock, ({ context, body }) => createClock(context, body.customerId)),
    route(sandbox.advanceClock, ({ context, params, body }) => advanceClock(context, params.id, body)),
    route(sandbox.setClockRunning, ({ context, params, body }) => setClockRunning(context, params.id, body.isRunning)),
    route(sandbox.listFaults, ({ context }) => listFaults(context)),
    route(sandbox.addFault, ({ context, body }) => addFault(context, body)),
    route(sandbox.removeFault, ({ context, params }) => removeFault(context, params.id)),
  ];
}

/** The endpoints of the sandbox page, in demo mode only (DEMO-5). Operators may call them, under the portal's own host name (http/host-check.ts). */
export function sandboxModule(context: SandboxContext): PortalModule {
  return { routes: sandboxRoutes(context) };
}
