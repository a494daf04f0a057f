import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import {
  type BillingOverviewsContext,
  getSpending,
  listActivity,
  listNextPayments,
} from './billing-overviews.service.ts';

const { billingOverviews } = contract;

export function billingOverviewRoutes(context: BillingOverviewsContext): Route[] {
  const route = routesOf(context);
  return [
    route(billingOverviews.listNextPayments, ({ context }) => listNextPayments(context)),
    route(billingOverviews.getSpending, ({ context }) => getSpending(context)),
    route(billingOverviews.listActivity, ({ context }) => listActivity(context)),
  ];
}
