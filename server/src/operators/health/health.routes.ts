import { contract } from '@portico/contract';
import { createRouteBuilder } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { getHealth, type HealthContext } from './health.service.ts';

/** The state of the installation, for operators. */
export function healthModule(context: HealthContext): PortalModule {
  const route = createRouteBuilder(context);
  return { routes: [route(contract.health.get, ({ context }) => getHealth(context))] };
}
