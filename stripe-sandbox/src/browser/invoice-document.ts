import type Stripe from 'stripe';
import { formatDate, formatMoney } from '../engine/money.ts';
import { idOf } from '../ids.ts';
import type { CouponNames } from './coupon-names.ts';
import { type DocumentWords, englishWords } from './document-words.ts';
import { LEFT, RIGHT, Sheet } from './sheet.ts';

/** A line of totals on an invoice. */
export interface TotalRow {
  label: string;
  amount: string;
}

/** The label of a tax. */
export function taxLabel(tax: Stripe.InvoiceLineItem.Tax, rates: Stripe.TaxRate[], words = englishWords): string {
  const rate = rates.find(({ id }) => id === tax.tax_rate_details?.tax_rate);
  return `${rate?.display_name ?? words.tax} (${rate?.percentage ?? 0}%${tax.tax_behavior === 'inclusive' ? words.included : ''})`;
}

/** The totals of an invoice, from the subtotal to the amount due. `rates` are the rates of its taxes. */
export function totalRows(
  invoice: Stripe.Invoice,
  rates: Stripe.TaxRate[],
  words = englishWords,
  coupons: CouponNames = new Map(),
): TotalRow[] {
  const money = (cents: number) => formatMoney(cents, invoice.currency, words.language);
  const rows: TotalRow[] = [{ label: words.subtotal, amount: money(invoice.subtotal) }];
  for (const { amount, discount } of invoice.total_discount_amounts ?? []) {
    const name = coupons.get(idOf(discount) ?? '');
    if (amount !== 0) rows.push({ label: [words.discount, name].filter(Boolean).join(' '), amount: money(-amount) });
  }
  for (const tax of invoice.total_taxes ?? [])
    rows.push({ label: taxLabel(tax, rates, words), amount: money(tax.amount) });
  rows.push({ label: words.total, amount: money(invoice.total) });
  const credited = invoice.pre_payment_credit_notes_amount;
  if (credited > 0) rows.push({ label: words.creditNotes, amount: money(-credited) });
  const applied = invoice.amount_due + credited - invoice.total;
  if (applied !== 0) rows.push({ label: words.balance, amount: money(applied) });
  if (invoice.amount_paid > 0) rows.push({ label: words.paidAmount, amount: money(-invoice.amount_paid) });
  rows.push({ label: words.dueAmount, amount: money(invoice.amount_remaining) });
  return rows;
}

/** Countries that write the place as `Seattle, WA 98101`. */
const CITY_FIRST = ['CA', 'US'];

/** An address as lines of text, in the order of its country if it is known. */
export function addressLines(address: Stripe.Address | null): string[] {
  if (address === null) return [];
  const words = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  const { city, state, postal_code: code } = address;
  const place = CITY_FIRST.includes(address.country ?? '')
    ? [city, words(state, code)].filter(Boolean).join(', ')
    : words(code, city, state);
  return [address.line1, address.line2, place, address.country].filter((part): part is string => Boolean(part));
}

export function periodOf(line: Stripe.InvoiceLineItem, { language }: DocumentWords = englishWords): string {
  const { start, end } = line.period;
  return start === end ? formatDate(start, language) : `${formatDate(start, language)} – ${formatDate(end, language)}`;
}

/** The invoice as a PDF. Long invoices take several pages. */
export async function invoicePdf(
  invoice: Stripe.Invoice,
  rates: Stripe.TaxRate[],
  words: DocumentWords = englishWords,
  coupons: CouponNames = new Map(),
): Promise<Buffer> {
  const sheet = await Sheet.open(`${words.invoice} ${invoice.number ?? ''}`);
  writeHead(sheet, invoice, words);
  const due = formatMoney(invoice.amount_remaining, invoice.currency, words.language);
  sheet.put(words.amountDue(due), LEFT, { size: 15, bold: true });
  sheet.next(32);
  sheet.put(words.description, LEFT, { bold: true });
  sheet.put(words.quantity, 410, { bold: true, right: true });
  sheet.put(words.amount, RIGHT, { bold: true, right: true });
  sheet.next(18);
  for (const line of invoice.lines.data) {
    sheet.put((line.description ?? '').slice(0, 70), LEFT);
    sheet.put(String(line.quantity ?? ''), 410, { right: true });
    sheet.put(formatMoney(line.amount, line.currency, words.language), RIGHT, { right: true });
    sheet.next(13);
    sheet.put(periodOf(line, words), LEFT, { size: 8 });
    sheet.next(19);
  }
  sheet.next(6);
  const rows = totalRows(invoice, rates, words, coupons);
  for (const { label, amount } of rows) sheet.total(label, amount, label === words.dueAmount);
  if (invoice.footer !== null) {
    sheet.next(20);
    sheet.put(invoice.footer.slice(0, 100), LEFT, { size: 8 });
  }
  return sheet.close();
}

/** Writes the title, number, dates, custom fields and addressee. */
function writeHead(sheet: Sheet, invoice: Stripe.Invoice, words: DocumentWords): void {
  const date = (seconds: number) => formatDate(seconds, words.language);
  sheet.put(words.invoice, LEFT, { size: 22, bold: true });
  sheet.put(invoice.account_name ?? '', RIGHT, { right: true, bold: true });
  sheet.next(30);
  sheet.fact(words.number, invoice.number ?? words.draft);
  sheet.fact(words.issued, date(invoice.effective_at ?? invoice.created));
  if (invoice.due_date !== null) sheet.fact(words.due, date(invoice.due_date));
  const { paid_at } = invoice.status_transitions;
  if (paid_at !== null) sheet.fact(words.paidOn, date(paid_at));
  if (invoice.receipt_number !== null) sheet.fact(words.receipt, invoice.receipt_number);
  for (const { name, value } of invoice.custom_fields ?? []) sheet.fact(name, value);
  sheet.next(15);
  writeReceiver(sheet, invoice, words);
}

/** The addressee of an invoice: name, address, contact and tax numbers, one per line. */
export function receiverLines(invoice: Stripe.Invoice): string[] {
  const taxIds = (invoice.customer_tax_ids ?? []).map(
    ({ type, value }) => `${type.replaceAll('_', ' ').toUpperCase()} ${value ?? ''}`,
  );
  return [
    invoice.customer_name,
    ...addressLines(invoice.customer_address),
    invoice.customer_email,
    invoice.customer_phone,
    ...taxIds,
  ].filter((part): part is string => Boolean(part));
}

/** The customer's name, address, contact and tax numbers. */
export function writeReceiver(sheet: Sheet, invoice: Stripe.Invoice, words: DocumentWords = englishWords): void {
  sheet.put(words.billTo, LEFT, { bold: true });
  sheet.next(15);
  for (const part of receiverLines(invoice)) {
    sheet.put(part, LEFT);
    sheet.next(14);
  }
  sheet.next(20);
}
