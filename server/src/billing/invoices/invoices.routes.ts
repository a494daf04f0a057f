import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { discountJobs, onDiscountsMirrored } from './discounts.ts';
import { payWithCardOperation } from './invoice-payments.operations.ts';
import { getPayment, payInvoice } from './invoice-payments.service.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { payInvoiceOperation } from './invoices.operations.ts';
import { reportColumns, reportRows } from './invoices.report.ts';
import {
  getInvoice,
  listInvoiceEvents,
  listInvoices,
  listInvoicesForSubscription,
  listPending,
  readInvoicePdf,
  sendToPay,
} from './invoices.service.ts';
import { refreshUpcomingInvoicesJob } from './known-charges.ts';
import { onTaxRatesMirrored, taxRateJob } from './tax-rates.ts';
import { deletePreviewsOlderThan } from './upcoming.queries.ts';
import { listUpcoming, listUpcomingForSubscription, type UpcomingContext } from './upcoming.service.ts';

const { invoices } = contract;

function invoiceRoutes(context: UpcomingContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(invoices.list, ({ context, query }) => listInvoices(context, query)),
    route(invoices.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'invoices', columns: reportColumns, rows: reportRows(context, query) }, context, query),
    ),
    route(invoices.listForSubscription, ({ context, params, query }) =>
      listInvoicesForSubscription(context, params.id, query),
    ),
    route(invoices.getDetails, ({ context, params, query }) => getInvoice(context, params.id, query)),
    route(invoices.getPdf, async ({ context, params, reply }) => {
      const { file, name } = await readInvoicePdf(context, params.id);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name.replace(/[^\w-]/g, '')}.pdf"`)
        .type('application/pdf')
        .send(file);
    }),
    route(invoices.listEvents, ({ context, params, query }) => listInvoiceEvents(context, params.id, query)),
    route(invoices.listPending, ({ context, query }) => listPending(context, query)),
    route(invoices.listUpcoming, ({ context, query }) => listUpcoming(context, query)),
    route(invoices.listUpcomingForSubscription, ({ context, params }) =>
      listUpcomingForSubscription(context, params.id),
    ),
    route(invoices.sendToPay, ({ context, params }) => sendToPay(context, params.id)),
    route(invoices.getPayment, ({ context, params }) => getPayment(context, params.id)),
    route(invoices.pay, ({ context, params, body }) => payInvoice(context, params.id, body)),
  ];
}

/** The age in days at which a stored preview is deleted. */
const previewDays = 2;

export function invoicesModule(context: InvoicesContext): PortalModule {
  const { database } = context;
  onDiscountsMirrored(context);
  onTaxRatesMirrored(context);
  const upcoming = { ...context, fetching: new Map() };
  const deleteOldPreviews: JobDefinition<never> = {
    name: 'invoices-forget-upcoming',
    maxAttempts: 3,
    schedule: '23 3 * * *',
    run: () => deletePreviewsOlderThan(database.query, previewDays),
  };
  return {
    routes: invoiceRoutes(upcoming),
    jobs: [
      deleteOldPreviews,
      refreshUpcomingInvoicesJob(upcoming) as JobDefinition<never>,
      ...discountJobs(context),
      taxRateJob(context),
    ],
    operations: [bindOperation(context, payInvoiceOperation), bindOperation(context, payWithCardOperation)],
  };
}
