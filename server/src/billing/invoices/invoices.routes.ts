import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { type Route, routesOf } from '../../core/http/route.ts';
import { getPayment, payInvoice } from './invoice-payments.service.ts';
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
import { listUpcoming, listUpcomingForSubscription, type UpcomingContext } from './upcoming.service.ts';

const { invoices } = contract;

export function invoiceRoutes(context: UpcomingContext): Route[] {
  const route = routesOf(context);
  return [
    route(invoices.list, ({ context, query }) => listInvoices(context, query)),
    route(invoices.export, ({ context, query, reply }) =>
      sendReport(reply, { name: 'invoices', columns: reportColumns, rows: reportRows(context, query) }, context),
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
