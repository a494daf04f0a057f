import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { checkLicensesJob, type DeliveryContext } from './check.ts';

/** What is bought is delivered: orders, licenses and places of devices follow from subscriptions. */
export function deliveryModule(context: DeliveryContext): PortalModule {
  return { jobs: [checkLicensesJob(context) as JobDefinition<never>] };
}
