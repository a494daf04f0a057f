import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { type CustomersContext, getBalance, getBusinessAddress } from './customers.service.ts';

const { customers } = contract;

export function customerRoutes(context: CustomersContext): Route[] {
  const route = routesOf(context);
  return [
    route(customers.getBusinessAddress, ({ context }) => getBusinessAddress(context)),
    route(customers.getBalance, ({ context }) => getBalance(context)),
  ];
}
