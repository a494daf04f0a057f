import type Stripe from 'stripe';
import { formatDate, formatMoney } from '../engine/money.ts';
import { sum } from '../engine/totals.ts';
import { LEFT, RIGHT, Sheet } from './sheet.ts';

/** A line of totals on an invoice. */
export interface TotalRow {
  label: string;
  amount: string;
}

/** The label of a tax. */
export function taxLabel(tax: Stripe.InvoiceLineItem.Tax, rates: Stripe.TaxRate[]): string {
  const rate = rates.find(({ id }) => id === tax.tax_rate_details?.tax_rate);
  return `${rate?.display_name ?? 'Tax'} (${rate?.percentage ?? 0}%${tax.tax_behavior === 'inclusive' ? ' included' : ''})`;
}

/** The totals of an invoice, from the subtotal to the amount due. `rates` are the rates of its taxes. */
export function totalRows(invoice: Stripe.Invoice, rates: Stripe.TaxRate[]): TotalRow[] {
  const money = (cents: number) => formatMoney(cents, invoice.currency);
  const rows: TotalRow[] = [{ label: 'Subtotal', amount: money(invoice.subtotal) }];
  const discount = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount));
  if (discount !== 0) rows.push({ label: 'Discount', amount: money(-discount) });
  for (const tax of invoice.total_taxes ?? []) rows.push({ label: taxLabel(tax, rates), amount: money(tax.amount) });
  rows.push({ label: 'Total', amount: money(invoice.total) });
  const credited = invoice.pre_payment_credit_notes_amount;
  if (credited > 0) rows.push({ label: 'Credit notes', amount: money(-credited) });
  const applied = invoice.amount_due + credited - invoice.total;
  if (applied !== 0) rows.push({ label: 'Applied balance', amount: money(applied) });
  if (invoice.amount_paid > 0) rows.push({ label: 'Amount paid', amount: money(-invoice.amount_paid) });
  rows.push({ label: 'Amount due', amount: money(invoice.amount_remaining) });
  return rows;
}

/** Countries that write the place as `Seattle, WA 98101`. */
const CITY_FIRST = ['CA', 'US'];

/** An address as lines of text, in the order of its country where that is known. */
export function addressLines(address: Stripe.Address | null): string[] {
  if (address === null) return [];
  const words = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  const { city, state, postal_code: code } = address;
  const place = CITY_FIRST.includes(address.country ?? '')
    ? [city, words(state, code)].filter(Boolean).join(', ')
    : words(code, city, state);
  return [address.line1, address.line2, place, address.country].filter((part): part is string => Boolean(part));
}

export function periodOf(line: Stripe.InvoiceLineItem): string {
  const { start, end } = line.period;
  return start === end ? formatDate(start) : `${formatDate(start)} – ${formatDate(end)}`;
}

/** The invoice as a PDF. Long invoices take several pages. */
export async function invoicePdf(invoice: Stripe.Invoice, rates: Stripe.TaxRate[]): Promise<Buffer> {
  const sheet = await Sheet.open(`Invoice ${invoice.number ?? ''}`);
  sheet.put('Invoice', LEFT, { size: 22, bold: true });
  sheet.put(invoice.account_name ?? '', RIGHT, { right: true, bold: true });
  sheet.next(30);
  sheet.fact('Invoice number', invoice.number ?? 'Draft');
  sheet.fact('Date of issue', formatDate(invoice.effective_at ?? invoice.created));
  if (invoice.due_date !== null) sheet.fact('Date due', formatDate(invoice.due_date));
  const { paid_at } = invoice.status_transitions;
  if (paid_at !== null) sheet.fact('Date paid', formatDate(paid_at));
  if (invoice.receipt_number !== null) sheet.fact('Receipt number', invoice.receipt_number);
  sheet.next(15);
  writeReceiver(sheet, invoice);
  sheet.put(`${formatMoney(invoice.amount_remaining, invoice.currency)} due`, LEFT, { size: 15, bold: true });
  sheet.next(32);
  sheet.put('Description', LEFT, { bold: true });
  sheet.put('Qty', 410, { bold: true, right: true });
  sheet.put('Amount', RIGHT, { bold: true, right: true });
  sheet.next(18);
  for (const line of invoice.lines.data) {
    sheet.put((line.description ?? '').slice(0, 70), LEFT);
    sheet.put(String(line.quantity ?? ''), 410, { right: true });
    sheet.put(formatMoney(line.amount, line.currency), RIGHT, { right: true });
    sheet.next(13);
    sheet.put(periodOf(line), LEFT, { size: 8 });
    sheet.next(19);
  }
  sheet.next(6);
  for (const { label, amount } of totalRows(invoice, rates)) sheet.total(label, amount, label === 'Amount due');
  if (invoice.footer !== null) {
    sheet.next(20);
    sheet.put(invoice.footer.slice(0, 100), LEFT, { size: 8 });
  }
  return sheet.close();
}

/** The customer's name and address. */
export function writeReceiver(sheet: Sheet, invoice: Stripe.Invoice): void {
  sheet.put('Bill to', LEFT, { bold: true });
  sheet.next(15);
  for (const part of [invoice.customer_name, ...addressLines(invoice.customer_address), invoice.customer_email]) {
    if (!part) continue;
    sheet.put(part, LEFT);
    sheet.next(14);
  }
  sheet.next(20);
}
