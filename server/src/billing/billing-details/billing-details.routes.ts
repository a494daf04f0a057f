import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { BillingDetailsContext } from './billing-details.operations.ts';
import { saveDetailsOperation } from './billing-details.operations.ts';
import { getDetails, saveDetails } from './billing-details.service.ts';

const { billingDetails } = contract;

function billingDetailsRoutes(context: BillingDetailsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(billingDetails.get, ({ context }) => getDetails(context)),
    route(billingDetails.save, ({ context, body }) => saveDetails(context, body)),
  ];
}

export function billingDetailsModule(context: BillingDetailsContext): PortalModule {
  return { routes: billingDetailsRoutes(context), operations: [bindOperation(context, saveDetailsOperation)] };
}
