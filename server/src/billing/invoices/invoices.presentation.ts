import type { InvoiceDetail, InvoiceRow, Locale, PendingInvoice } from '@portico/contract';
import { type Allowed, can } from '../../core/http/access.ts';
import { nameCustomField, readInvoiceDocument } from '../../core/stripe/index.ts';
import { describeLine, type LineNames } from './invoices.preview.ts';
import type { ListedInvoice, MirroredInvoice, MirroredLine } from './invoices.queries.ts';
import type { PendingRow } from './pending.queries.ts';

interface PaymentPage {
  readonly status: string | null;
  readonly hostedInvoiceUrl: string | null;
}

/**
 * Hides the invoice's page at Stripe from users who may not pay, until the invoice is paid or void (ACC-15). That page takes payments and completes
 * purchases that require authentication.
 */
export function hidePaymentPage<Invoice extends PaymentPage>(session: Allowed, invoice: Invoice): Invoice {
  const isSettled = invoice.status === 'paid' || invoice.status === 'void';
  return isSettled || can('invoices.pay', session) ? invoice : { ...invoice, hostedInvoiceUrl: null };
}

/** Also replaces Stripe's document URL, which leads to the payment page too, by the portal's own. */
export function forUser<
  Invoice extends PaymentPage & { readonly stripeId: string; readonly invoicePdf: string | null },
>(session: Allowed, invoice: Invoice): Invoice {
  const invoicePdf = invoice.invoicePdf === null ? null : `/api/Subscription/invoices/${invoice.stripeId}/Pdf`;
  return { ...hidePaymentPage(session, invoice), invoicePdf };
}

export function presentRow({ id, created, dueDate, ...row }: ListedInvoice): Omit<InvoiceRow, 'productName'> {
  return { stripeId: id, ...row, created: created.toISOString(), dueDate: dueDate?.toISOString() ?? null };
}

export function presentInvoice(
  invoice: MirroredInvoice,
  locale: Locale,
): Omit<InvoiceDetail, 'discounts' | 'lines' | 'paidWith' | 'productId' | 'productName' | 'taxes'> {
  const { id, created, dueDate, number, description, total, currency, status, invoicePdf, hostedInvoiceUrl } = invoice;
  const { amountDue, amountPaid, amountRemaining } = invoice;
  const document = readInvoiceDocument(invoice.data);
  return {
    stripeId: id,
    number,
    description,
    total,
    currency,
    status,
    created: created.toISOString(),
    dueDate: dueDate?.toISOString() ?? null,
    invoicePdf,
    hostedInvoiceUrl,
    amountDue,
    amountPaid,
    amountRemaining,
    paid: status === 'paid',
    ...document,
    customFields: document.customFields.map((field) => nameCustomField(field, locale)),
  };
}

export function presentLine(line: MirroredLine, names: LineNames): InvoiceDetail['lines']['items'][number] {
  const { description } = line;
  return {
    stripeId: line.id,
    description: description === null ? null : describeLine({ ...line, description }, names),
    quantity: line.quantity,
    unitPrice: line.unitAmount === null ? null : Math.round(Number(line.unitAmount)),
    amount: line.amount,
    periodStart: line.periodStart.toISOString(),
    periodEnd: line.periodEnd.toISOString(),
    isProration: line.isProration,
  };
}

export function presentPending({
  id,
  created,
  dueDate,
  ...row
}: PendingRow): Omit<PendingInvoice, 'accountName' | 'productName'> {
  return { stripeId: id, ...row, created: created.toISOString(), dueDate: dueDate?.toISOString() ?? null };
}
