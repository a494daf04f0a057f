import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { MirrorContext } from './mirror.service.ts';
import {
  beginRepair,
  getAge,
  getStatus,
  listDeadEvents,
  listDifferences,
  listRepairs,
  retryDeadEvent,
  retryDeadEvents,
} from './mirror.service.ts';

const { mirror } = contract;

function mirrorRoutes(context: MirrorContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(mirror.getStatus, ({ context }) => getStatus(context)),
    route(mirror.getAge, ({ context }) => getAge(context)),
    route(mirror.listRepairs, ({ context, query }) => listRepairs(context, query)),
    route(mirror.beginRepair, ({ context }) => beginRepair(context)),
    route(mirror.listDifferences, ({ context, params, query }) => listDifferences(context, params.id, query)),
    route(mirror.listDeadEvents, ({ context, query }) => listDeadEvents(context, query)),
    route(mirror.retryDeadEvents, ({ context }) => retryDeadEvents(context)),
    route(mirror.retryDeadEvent, ({ context, params }) => retryDeadEvent(context, params.id)),
  ];
}

/** The state of the mirror for operators, its repairs and its dead events. */
export function mirrorModule(context: MirrorContext): PortalModule {
  return { routes: mirrorRoutes(context), jobs: context.gateway.mirrorMaintenance.jobs };
}
