import type { PortalModule } from '../../core/portal-module.ts';
import { paymentRoutes } from './payments.routes.ts';
import type { PaymentsContext } from './payments.service.ts';

export { type FailedCharge, failureReasonOf, findDecline, listFailedCharges } from './failed.queries.ts';
export { listLatestCharges, listLatestRefunds } from './latest.queries.ts';
export { findPaidWith } from './paid-with.queries.ts';
export { findRefund } from './refund.queries.ts';
export { findReturnedAmounts } from './returned.queries.ts';
export { listUnsettledFailures, sumCharges, sumRefunds } from './weeks.queries.ts';

/** An account's payments. */
export function paymentsModule(context: PaymentsContext): PortalModule {
  return { routes: paymentRoutes(context) };
}
