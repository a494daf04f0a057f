import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { BillingRecipientsContext } from './billing-recipients.context.ts';
import { billingRecipientRoutes } from './billing-recipients.routes.ts';
import { invoiceMailJob, queueInvoiceMails } from './invoice-mails.ts';

/** Who gets an account's invoices and receipts by mail, and the mails. */
export function billingRecipientsModule(context: BillingRecipientsContext): PortalModule {
  queueInvoiceMails(context);
  return { routes: billingRecipientRoutes(context), jobs: [invoiceMailJob(context) as JobDefinition<never>] };
}
