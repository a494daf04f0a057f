import type { PortalModule } from '../portal-module.ts';
import { operationRoutes } from './operations.routes.ts';
import type { OperationsContext } from './operations.service.ts';

export { abandonPendingAuthentication } from './abandon.ts';

/** What of an account is being confirmed with the payment provider. */
export function operationsModule(context: OperationsContext): PortalModule {
  return { routes: operationRoutes(context) };
}
