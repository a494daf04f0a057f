import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { createCustomerOperation } from './customers.operations.ts';
import type { CustomersContext } from './customers.service.ts';
import { getBalance, getBusinessAddress } from './customers.service.ts';

const { customers } = contract;

function customerRoutes(context: CustomersContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(customers.getBusinessAddress, ({ context }) => getBusinessAddress(context)),
    route(customers.getBalance, ({ context }) => getBalance(context)),
  ];
}

export function customersModule(context: CustomersContext): PortalModule {
  return { routes: customerRoutes(context), operations: [bindOperation(context, createCustomerOperation)] };
}
