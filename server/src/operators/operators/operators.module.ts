import type { PortalModule } from '../../core/portal-module.ts';
import type { OperatorsContext } from './operators.context.ts';
import { operatorRoutes } from './operators.routes.ts';

/** The vendor's staff, managed by itself. */
export function operatorsModule(context: OperatorsContext): PortalModule {
  return { routes: operatorRoutes(context) };
}
