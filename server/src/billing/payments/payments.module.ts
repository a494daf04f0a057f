import type { PortalModule } from '../../core/portal-module.ts';
import { paymentRoutes } from './payments.routes.ts';
import type { PaymentsContext } from './payments.service.ts';

/** An account's payments. */
export function paymentsModule(context: PaymentsContext): PortalModule {
  return { routes: paymentRoutes(context) };
}
