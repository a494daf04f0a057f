import type { PortalModule } from '../../core/portal-module.ts';
import type { OrdersContext } from './orders.context.ts';
import { orderRoutes } from './orders.routes.ts';

/** The orders of accounts, and those that operators enter. */
export function ordersModule(context: OrdersContext): PortalModule {
  return { routes: orderRoutes(context) };
}
