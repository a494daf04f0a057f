import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { AttentionContext } from './attention.context.ts';
import { listAttention } from './attention.service.ts';
import { listEndsForUsers } from './ends.ts';

function attentionRoutes(context: AttentionContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(contract.attention.list, ({ context }) => listAttention(context)),
    route(contract.attention.listEnds, ({ context }) => listEndsForUsers(context)),
  ];
}

export function attentionModule(context: AttentionContext): PortalModule {
  return { routes: attentionRoutes(context) };
}
