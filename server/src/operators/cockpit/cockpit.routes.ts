import { contract } from '@portico/contract';
import { createRouteBuilder } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { type CockpitContext, getCockpit } from './cockpit.service.ts';

/** The operators' home page. */
export function cockpitModule(context: CockpitContext): PortalModule {
  const route = createRouteBuilder(context);
  return { routes: [route(contract.cockpit.get, ({ context }) => getCockpit(context, new Date()))] };
}
