import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { BillingOverviewsContext } from './billing-overviews.service.ts';
import { getSpending, listActivity, listNextPayments } from './billing-overviews.service.ts';

const { billingOverviews } = contract;

function billingOverviewRoutes(context: BillingOverviewsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(billingOverviews.listNextPayments, ({ context }) => listNextPayments(context)),
    route(billingOverviews.getSpending, ({ context }) => getSpending(context)),
    route(billingOverviews.listActivity, ({ context }) => listActivity(context)),
  ];
}

/** The figures of the billing dashboard. */
export function billingOverviewsModule(context: BillingOverviewsContext): PortalModule {
  return { routes: billingOverviewRoutes(context) };
}
