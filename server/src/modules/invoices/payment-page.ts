import { can } from '../../http/access.ts';
import type { Session } from '../../http/session-context.ts';

interface InvoicePages {
  readonly status: string | null;
  readonly hostedInvoiceUrl: string | null;
  readonly invoicePdf?: string | null;
}

/**
 * An invoice as this person may see it. Its page at the payment provider is one where it is paid, and where a purchase that waits for the card's
 * holder is completed; the PDF's address leads there too. Read-only users therefore get neither before it is paid or void (ACC-15).
 */
export function withoutPaymentPage<Invoice extends InvoicePages>(
  session: Pick<Session, 'user' | 'features' | 'actingOperator'>,
  invoice: Invoice,
): Invoice {
  const isSettled = invoice.status === 'paid' || invoice.status === 'void';
  if (isSettled || can('invoices.pay', session)) return invoice;
  return { ...invoice, hostedInvoiceUrl: null, ...('invoicePdf' in invoice && { invoicePdf: null }) };
}
