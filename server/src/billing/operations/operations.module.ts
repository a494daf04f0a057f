import type { PortalModule } from '../../core/portal-module.ts';
import { operationRoutes } from './operations.routes.ts';
import type { OperationsContext } from './operations.service.ts';

/** The unsettled operations of an account. */
export function operationsModule(context: OperationsContext): PortalModule {
  return { routes: operationRoutes(context) };
}
