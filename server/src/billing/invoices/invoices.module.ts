import type { JobDefinition } from '../../core/jobs/queue.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { discountJobs, followDiscounts } from './discounts.ts';
import { payWithCardOperation } from './invoice-payments.operations.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { payInvoiceOperation } from './invoices.operations.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { reckoningJob } from './known-charges.ts';
import { followTaxRates, taxRateJob } from './tax-rates.ts';
import { deletePreviewsOlderThan } from './upcoming.queries.ts';

/** Days after which the stored preview of an upcoming invoice is deleted. */
const previewDays = 2;

/** An account's invoices, and its upcoming ones. */
export function invoicesModule(context: InvoicesContext): PortalModule {
  const { database } = context;
  followDiscounts(context);
  followTaxRates(context);
  const upcoming = { ...context, asking: new Map() };
  const forgetting: JobDefinition<never> = {
    name: 'invoices-forget-upcoming',
    maxAttempts: 3,
    schedule: '23 3 * * *',
    run: () => deletePreviewsOlderThan(database.query, previewDays),
  };
  return {
    routes: invoiceRoutes(upcoming),
    jobs: [forgetting, reckoningJob(upcoming) as JobDefinition<never>, ...discountJobs(context), taxRateJob(context)],
    operations: [bindOperation(context, payInvoiceOperation), bindOperation(context, payWithCardOperation)],
  };
}
