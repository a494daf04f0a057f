import { bindOperation } from '../../operations/index.ts';
import type { PortalModule } from '../portal-module.ts';
import { createCustomerOperation } from './customers.operations.ts';
import { customerRoutes } from './customers.routes.ts';
import type { CustomersContext } from './customers.service.ts';

export { findCustomerObject, findDefaultPaymentMethods, findMirroredCustomer } from './customers.queries.ts';
export { type Customer, type CustomersContext, ensureCustomer, findCustomer } from './customers.service.ts';

/** An account as Stripe's customer: where it is invoiced, and its credit. */
export function customersModule(context: CustomersContext): PortalModule {
  return { routes: customerRoutes(context), operations: [bindOperation(context, createCustomerOperation)] };
}
