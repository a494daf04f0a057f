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

export { type ChargeSchedule, chargeDate } from './charge-dates.ts';
export { findCreditNote } from './credit-notes.queries.ts';
export { type CreditedInvoice, findCreditedInvoices } from './credited.queries.ts';
export { describeDiscount, nameDiscounts } from './discounts.ts';
export type { InvoicesContext } from './invoices.context.ts';
export { findPreviewNames, type PreviewNames, presentDiscount, presentPreview } from './invoices.preview.ts';
export {
  hasOpenInvoice,
  listInvoicesOfPayment,
  listNumbersOfPayment,
  listPaymentsOfInvoice,
} from './invoices.queries.ts';
export { listKnownCharges } from './known-charges.ts';
export {
  findLateInvoice,
  type LateInvoice,
  listLateAndOverdue,
  listLateInvoices,
  sumLateAndOverdue,
} from './late.queries.ts';
export { describeMailedLines, findMailedInvoice, type MailedInvoice } from './mailed-invoices.ts';
export { listUnpaidInvoices } from './owed.queries.ts';
export { listOwed, sumOwed } from './owed-by-customers.queries.ts';
export { sumPendingItems } from './pending-items.queries.ts';
export { findRecurringCharges } from './recurring.rules.ts';
export { searchInvoices } from './search.queries.ts';
export { sumSpending } from './spending.queries.ts';
export {
  findNextCharge,
  listIntentsOfInvoices,
  listOpenInvoices,
  listTellingInvoices,
  type OpenInvoice,
  type OpenInvoicesOf,
} from './unpaid.queries.ts';

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
