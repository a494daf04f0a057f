import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { AccountOverviewsContext } from './account-overviews.service.ts';
import { getOverview, listOverviews, listUsers } from './account-overviews.service.ts';

const { accountOverviews } = contract;

function accountOverviewRoutes(context: AccountOverviewsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(accountOverviews.list, ({ context, query }) => listOverviews(context, query)),
    route(accountOverviews.get, ({ context, params }) => getOverview(context, params.id)),
    route(accountOverviews.listUsers, ({ context, params, query }) => listUsers(context, params.id, query)),
  ];
}

/** Accounts and their subscriptions, licenses, invoices and users, for operators. */
export function accountOverviewsModule(context: AccountOverviewsContext): PortalModule {
  return { routes: accountOverviewRoutes(context) };
}
