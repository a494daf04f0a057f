import type { PortalModule } from '../../core/portal-module.ts';
import { accountOverviewRoutes } from './account-overviews.routes.ts';
import type { AccountOverviewsContext } from './account-overviews.service.ts';

/** Accounts with what belongs to them, for operators. */
export function accountOverviewsModule(context: AccountOverviewsContext): PortalModule {
  return { routes: accountOverviewRoutes(context) };
}
