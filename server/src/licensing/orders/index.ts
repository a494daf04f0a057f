import type { PortalModule } from '../../core/portal-module.ts';
import type { OrdersContext } from './orders.context.ts';
import { orderRoutes } from './orders.routes.ts';

export { enterDemoOrder } from './demonstration.ts';
export { selectAccountsWithOrders } from './manual-orders.queries.ts';
export type { OrdersContext } from './orders.context.ts';
export { compareOrders, type OrderDifference, orderOf } from './orders.projection.ts';
export { findOrders, type OrderOfLicense } from './orders-of-licenses.queries.ts';
export {
  type AccountProduct,
  endOrdersOf,
  extendOrders,
  findOrdersByStripeIds,
  findOrderWithProduct,
  listLostOrders,
  listManualOrdersAfter,
  listOrdersOfProducts,
  type StoredOrder,
  setLicenses,
  upsertOrders,
} from './projection.queries.ts';
export { searchOrders } from './search.queries.ts';

/** The orders of accounts, and those that operators enter. */
export function ordersModule(context: OrdersContext): PortalModule {
  return { routes: orderRoutes(context) };
}
