import { contract } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { listLatePayments } from './late-payments.service.ts';

export function latePaymentRoutes(context: LatePaymentsContext): Route[] {
  const route = routesOf(context);
  return [route(contract.latePayments.list, ({ context, query }) => listLatePayments(context, query))];
}
