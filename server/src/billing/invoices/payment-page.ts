import { type Allowed, can } from '../../core/http/access.ts';

interface PaymentPage {
  readonly status: string | null;
  readonly hostedInvoiceUrl: string | null;
}

/**
 * An invoice as the user may see it. Its page at the payment provider takes payments and completes purchases that require authentication. Read-only
 * users get no link to it before the invoice is paid or void (ACC-15).
 */
export function withoutPaymentPage<Invoice extends PaymentPage>(session: Allowed, invoice: Invoice): Invoice {
  const isSettled = invoice.status === 'paid' || invoice.status === 'void';
  return isSettled || can('invoices.pay', session) ? invoice : { ...invoice, hostedInvoiceUrl: null };
}

/** The same, with the portal's own address in place of the document's at the payment provider, which leads to that page too. */
export function forReader<
  Invoice extends PaymentPage & { readonly stripeId: string; readonly invoicePdf: string | null },
>(session: Allowed, invoice: Invoice): Invoice {
  const invoicePdf = invoice.invoicePdf === null ? null : `/api/Subscription/invoices/${invoice.stripeId}/Pdf`;
  return { ...withoutPaymentPage(session, invoice), invoicePdf };
}
