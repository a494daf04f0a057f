import type { PortalModule } from '../../core/portal-module.ts';
import type { AccountsContext } from './accounts.context.ts';
import { accountRoutes } from './accounts.routes.ts';

/** The accounts, as operators see them. */
export function accountsModule(context: AccountsContext): PortalModule {
  return { routes: accountRoutes(context) };
}
