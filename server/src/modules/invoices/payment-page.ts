import { type Allowed, can } from '../../http/access.ts';

interface InvoicePages {
  readonly status: string | null;
  readonly hostedInvoiceUrl: string | null;
  readonly invoicePdf?: string | null;
}

/**
 * An invoice as the user may see it. Its page at the payment provider takes payments and completes purchases that require authentication. The PDF's
 * address leads there too. Read-only users get neither before the invoice is paid or void (ACC-15).
 */
export function withoutPaymentPage<Invoice extends InvoicePages>(session: Allowed, invoice: Invoice): Invoice {
  const isSettled = invoice.status === 'paid' || invoice.status === 'void';
  if (isSettled || can('invoices.pay', session)) return invoice;
  return { ...invoice, hostedInvoiceUrl: null, ...('invoicePdf' in invoice && { invoicePdf: null }) };
}
