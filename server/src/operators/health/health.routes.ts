import { contract } from '@portico/contract';
import { routesOf } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { getHealth, type HealthContext } from './health.service.ts';

/** How the installation runs, for operators. */
export function healthModule(context: HealthContext): PortalModule {
  const route = routesOf(context);
  return { routes: [route(contract.health.get, ({ context }) => getHealth(context))] };
}
