import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import type { BillingDetailsContext } from './billing-details.context.ts';
import { getDetails, saveDetails } from './billing-details.service.ts';

const { billingDetails } = contract;

export function billingDetailsRoutes(context: BillingDetailsContext): Route[] {
  const route = routesOf(context);
  return [
    route(billingDetails.get, ({ context }) => getDetails(context)),
    route(billingDetails.save, ({ context, body }) => saveDetails(context, body)),
  ];
}
