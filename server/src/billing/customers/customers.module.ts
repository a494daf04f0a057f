import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { createCustomerOperation } from './customers.operations.ts';
import { customerRoutes } from './customers.routes.ts';
import type { CustomersContext } from './customers.service.ts';

/** The Stripe customer of an account: its address and its credit. */
export function customersModule(context: CustomersContext): PortalModule {
  return { routes: customerRoutes(context), operations: [bindOperation(context, createCustomerOperation)] };
}
