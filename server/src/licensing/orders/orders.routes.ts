import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import {
  activateManualOrder,
  cancelManualOrder,
  createManualOrder,
  getManualOrder,
  listManualOrders,
  markManualOrderPaid,
  saveManualOrder,
} from './manual-orders.service.ts';
import type { OrdersContext } from './orders.context.ts';
import { reportColumns, reportRows } from './orders.report.ts';
import { getFeatures, getOrder, listOrders } from './orders.service.ts';

const { orders } = contract;

function orderRoutes(context: OrdersContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(orders.list, ({ context, query }) => listOrders(context, query)),
    route(orders.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'orders', columns: reportColumns, rows: reportRows(context, query) }, context, query),
    ),
    route(orders.get, ({ context, params }) => getOrder(context, params.id)),
    route(orders.getFeatures, ({ context, params }) => getFeatures(context, params.id, params.productId)),
    route(orders.listManual, ({ context, query }) => listManualOrders(context, query)),
    route(orders.getManual, ({ context, params }) => getManualOrder(context, params.id)),
    route(orders.createManual, ({ context, body }) => createManualOrder(context, body)),
    route(orders.saveManual, ({ context, params, body }) => saveManualOrder(context, params.id, body)),
    route(orders.activateManual, ({ context, params }) => activateManualOrder(context, params.id)),
    route(orders.markManualPaid, ({ context, params }) => markManualOrderPaid(context, params.id)),
    route(orders.cancelManual, ({ context, params }) => cancelManualOrder(context, params.id)),
  ];
}

export function ordersModule(context: OrdersContext): PortalModule {
  return { routes: orderRoutes(context) };
}
