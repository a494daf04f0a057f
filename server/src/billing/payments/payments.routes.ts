import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { PaymentsContext } from './payments.service.ts';
import { getPayment, listPaymentEvents, listPayments } from './payments.service.ts';

const { payments } = contract;

function paymentRoutes(context: PaymentsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(payments.list, ({ context, query }) => listPayments(context, query)),
    route(payments.get, ({ context, params }) => getPayment(context, params.id)),
    route(payments.listEvents, ({ context, params, query }) => listPaymentEvents(context, params.id, query)),
  ];
}

/** An account's payments. */
export function paymentsModule(context: PaymentsContext): PortalModule {
  return { routes: paymentRoutes(context) };
}
