import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { BillingDetailsContext } from './billing-details.context.ts';
import { saveDetailsOperation } from './billing-details.operations.ts';
import { billingDetailsRoutes } from './billing-details.routes.ts';

/** Whom an account's invoices are for. */
export function billingDetailsModule(context: BillingDetailsContext): PortalModule {
  return { routes: billingDetailsRoutes(context), operations: [bindOperation(context, saveDetailsOperation)] };
}
