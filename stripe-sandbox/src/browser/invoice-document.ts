import type Stripe from 'stripe';
import { formatDate, formatMoney } from '../engine/money.ts';
import { allTaxRates } from '../engine/tax.ts';
import { sum } from '../engine/totals.ts';
import { buildPdf, type PdfText } from './pdf.ts';

/** A line of totals under an invoice. */
export interface TotalRow {
  label: string;
  amount: string;
}

/** What stands under the lines of an invoice, from the subtotal to what is due. */
export function totalRows(invoice: Stripe.Invoice): TotalRow[] {
  const money = (cents: number) => formatMoney(cents, invoice.currency);
  const rows: TotalRow[] = [{ label: 'Subtotal', amount: money(invoice.subtotal) }];
  const discount = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount));
  if (discount !== 0) rows.push({ label: 'Discount', amount: money(-discount) });
  for (const tax of invoice.total_taxes ?? []) {
    const rate = allTaxRates().find(({ id }) => id === tax.tax_rate_details?.tax_rate);
    rows.push({
      label: `${rate?.display_name ?? 'Tax'} (${rate?.percentage ?? 0}%${tax.tax_behavior === 'inclusive' ? ' included' : ''})`,
      amount: money(tax.amount),
    });
  }
  rows.push({ label: 'Total', amount: money(invoice.total) });
  const applied = invoice.amount_due - invoice.total;
  if (applied !== 0) rows.push({ label: 'Applied balance', amount: money(applied) });
  if (invoice.amount_paid > 0) rows.push({ label: 'Amount paid', amount: money(-invoice.amount_paid) });
  rows.push({ label: 'Amount due', amount: money(invoice.amount_remaining) });
  return rows;
}

/** An address as lines of text. */
export function addressLines(address: Stripe.Address | null): string[] {
  if (address === null) return [];
  const place = [address.postal_code, address.city, address.state].filter(Boolean).join(' ');
  return [address.line1, address.line2, place, address.country].filter((part): part is string => Boolean(part));
}

export function periodOf(line: Stripe.InvoiceLineItem): string {
  const { start, end } = line.period;
  return start === end ? formatDate(start) : `${formatDate(start)} – ${formatDate(end)}`;
}

const LEFT = 50;
const RIGHT = 545;
const BOTTOM = 780;

/** The invoice as a PDF; long ones run over several pages. */
export function invoicePdf(invoice: Stripe.Invoice, heading = 'Invoice'): Buffer {
  const pages: PdfText[][] = [[]];
  let y = 60;
  const put = (text: string, x: number, options: Partial<PdfText> = {}) => {
    pages.at(-1)?.push({ text, x, y, ...options });
  };
  const next = (by: number) => {
    y += by;
    if (y > BOTTOM) {
      pages.push([]);
      y = 60;
    }
  };
  put(heading, LEFT, { size: 22, bold: true });
  put(invoice.account_name ?? '', RIGHT, { right: true, bold: true });
  next(30);
  const facts: [string, string][] = [
    ['Invoice number', invoice.number ?? 'Draft'],
    ['Date of issue', formatDate(invoice.effective_at ?? invoice.created)],
    ...(invoice.due_date === null ? [] : [['Date due', formatDate(invoice.due_date)] as [string, string]]),
    ...(invoice.status_transitions.paid_at === null
      ? []
      : [['Date paid', formatDate(invoice.status_transitions.paid_at)] as [string, string]]),
    ...(invoice.receipt_number === null ? [] : [['Receipt number', invoice.receipt_number] as [string, string]]),
  ];
  for (const [label, value] of facts) {
    put(label, LEFT, { bold: true });
    put(value, LEFT + 110);
    next(15);
  }
  next(15);
  put('Bill to', LEFT, { bold: true });
  next(15);
  for (const part of [invoice.customer_name, ...addressLines(invoice.customer_address), invoice.customer_email]) {
    if (!part) continue;
    put(part, LEFT);
    next(14);
  }
  next(20);
  put(`${formatMoney(invoice.amount_remaining, invoice.currency)} due`, LEFT, { size: 15, bold: true });
  next(32);
  put('Description', LEFT, { bold: true });
  put('Qty', 410, { bold: true, right: true });
  put('Amount', RIGHT, { bold: true, right: true });
  next(18);
  for (const line of invoice.lines.data) {
    put((line.description ?? '').slice(0, 70), LEFT);
    put(String(line.quantity ?? ''), 410, { right: true });
    put(formatMoney(line.amount, line.currency), RIGHT, { right: true });
    next(13);
    put(periodOf(line), LEFT, { size: 8 });
    next(19);
  }
  next(6);
  for (const row of totalRows(invoice)) {
    const bold = row.label === 'Amount due';
    put(row.label, 350, { bold });
    put(row.amount, RIGHT, { bold, right: true });
    next(16);
  }
  if (invoice.footer !== null) {
    next(20);
    put(invoice.footer.slice(0, 100), LEFT, { size: 8 });
  }
  return buildPdf(pages, `${heading} ${invoice.number ?? ''}`);
}
